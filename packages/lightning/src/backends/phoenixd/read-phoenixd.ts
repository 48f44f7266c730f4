import type { Reader } from '../../config/environment.ts'
import { readNodeUrl, readRequired } from '../../config/node-endpoint.ts'

/** ACINQ's phoenixd over its HTTP interface. */
export interface PhoenixdConfig {
  readonly kind: 'phoenixd'
  readonly url: string
  /** The password with full access: the limited one cannot pay. */
  readonly password: string
}

export function readPhoenixd(read: Reader, { problems }: { problems: string[] }): PhoenixdConfig {
  return {
    kind: 'phoenixd',
    url: readNodeUrl(read, 'PHOENIXD_API_ENDPOINT', { problems, fallback: 'http://127.0.0.1:9740' }),
    password: readRequired(read, 'PHOENIXD_API_PASSWORD', problems),
  }
}
