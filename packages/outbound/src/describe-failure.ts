export type FailureReason =
  | 'timeout'
  | 'aborted'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'reset'
  | 'not_http'
  | 'too_large'
  | 'other'

export interface Failure {
  readonly reason: FailureReason
  /** For logs and delivery lists. Never contains data of the other side. */
  readonly message: string
}

/** Codes are those of Node, of its TLS part and of undici. The first matching row counts. */
const REASONS: readonly (readonly [pattern: RegExp, reason: FailureReason])[] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/TIMEOUT|^ETIMEDOUT$/, 'timeout'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM)$/, 'unreachable'],
  [/CERT|SIGNATURE|^(ERR_TLS_|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH)/, 'tls'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)/, 'reset'],
  [/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH)/, 'not_http'],
]

const MEANINGS: Record<FailureReason, string> = {
  timeout: 'timed out',
  aborted: 'stopped',
  dns: 'host not found',
  refused: 'connection refused',
  unreachable: 'host not reachable',
  tls: 'TLS failed',
  reset: 'connection broke off',
  not_http: 'answer is not HTTP',
  too_large: 'answer is too large',
  other: 'request failed',
}

export function describeFailure(error: unknown): Failure {
  const code = codeOf(error)
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? 'other'
  return failure(reason, code)
}

export function failure(reason: FailureReason, detail?: string): Failure {
  return { reason, message: detail === undefined ? MEANINGS[reason] : `${MEANINGS[reason]} (${detail})` }
}

/** The reason in a message that `failure` has made; `other` in any other text. */
export function reasonOf(message: string): FailureReason {
  const meaning = message.replace(/ \(.*\)$/s, '')
  return (Object.keys(MEANINGS) as FailureReason[]).find((reason) => MEANINGS[reason] === meaning) ?? 'other'
}

export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
