import type { IncomingMessage } from 'node:http'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Tracer } from '@satchel/tracing/tracer'
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { TSchema } from 'typebox'
import {
  type AnswerFor,
  clientErrorWriter,
  type ErrorForm,
  type ErrorPage,
  installErrorAnswers,
} from './answers/error-answers.ts'
import { type FollowUp, installFollowUp } from './answers/follow-up.ts'
import { createPreparedRoutes } from './answers/prepared-routes.ts'
import { refuseWhileClosing } from './answers/refuse-while-closing.ts'
import { installRouteTable, type VerbsAt } from './answers/route-table.ts'
import { BODY_BYTES } from './body-limits.ts'
import { type ApiDescription, installOpenApi } from './docs/open-api.ts'
import { CodedErrorBody, ErrorBody, InvalidBody } from './error-body.ts'
import { hasUnreadBody } from './has-unread-body.ts'
import type { HttpApp } from './http-app.ts'
import { installInsideDoor } from './inside-door.ts'
import { installRateLimit, type RateLimit } from './limits/rate-limit.ts'
import { warnOfForwarded } from './limits/warn-of-forwarded.ts'
import type { Log } from './log.ts'
import { type AccessLog, createAccessLog } from './reports/access-log.ts'
import type { HttpMetrics } from './reports/http-metrics.ts'
import { traceRequests } from './reports/trace-requests.ts'
import { isFormBody, readFormBody } from './requests/form-body.ts'
import { parseJsonBody } from './requests/json-body.ts'
import { createRequestIds } from './requests/request-ids.ts'
import { tolerantUrl } from './requests/tolerant-url.ts'
import { createRequestValidator, type RepeatedQuery } from './requests/validate-request.ts'
import { ServiceError } from './service-error.ts'
import { HttpValidationError, ValidationProblem } from './validation-problem.ts'

/** The known data of a request before it is routed. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'headers'>

/** Lets the request pass, or throws 401, 403 or 404. Runs before the body is read. */
export type AccessRule = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>

export interface HttpAppOptions {
  readonly api: ApiDescription
  /** Rule name → check; `undefined` = nothing to check. */
  readonly access: Readonly<Record<string, AccessRule | undefined>>
  /** Schemas with an `$id`, named in `/openapi.json` under it. */
  readonly components: readonly TSchema[]
  /** The form of error bodies. With `text`, a 422 has the list of problems as `errors`. */
  readonly validationDetail: ErrorForm
  /** A repeated query parameter; unset = the last value counts. */
  readonly repeatedQuery?: RepeatedQuery | undefined
  readonly log: Log
  readonly accessLog: AccessLog
  readonly metrics: HttpMetrics
  /** Unset: nothing is traced. */
  readonly tracer?: Tracer | undefined
  readonly rateLimit?: RateLimit | undefined
  /** Peers whose `X-Forwarded-For` is trusted: addresses or CIDR ranges. */
  readonly trustedProxies?: readonly string[] | undefined
  /** Gives an unexpected error its own answer; undefined = 500. The log shows the error either way. */
  readonly answerFor?: AnswerFor | undefined
  /** The error page for a browser that opens an address; unset = all clients get JSON. */
  readonly errorPage?: ErrorPage | undefined
  /** The path and query by which a request is routed; undefined = as requested. */
  readonly rewriteUrl?: ((url: string, request: RequestHead) => string | undefined) | undefined
  /** The verbs of a path that `rewriteUrl` maps to another route. */
  readonly verbsAt?: VerbsAt | undefined
  /** How long a client may take to send a request. Default: 30 s. */
  readonly requestTimeoutMs?: number | undefined
}

/** Creates the Fastify app of both services, with all that they share about HTTP. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const newId = createRequestIds()
  const followUp = createFollowUp(options)
  const prepared = createPreparedRoutes(newId, followUp)
  const app = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    trustProxy:
      options.trustedProxies === undefined || options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    bodyLimit: BODY_BYTES,
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: (request) => {
      const url = tolerantUrl(request.url ?? '/')
      return options.rewriteUrl?.(url, request) ?? url
    },
    requestTimeout: options.requestTimeoutMs ?? 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    clientErrorHandler: clientErrorWriter(options.validationDetail),
    serverFactory: prepared.createServer,
    schemaController: { compilersFactory: { buildSerializer: buildLazySerializer } },
  }).withTypeProvider<TypeBoxTypeProvider>()
  const errors = options.validationDetail === 'list' ? [ErrorBody, HttpValidationError] : [CodedErrorBody, InvalidBody]
  const components = [ValidationProblem, ...errors, ...options.components]
  for (const schema of components) app.addSchema(schema)
  if (options.tracer !== undefined) traceRequests(app, options.tracer)
  installBodies(app)
  installFollowUp(app, followUp)
  refuseWhileClosing(app)
  installErrorAnswers(app, options)
  installAccess(app, options.access)
  installChecks(app, components, options.repeatedQuery)
  installHeaders(app)
  prepared.install(app, options)
  installRouteTable(app, options.verbsAt)
  installInsideDoor(app)
  if (options.trustedProxies !== undefined) warnOfForwarded(app, options.log)
  installRateLimit(app, options.rateLimit)
  installOpenApi(app, options.api)
  return app
}

const buildSerializer = SerializerSelector()

/** Fastify's own, compiled when a route answers for the first time: compiling all routes would slow the start. */
const buildLazySerializer: typeof buildSerializer = (schemas, options) => (route) => {
  let serialize: ReturnType<ReturnType<typeof buildSerializer>> | undefined
  return (body) => (serialize ??= buildSerializer(schemasIn(route.schema, schemas as Schemas), options)(route))(body)
}

