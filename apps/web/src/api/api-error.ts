/** A problem of one field of the request. */
export interface FieldProblem {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
  /** Bounds and choices. */
  readonly ctx?: Readonly<Record<string, string | number>>
}

interface ErrorAnswer {
  readonly detail?: unknown
  readonly code?: unknown
  readonly params?: unknown
  readonly errors?: unknown
}

/** The service has answered with an error; status 0: it has not answered. */
export class ApiError extends Error {
  readonly status: number
  /** A fixed word: the texts for it are `error.<code>` of the catalogues. */
  readonly code: string
  /** What the service says, in English. */
  readonly detail: string
  readonly params: Readonly<Record<string, string | number>>
  readonly errors: readonly FieldProblem[]
  /** The whole answer. */
  readonly body: unknown

  /** `known`: parameters that the answer has in its headers, or not at all. */
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

/** For answers that name no code: those of a proxy, or none at all. */
function codeOf(status: number): string {
  if (status === 0) return 'no_answer'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'unavailable' : 'unknown'
}

/** True if the service has answered that it does not do it. 401: the person did not log in. With 409 it may be doing it. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 409

/** True if the request may have been carried out although no answer came. */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0
