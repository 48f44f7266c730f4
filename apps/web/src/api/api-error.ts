/** A validation problem of one field of the request. */
export interface FieldProblem {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
  /** The bounds and choices that the field allows. */
  readonly ctx?: Readonly<Record<string, string | number>>
}

interface ErrorAnswer {
  readonly detail?: unknown
  readonly code?: unknown
  readonly params?: unknown
  readonly errors?: unknown
}

/** An error answer of the service. Status 0: no answer came. */
export class ApiError extends Error {
  readonly status: number
  /** Fixed; the catalogues have its text as `error.<code>`. */
  readonly code: string
  /** The message of the service, in English. */
  readonly detail: string
  readonly params: Readonly<Record<string, string | number>>
  readonly errors: readonly FieldProblem[]
  readonly body: unknown

  /** `known`: parameters that the body lacks, such as those of headers. */
  constructor(status: number, body: unknown, known: ApiError['params'] = {}) {
    const { detail, code, params, errors } = (typeof body === 'object' && body !== null ? body : {}) as ErrorAnswer
    super(typeof detail === 'string' ? detail : `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = typeof code === 'string' ? code : codeOf(status)
    this.detail = typeof detail === 'string' ? detail : ''
    this.params = { ...known, ...(params as ApiError['params'] | undefined) }
    this.errors = Array.isArray(errors) ? (errors as FieldProblem[]) : []
    this.body = body
  }
}

/** Code for answers without one: those of a proxy, or no answer. */
function codeOf(status: number): string {
  if (status === 0) return 'no_answer'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'unavailable' : 'unknown'
}

/**
 * True if the service rejected the request. Not for 401 (the person did not log in) nor 409 (it may be in progress).
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 409

/** True if the request may have been carried out although no answer came. */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0
