import type { Reader } from '../../config/environment.ts'
import { readNodeUrl, readRequired } from '../../config/node-endpoint.ts'

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
