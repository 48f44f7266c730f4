import { STATUS_CODES, validateHeaderValue } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpApp } from '../http-app.ts'
import type { Log } from '../log.ts'
import { isNavigation } from '../requests/prefers-page.ts'
import { ServiceError } from '../service-error.ts'
import { problemText, type ValidationProblem } from '../validation-problem.ts'

/** The answer to an error that no use case throws on purpose, such as a lost database connection. */
export type AnswerFor = (error: unknown, request: FastifyRequest) => ServiceError | undefined

/** The page that a browser gets instead of JSON; undefined = JSON for browsers, too. */
export type ErrorPage = (
  problem: { readonly status: number; readonly detail: string; readonly code: string },
  request: FastifyRequest,
) => { readonly headers: Readonly<Record<string, string>>; readonly body: string } | undefined

/** `list`: `detail` is the list of problems. `text`: `detail` is a sentence, and every body has a `code` (rule S531). */
export type ErrorForm = 'list' | 'text'

export interface ErrorAnswersOptions {
  readonly log: Log
  readonly validationDetail: ErrorForm
  readonly answerFor?: AnswerFor | undefined
  readonly errorPage?: ErrorPage | undefined
}

/**
 * Every error answer is JSON with a `detail`, or a page if a browser opens the URL. The answer to an unexpected error
 * does not reveal its cause.
 */
export function installErrorAnswers(app: HttpApp, options: ErrorAnswersOptions): void {
  const send = (reply: FastifyReply, error: ServiceError): FastifyReply => {
    const { status, headers } = error
    if (headers !== undefined) reply.headers(headers)
    // A client that has to wait always gets a Retry-After (rule D1).
    if ((status === 429 || status === 503) && !reply.hasHeader('Retry-After')) reply.header('Retry-After', '1')
    reply.code(status)
    const page = pageOf(error, reply)
    if (page !== undefined) return sendPage(reply, page)
    return reply.send(errorBody(error, options.validationDetail))
  }
  const pageOf = (error: ServiceError, { request }: FastifyReply) => {
    if (options.errorPage === undefined || !isNavigation(request)) return undefined
    const { detail } = errorBody(error, 'text') as { readonly detail: string }
    return options.errorPage({ status: error.status, detail, code: error.code }, request)
  }
  app.setErrorHandler((error: FastifyError | ServiceError | undefined, request, reply) => {
    if (error instanceof ServiceError) return send(reply, error)
    // `throw undefined` arrives here as it is.
    const status = error?.statusCode ?? 500
    // Fastify has its own errors: a body that is too large, for example.
    if (status < 500) return send(reply, new ServiceError({ status, detail: error?.message ?? '' }))
    options.log.error(
      { id: request.id, route: request.routeOptions.url, error: error?.stack ?? String(error) },
      'request failed',
    )
    dropHeaders(reply)
    const unexpected = new ServiceError({ status: 500, detail: 'Internal Server Error' })
    return send(reply, options.answerFor?.(error, request) ?? unexpected)
  })
}

/**
 * Removes headers that the route has set for another answer, and invalid ones: with these the answer to the error would
 * fail, too, and Fastify would write its own.
 */
function dropHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (OF_BODY.has(name) || !isWritable(name, value)) reply.removeHeader(name)
  }
}

const OF_BODY: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'content-disposition',
  'location',
  'etag',
])

function isWritable(name: string, value: unknown): boolean {
  try {
    for (const one of [value].flat()) validateHeaderValue(name, String(one))
    return true
  } catch {
    return false
  }
}

/** Keeps a Content-Security-Policy that the route has set; it holds for its error pages, too. */
function sendPage(reply: FastifyReply, { headers, body }: NonNullable<ReturnType<ErrorPage>>): FastifyReply {
  for (const [name, value] of Object.entries(headers)) {
    const isKept = name.toLowerCase() === 'content-security-policy' && reply.hasHeader(name)
    if (!isKept) reply.header(name, value)
  }
  return reply.send(body)
}

/** Undefined fields are left out of the JSON. */
export function errorBody(error: ServiceError, form: ErrorForm): object {
  const { status, code, detail, params, fields } = error
  const coded = form === 'text' && { code, params }
  if (status !== 422) return { detail, ...coded, ...fields }
  const problems = boundInputs(error.problems)
  if (form === 'list') return { detail: problems }
  const first: ValidationProblem | undefined = problems[0]
  return { detail: first === undefined ? detail : problemText(first), ...coded, errors: problems, ...fields }
}

/** Characters of JSON; paths and queries are bounded already. */
const MAX_INPUT = 1000

/** Leaves out inputs that are too long. A body with many missing fields is measured once. */
function boundInputs(problems: readonly ValidationProblem[]): ValidationProblem[] {
  const short = new Map<unknown, boolean>()
  const isShort = (input: unknown): boolean => {
    const known = short.get(input) ?? JSON.stringify(input).length <= MAX_INPUT
    short.set(input, known)
    return known
  }
  return problems.map((problem) => {
    const { input, ...rest } = problem
    if (problem.loc[0] !== 'body' || input === undefined) return problem
    if (typeof input !== 'string') return isShort(input) ? problem : rest
    return input.length <= MAX_INPUT ? problem : { ...problem, input: `${input.slice(0, MAX_INPUT).toWellFormed()}…` }
  })
}

/** Answers requests that Node could not parse: broken HTTP, headers too large, a client too slow. */
export const clientErrorWriter =
  (form: ErrorForm) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (socket.destroyed || error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { status, code } = CLIENT_ERRORS[error.code ?? ''] ?? { status: 400, code: 'bad_request' }
    const body = JSON.stringify({ detail: STATUS_CODES[status], ...(form === 'text' && { code }) })
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }

const CLIENT_ERRORS: Readonly<Record<string, { readonly status: number; readonly code: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'headers_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request_timeout' },
}
