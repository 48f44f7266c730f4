import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Translations } from '@satchel/extension-sdk/text'
import { objectSchema, rowSchema } from '@satchel/extension-sdk/shape-schema'
import type { HttpApp } from '@satchel/http/http-app'
import { isAskedInside } from '@satchel/http/inside-door'
import { prefersPage } from '@satchel/http/requests/prefers-page'
import { ServiceError, STATUS_OF } from '@satchel/http/service-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { sendPage } from '../../pages/page.routes.ts'
import { answerProblem } from '../../pages/problem-page.ts'
import { visitorOf } from '../../pages/visitor-of.ts'
import { type Answer, type AnyRoute, askExtension, type ServedRoute } from './ask-extension.ts'
import { capital } from './capital.ts'
import { STATE_ROUTE, VERIFY_ROUTE } from './invoice-state.ts'
import { isPageRoute, isVisit } from './is-visit.ts'
import type { OpenFile } from './open-file.ts'
import { fieldProblemsOf, mayBePlainForm, pageBehind, readPlainForm } from './plain-form.ts'
import { AS_IT_IS, propertiesOf, REPEATABLE, ERRORS_AS_PAGES, unsafe, WHICH_WALLET } from './route-schemas.ts'
import type { ServeDeps } from './serve-items.ts'

export interface OwnRoutesDeps extends ServeDeps {
  /** What every visitor of a page should know. */
  readonly notice: string | undefined
}

/** Everything of a built-in below its own path and the paths it claims, from its definition. */
export function ownRoutes(app: HttpApp, deps: OwnRoutesDeps, extension: AnyExtension): void {
  const { id: extId, permissions } = extension.manifest
  const receives = permissions.some(({ id }) => id === 'receive')
  const all = { extId, translations: extension.translations }
  const below: Record<string, AnyRoute> = {
    ...(receives && { 'GET /state/:payment_hash': STATE_ROUTE, 'GET /verify/:payment_hash': VERIFY_ROUTE }),
    ...extension.routes,
  }
  for (const [key, route] of Object.entries(below)) {
    const [method = '', path = ''] = key.split(' ')
    addRoute(app, deps, { ...all, method, path, url: `/${extId}${path}`, route, hasPage: 'GET /p/:id' in below })
  }
  for (const [key, route] of Object.entries(extension.claims ?? {})) {
    const [method = '', url = ''] = key.split(' ')
    addRoute(app, deps, { ...all, method, path: url, url, route: route as AnyRoute, hasPage: false })
  }
}

interface Added {
  readonly extId: string
  readonly translations: Translations | undefined
  readonly method: string
  readonly path: string
  readonly url: string
  readonly route: AnyRoute
  /** Items of the extension have a page, `/p/{id}`. */
  readonly hasPage: boolean
}

const RULES = { public: 'anyone', lnurl: 'anyone', invoice: 'invoice-key', admin: 'admin-key' } as const

function addRoute(app: HttpApp, deps: OwnRoutesDeps, added: Added): void {
  const { extId, method, path, url, route, hasPage, translations } = added
  const served: ServedRoute = { extId, path, route, notice: deps.notice, translations }
  const params = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const isPage = isPageRoute(served)
  const mayBeForm = route.form === true || mayBePlainForm(method, route.access)
  const isForm = mayBeForm && !isPage && route.formatError === undefined
  const usual = usualBody(route)
  app.route({
    method,
    url,
    config: {
      access: RULES[route.access],
      bodyOptional: usual !== undefined,
      form: route.form === true,
      inside: route.access === 'lnurl',
      ...(isVisit(method, served) && { rateLimited: 'visit' }),
    },
    schema: {
      tags: [extId],
      operationId: operationId(extId, method, path),
      summary: route.summary,
      description: describe(method, route, isForm),
      ...(params.length > 0 && { params: paramsSchema(params) }),
      querystring: unsafe({
        type: 'object',
        ...objectSchema(route.query ?? {}),
        properties: {
          ...(route.access === 'public' || route.access === 'lnurl' ? {} : WHICH_WALLET),
          ...propertiesOf(route.query),
        },
      }),
      ...(route.body !== undefined && { body: unsafe(objectSchema(route.body)) }),
      response: { ...(isPage && PROBLEM_PAGES), [route.status ?? 200]: answerOf(route, isPage) },
    },
    ...AS_IT_IS,
    ...(isForm && { onRequest: readFields }),
    ...problemAnswers(deps, served, { isPage, isForm, hasPage }),
    handler(request, reply) {
      if (request.body === undefined && usual !== undefined) request.body = { ...usual }
      return serve(deps, served, request, reply)
    },
  })
}

