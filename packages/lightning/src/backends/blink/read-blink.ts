import type { Reader } from '../../config/environment.ts'
import { readNodeUrl, readRequired } from '../../config/node-endpoint.ts'

/** An account at Blink, or at another server of the same make. */
export interface BlinkConfig {
  readonly kind: 'blink'
  /** The URL of the GraphQL endpoint, with its path. */
  readonly url: string
  /** Where subscriptions are taken; http or https, like the other one. */
  readonly socketUrl: string
  /** An API key. */
  readonly token: string
}

export function readBlink(read: Reader, { problems }: { problems: string[] }): BlinkConfig {
  const token = readRequired(read, 'BLINK_TOKEN', problems)
  if (!ONE_WORD.test(token)) problems.push('BLINK_TOKEN: must be an API key as Blink shows it')
  return {
    kind: 'blink',
    url: readNodeUrl(read, 'BLINK_API_ENDPOINT', { problems, fallback: 'https://api.blink.sv/graphql' }),
    socketUrl: readNodeUrl(read, 'BLINK_WS_ENDPOINT', {
      problems,
      fallback: 'wss://ws.blink.sv/graphql',
      socket: true,
    }),
    token,
  }
}

/** Fits a header; an empty value is already reported. */
const ONE_WORD = /^[\x21-\x7e]*$/
