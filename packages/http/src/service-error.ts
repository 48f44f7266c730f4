import type { ValidationProblem } from './validation-problem.ts'

/** The only error a service throws on purpose: a code that has a status, and a `detail` safe for the caller to read. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly detail: string
  /** Set for `invalid`: one entry for each wrong value. */
  readonly problems: readonly ValidationProblem[]
  readonly more: MoreToSay

  constructor(code: ErrorCode, detail: string, problems: readonly ValidationProblem[] = [], more: MoreToSay = {}) {
    super(detail)
    this.code = code
    this.detail = detail
    this.problems = problems
    this.more = more
  }
}

/** Parts of an error answer for programs, besides `detail`. */
export interface MoreToSay {
  /** The `code` of the body, for programs. Unset = the general code of the error. */
  readonly word?: string
  /** The numbers and names in `detail`, so that a program can translate it. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Fields of the body, which the route's schema for that status describes. */
  readonly fields?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** One table, code → status (rule W29). */
export const STATUS_OF = {
  bad_request: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  rate_limited: 429,
  internal_error: 500,
  halted: 500,
  not_implemented: 501,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof STATUS_OF

export const badRequest = (detail: string, more?: MoreToSay): ServiceError =>
  new ServiceError('bad_request', detail, [], more)

/** A 422 for a problem that only the handler can detect. */
export function invalid(problem: ValidationProblem, more?: MoreToSay): ServiceError {
  return new ServiceError('invalid', problem.msg, [problem], more)
}