function readFields(request: FastifyRequest, _reply: FastifyReply, goOn: () => void): void {
  readPlainForm(request)
  goOn()
}

function describe(method: string, { access, description = '' }: AnyRoute, isForm: boolean): string {
  const isRepeatable = method !== 'GET' && (access === 'invoice' || access === 'admin')
  const more = isRepeatable ? REPEATABLE : isForm ? ERRORS_AS_PAGES : ''
  return `${description} ${more}`.trim()
}

/** What a request without a body means: the defaults; undefined = a field is required, or there is no body to send. */
function usualBody({ body }: AnyRoute): Readonly<Record<string, unknown>> | undefined {
  if (body === undefined) return undefined
  const fields = Object.entries(body)
  if (!fields.every(([, field]) => field.optional === true || field.default !== undefined)) return undefined
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]])),
  )
}

/** Errors are plain JSON unless readers expect something else; unexpected ones are logged in every case. */
function problemAnswers(deps: OwnRoutesDeps, served: ServedRoute, kind: RouteKind) {
  const send = problemWriter(deps, served, kind)
  if (send === undefined) return {}
  const errorHandler = (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    // A program asked: it is answered as everywhere.
    if (kind.isForm && !prefersPage(request)) throw error
    if (!(error instanceof ServiceError) && problemOf(error).code >= 500) {
      deps.host.deps.log.error({ id: request.id, route: request.routeOptions.url, err: error }, 'request failed')
    }
    if (error instanceof ServiceError && error.more.headers !== undefined) reply.headers(error.more.headers)
    send(error, reply)
  }
  return { errorHandler }
}

interface RouteKind {
  readonly isPage: boolean
  /** A form may come from a browser, as a page, or a program may ask: each is answered in its own way. */
  readonly isForm: boolean
  readonly hasPage: boolean
}

function problemWriter(
  deps: OwnRoutesDeps,
  served: ServedRoute,
  { isPage, isForm, hasPage }: RouteKind,
): ((error: Error, reply: FastifyReply) => void) | undefined {
  const { route } = served
  if (route.access === 'lnurl') return (error, reply) => void sendLnurlError(error, reply)
  if (isPage) return (error, reply) => void sendErrorPage(deps, served, problemOf(error), reply)
  if (isForm) {
    return (error, reply) => {
      const back = hasPage ? pageBehind(served.path, reply.request) : undefined
      const { code, detail } = problemOf(error)
      sendErrorPage(deps, served, { code, detail: fieldProblemsOf(error) ?? detail, back }, reply)
    }
  }
  if (route.formatError === undefined) return undefined
  return (error, reply) => {
    const { code, detail } = problemOf(error)
    reply.code(200).send(route.formatError?.(code, detail))
  }
}

const paramsSchema = (names: readonly string[]): TSchema =>
  unsafe({
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        { type: 'string', maxLength: 1024, description: `The ${name.replaceAll('_', ' ')}.` },
      ]),
    ),
    required: names,
  })

const page = (description: string): TSchema =>
  unsafe({ description, content: { 'text/html': { schema: { type: 'string' } } } })

/** People read what went wrong on a page, too. */
const PROBLEM_PAGES = {
  400: page('It cannot be done; the page says why.'),
  404: page('Not found.'),
  422: page('A value is missing or wrong.'),
  429: page('Too often.'),
}

