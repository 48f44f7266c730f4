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
  /** A sentence the person who named the URL may read. */
  readonly message: string
}

/** A URL that was parsed once; everything later uses this and not the text. */
export interface Target {
  readonly url: URL
  readonly host: string
  readonly port: number
  /** On the operator's allow list: no address is judged. */
  readonly listed: boolean
}

/**
 * Every check that needs no look-up: of the parsed URL only, because two parsers may read two hosts from
 * one text. Plain http to public hosts is allowed, as rule S523 has it for webhooks.
 */
export function judgeUrl(text: string, rules: DestinationRules, allow: ReadonlySet<string>): Target | UrlProblem {
  if (text.length > MAX_URL_LENGTH) return problem('too_long')
  // The parser would drop some of these; no honest URL has them, and the text may end in a log.
  if (CONTROL.test(text) || !URL.canParse(text)) return problem('malformed')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return problem('scheme')
  if (url.username !== '' || url.password !== '') return problem('credentials')
  const host = hostOf(url)
  if (host === '' || host.startsWith('.') || host.endsWith('.')) return problem('malformed')
  // A trailing dot belongs neither in the Host header nor in the name a certificate is for.
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