type Schemas = Readonly<Record<string, unknown>>

/** The named schemas that a schema refers to. Each of the others would be checked for each route. */
function schemasIn(schema: unknown, all: Schemas, found: Record<string, unknown> = {}): Schemas {
  for (const [, id = ''] of JSON.stringify(schema).matchAll(/"\$ref":"([^"#]+)#/g)) {
    if (id in found) continue
    found[id] = all[id]
    schemasIn(found[id], all, found)
  }
  return found
}

/**
 * JSON only, read by our own strict parser; a body that names no content type is JSON, too, because clients in Go and
 * Rust often name none. A call without a body may carry any content type. Without a route the body is ignored: the
 * answer is 404 or 405.
 */
function installBodies(app: HttpApp): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    /^application\/(?:[\w.-]+\+)?json(?:;|$)/,
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (request.is404) done(null, undefined)
      else readBody(() => parseJsonBody(body), done)
    },
  )
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 || request.is404) done(null, undefined)
    else if (request.routeOptions.config.form === true && isFormBody(request))
      readBody(() => readFormBody(request, body), done)
    else if (request.headers['content-type'] === undefined) readBody(() => parseJsonBody(body), done)
    else done(notJson())
  })
}

function readBody(read: () => unknown, done: (error: Error | null, body?: unknown) => void): void {
  let body: unknown
  try {
    body = read()
  } catch (error) {
    return done(error as Error)
  }
  done(null, body)
}

const notJson = (): ServiceError =>
  new ServiceError({ status: 415, detail: 'Unsupported Media Type: send application/json' })

function installAccess(app: HttpApp, rules: HttpAppOptions['access']): void {
  app.addHook('onRoute', (route) => {
    const name = route.config?.access
    if (name === undefined || !Object.hasOwn(rules, name)) {
      throw new Error(
        `${String(route.method)} ${route.url} states no access rule: config.access must be one of ${Object.keys(rules).join(', ')}`,
      )
    }
    const rule = rules[name]
    if (rule === undefined) return
    const before = route.onRequest === undefined ? [] : [route.onRequest].flat()
    route.onRequest = [
      (request, reply, goOn) => {
        let checked: void | Promise<void>
        try {
          checked = rule(request, reply)
        } catch (error) {
          return goOn(error as Error)
        }
        // Most credentials are cached: awaiting a promise would cost more than the check.
        if (checked === undefined) goOn()
        else checked.then(() => goOn(), goOn)
      },
      ...before,
    ]
  })
}

function installChecks(app: HttpApp, components: readonly TSchema[], repeatedQuery: RepeatedQuery | undefined): void {
  const validator = createRequestValidator(components, repeatedQuery)
  // Our own check runs instead: Fastify stops at the first invalid part and cannot convert leniently.
  app.setValidatorCompiler(() => () => true)
  app.addHook('onRoute', (route) => {
    const check = validator.compile(route.schema, { bodyOptional: route.config?.bodyOptional === true })
    if (check === undefined) return
    const prepare = route.config?.prepareBody
    const before = route.preValidation === undefined ? [] : [route.preValidation].flat()
    route.preValidation = [
      (request, reply, done) => {
        try {
          if (prepare !== undefined) request.body = prepare(request.body)
          if (check(request)) done()
          else reply.callNotFound()
        } catch (error) {
          done(error as Error)
        }
      },
      ...before,
    ]
  })
}

function createFollowUp({ log, accessLog, metrics }: HttpAppOptions): FollowUp {
  const writeLine = createAccessLog(log, accessLog)
  const count = metrics.observe
  return (request, route, status, milliseconds) => {
    count(request.method, route, status, milliseconds)
    writeLine?.(request, route, status, milliseconds)
  }
}

/** In lower case, as they are sent: other names would be converted twice for each answer. */
function installHeaders(app: HttpApp): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id)
    reply.header('access-control-allow-origin', '*')
    // Browsers hide headers only from pages of another origin.
    if (request.headers.origin !== undefined) reply.header('access-control-expose-headers', EXPOSED)
    reply.header('x-content-type-options', 'nosniff')
    // JSON is UTF-8 by definition; the reference answers, and our cached bodies, have no charset.
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8')
      reply.header('content-type', 'application/json')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (hasUnreadBody(request)) reply.header('connection', 'close')
    done(null, payload)
  })
}

const EXPOSED =
  'ETag, X-Request-Id, X-Total-Count, X-Next-Cursor, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset'
