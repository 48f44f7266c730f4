import type { Reader } from '../../config/environment.ts'
import { readNodeUrl, readRequired } from '../../config/node-endpoint.ts'

/** An account at Strike. */
export interface StrikeConfig {
  readonly kind: 'strike'
  /** Without the version of the API. */
  readonly url: string
  readonly apiKey: string
}

export function readStrike(read: Reader, { problems }: { problems: string[] }): StrikeConfig {
  const apiKey = readRequired(read, 'STRIKE_API_KEY', problems)
  // An empty one is already reported.
  if (!/^[\x21-\x7e]*$/.test(apiKey)) problems.push('STRIKE_API_KEY: must be an API key as Strike shows it')
  const url = readNodeUrl(read, 'STRIKE_API_ENDPOINT', { problems, fallback: 'https://api.strike.me' })
  // Others write the version with it.
  return { kind: 'strike', url: url.replace(/\/v1$/, ''), apiKey }
}
