import type { ValidationProblem } from './validation-problem.ts'

/** The only error that a service throws on purpose: the answer to the request. */
export class ServiceError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly params: ErrorAnswer['params']
  readonly problems: readonly ValidationProblem[]
  readonly fields: ErrorAnswer['fields']
  readonly headers: ErrorAnswer['headers']

  constructor({ status, code, detail, params, problems = [], fields, headers }: ErrorAnswer) {
    super(detail)
    this.status = status
    this.code = code ?? GENERAL_CODES[status] ?? 'bad_request'
    this.detail = detail
    this.params = params
    this.problems = problems
    this.fields = fields
    this.headers = headers
  }

  /** Its parts, to make a similar error of. */
  get answer(): ErrorAnswer {
    const { status, code, detail, params, problems, fields, headers } = this
    return { status, code, detail, params, problems, fields, headers }
  }
}

export interface ErrorAnswer extends ErrorParts {
  readonly status: number
  /** Safe for the caller to read. */
  readonly detail: string
  /** Set for 422: one entry for each wrong value. */
  readonly problems?: readonly ValidationProblem[] | undefined
}

/** Parts of an error answer for programs, besides `detail`. */
export interface ErrorParts {
  /** The `code` of the body, for programs. Unset = the general code of the status. */
  readonly code?: string | undefined
  /** The numbers and names in `detail`, so that a program can translate it. */
  readonly params?: Readonly<Record<string, string | number>> | undefined
  /** Fields of the body, which the route's schema for that status describes. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The codes of errors that name none of their own, by status (rule W29). */
export const GENERAL_CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthenticated',
  402: 'payment_required',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid',
  429: 'rate_limited',
  500: 'internal_error',
  501: 'not_implemented',
  503: 'unavailable',
}

const withStatus =
  (status: number) =>
  (detail: string, parts?: ErrorParts): ServiceError =>
    new ServiceError({ ...parts, status, detail })

export const badRequest = withStatus(400)
export const unauthenticated = withStatus(401)
export const forbidden = withStatus(403)
export const notFound = withStatus(404)
export const conflict = withStatus(409)
export const rateLimited = withStatus(429)
export const unavailable = withStatus(503)

/** A 422 for a problem that only the handler can detect. */
export const invalid = (problem: ValidationProblem, parts?: ErrorParts): ServiceError =>
  new ServiceError({ ...parts, status: 422, detail: problem.msg, problems: [problem] })
