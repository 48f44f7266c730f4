import { ServiceError, unavailable } from '@satchel/http/service-error'

/**
 * The answer to a request that failed because the database is unreachable, starting, stopping or overloaded: 503, so
 * that the client and a load balancer retry. Undefined for every other error.
 */
export function answerDatabaseAway(error: unknown, { method }: { readonly method: string }): ServiceError | undefined {
  if (!isDatabaseAway(error)) return undefined
  const changesNothing = method === 'GET' || method === 'HEAD'
  return changesNothing ? databaseAway() : unavailable(AWAY_AND_UNCLEAR, { code: 'outcome_unknown' })
}

export const databaseAway = (): ServiceError =>
  unavailable('The database cannot be reached; retry.', { code: 'database_away' })

const AWAY_AND_UNCLEAR =
  'The database cannot be reached. The request may have been carried out: check before you repeat it, or repeat it with the same Idempotency-Key.'

/** No answer about the statement itself: the connection failed, or the server takes no statements now. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Several addresses of one host were tried.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const code = 'code' in error ? String(error.code) : ''
  return NETWORK.has(code) || SERVER.test(code) || BUSY_FILE.test(code) || CLIENT.test(error.message)
}

/** It may answer later: it is no wrong password (28) and no wrong name of a database (3D). */
export function mayAnswerLater(error: unknown): boolean {
  if (error instanceof ServiceError) return error.code === 'database_away'
  return isDatabaseAway(error) && !/^(28|3D)/.test(String((error as CodedError).code))
}

/** For operators. Where several addresses of a host were tried, the error has no message. */
export const whyAway = ({ message, code }: CodedError): string => (message === '' ? String(code) : message)

type CodedError = Error & { readonly code?: unknown }

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/**
 * PostgreSQL: lost connections (08), too many of them (53300), a server that stops, crashed or starts (57P), a statement
 * that took too long (57014), a primary that has become a standby (25006), a database that was renamed (3D000), a
 * password that was changed (28).
 */
const SERVER = /^(08...|28...|3D000|53300|57P0[1-5]|57014|25006)$/
const BUSY_FILE = /^SQLITE_BUSY/
/** Messages of the pg client itself, which have no code. */
const CLIENT =
  /^(Connection terminated|timeout expired|Client (was closed|has encountered a connection error) and is not queryable|Query read timeout)/