function answerOf(route: AnyRoute, isPage: boolean): TSchema {
  if (isPage) return page('The page.')
  if (route.replyType === 'text') return unsafe({ type: 'string', description: 'Plain text, not JSON.' })
  const shape = rowSchema(route.reply ?? {})
  return route.replyType === 'list'
    ? unsafe({ type: 'array', items: shape, description: 'Newest first.' })
    : unsafe({ ...shape, description: 'Done.' })
}

/** `POST /public/:id/tips` → `tipjarPostPublicIdTips`; `/api/v1` goes without saying. */
const operationId = (extId: string, method: string, path: string): string =>
  `${extId}${capital(method.toLowerCase())}${path
    .replace(/^\/api\/v1/, '')
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('')}`

function problemOf(error: Error & { readonly statusCode?: number }): {
  readonly code: number
  readonly detail: string
} {
  if (error instanceof ServiceError) return { code: STATUS_OF[error.code], detail: error.detail }
  const { statusCode: code = 500 } = error
  if (code >= 400 && code < 500) return { code, detail: 'The request cannot be read.' }
  return { code: 500, detail: 'Something went wrong; try again later.' }
}

async function serve(
  deps: ServeDeps,
  served: ServedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return send(deps, served, await askExtension(deps, served, request), reply)
}

function send({ host }: ServeDeps, served: ServedRoute, answer: Answer, reply: FastifyReply): FastifyReply {
  if ('json' in answer) {
    return reply
      .code(answer.status ?? served.route.status ?? 200)
      .headers(answer.headers ?? {})
      .send(answer.json)
  }
  if ('page' in answer) {
    const { publicUrl, vault } = host.deps
    const path = pathOf(reply.request, served.extId)
    return sendPage(reply.code(answer.status ?? 200), answer.page, {
      extId: served.extId,
      path,
      publicUrl,
      vault,
      notice: served.notice,
      translations: served.translations,
    })
  }
  if ('text' in answer)
    return reply
      .headers(answer.headers ?? {})
      .type(answer.type)
      .send(answer.text)
  if ('file' in answer) return sendFile(answer.file, reply)
  if ('redirect' in answer) return reply.redirect(answer.redirect, 303)
  throw new Error('a route cannot wait twice')
}

/** A reader that takes nothing for so long is no reader; the connection alone knows, because buffers hide it. */
function sendFile({ status, headers, body, idleMs }: OpenFile, reply: FastifyReply): FastifyReply {
  reply.raw.setTimeout(idleMs, () => reply.raw.destroy())
  if (headers['content-type'] === undefined) reply.type('application/octet-stream')
  return reply.code(status).headers(headers).send(body)
}

/** The path below the extension, without its query. */
const pathOf = ({ url }: FastifyRequest, extId: string): string => (url.split('?')[0] ?? '').slice(extId.length + 1)

/** As LNURL defines it: clients read the body and not the status (LUD-01). */
function sendLnurlError(error: unknown, reply: FastifyReply): FastifyReply {
  // The service itself asks, for an account: it retries after a 429, or passes it on.
  if (isAskedInside(reply.request) && error instanceof ServiceError && error.code === 'rate_limited') {
    return reply.code(429).send({ detail: error.detail })
  }
  const reason = error instanceof ServiceError ? error.detail : 'Something went wrong; try again later.'
  return reply.code(200).send({ status: 'ERROR', reason })
}

/** People read a page. */
function sendErrorPage(
  { host }: ServeDeps,
  { extId, notice, translations }: ServedRoute,
  { code, detail, back }: { readonly code: number; readonly detail: string; readonly back?: string | undefined },
  reply: FastifyReply,
): FastifyReply {
  const { publicUrl } = host.deps
  const problem = { status: code, detail, ...(back !== undefined && { back: `/${extId}${back}` }) }
  const { headers, body } = answerProblem(problem, { publicUrl, notice, translations, ...visitorOf(reply.request) })
  return reply.code(code).headers(headers).send(body)
}
