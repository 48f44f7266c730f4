import type { Reader } from '@satchel/http/environment'
import { readNodeUrl, readRequired } from './node-endpoint.ts'

/** Eclair over its HTTP interface. */
export interface EclairConfig {
  readonly kind: 'eclair'
  readonly url: string
  readonly password: string
}

export function readEclair(read: Reader, { problems }: { problems: string[] }): EclairConfig {
  return {
    kind: 'eclair',
    url: readNodeUrl(read, 'ECLAIR_URL', { problems }),
    password: readRequired(read, 'ECLAIR_PASS', problems),
  }
}
