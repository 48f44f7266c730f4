import { isIP } from 'node:net'
import {
  allowKey,
  type DestinationProblem,
  type DestinationRules,
  hostOf,
  judgeDestination,
} from './destination-rules.ts'

const MAX_URL_LENGTH = 2048

export interface UrlProblem {
  readonly reason: 'malformed' | 'too_long' | 'scheme' | 'credentials' | 'port' | DestinationProblem
  /** A sentence for the user who set the URL. */
  readonly message: string
}

/** A URL that was parsed once; everything later uses this and not the text. */
export interface Target {
  readonly url: URL
  readonly host: string
  readonly port: number
  /** On the operator's allow list: its addresses are not checked. */
  readonly listed: boolean
}

/**
 * Makes every check that needs no DNS look-up, on the parsed URL only: two parsers may read different hosts from one
 * text. Plain http to public hosts is allowed (rule S523).
 */
export function judgeUrl(text: string, rules: DestinationRules, allow: ReadonlySet<string>): Target | UrlProblem {
  if (text.length > MAX_URL_LENGTH) return problem('too_long')
  // The parser drops some of these characters. No honest URL contains them, and the text may be logged.
  if (CONTROL.test(text) || !URL.canParse(text)) return problem('malformed')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return problem('scheme')
  if (url.username !== '' || url.password !== '') return problem('credentials')
  const host = hostOf(url)
  if (host === '' || host.startsWith('.') || host.endsWith('.')) return problem('malformed')
  // Host headers and certificates name the host without a trailing dot.
  if (url.hostname.endsWith('.')) url.hostname = host
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (allow.has(allowKey(host, port))) return { url, host, port, listed: true }
  if (port !== 80 && port !== 443 && port < 1024) return problem('port')
  const refusal = judgeLiteral(host, port, rules)
  return refusal === undefined ? { url, host, port, listed: false } : problem(refusal)
}

/** Names that mean this machine wherever they are resolved (RFC 6761). */
export function isLocalhostName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

function judgeLiteral(host: string, port: number, rules: DestinationRules): DestinationProblem | undefined {
  if (isLocalhostName(host)) return rules.allowPrivate ? undefined : 'address'
  return isIP(host) === 0 ? undefined : judgeDestination(host, port, rules)
}

const CONTROL = /\p{Cc}/u

const MESSAGES: Record<UrlProblem['reason'], string> = {
  malformed: 'The URL cannot be read.',
  too_long: `The URL has more than ${MAX_URL_LENGTH} characters.`,
  scheme: 'The URL must begin with http:// or https://.',
  credentials: 'The URL must not contain a user name or a password.',
  port: 'The port of the URL must be 80, 443 or at least 1024.',
  address: 'The URL leads to an address that is not public.',
  own_address: 'The URL leads back to this service.',
}

export function problem(reason: UrlProblem['reason']): UrlProblem {
  return { reason, message: MESSAGES[reason] }
}
