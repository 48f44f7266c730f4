import { objectSchema, rowSchema } from '@satchel/extension-sdk/shape-schema'
import type { Translations } from '@satchel/extension-sdk/text'
import { ErrorBody } from '@satchel/http/error-body'
import { schemaRef } from '@satchel/http/schema-ref'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { requireFreshProof } from '../../../access/fresh-proof.ts'
import type { AnyRoute, ServedRoute } from './ask-extension.ts'
import { capital } from './capital.ts'
import { routeGrantsAccess } from './grants-access.ts'
import { InvoiceState, STATE_ROUTE } from './invoice-state.ts'
import { answersHead, isForStrangers, isPageRoute } from './is-visit.ts'
import { mayBePlainForm, readPlainForm } from './plain-form.ts'
import { bodyLimitOf, classOf, ROUTE_CLASSES } from './route-class.ts'
import { problemAnswers } from './route-problems.ts'
import { AS_IT_IS, ERRORS_AS_PAGES, propertiesOf, REPEATABLE, unsafe, WHICH_WALLET } from './route-schemas.ts'
import { sendAnswer } from './send-answer.ts'
import type { ServeDeps } from './serve-items.ts'

export interface OwnRoutesDeps extends ServeDeps {
  /** A notice on every page, for visitors. */
  readonly notice: string | undefined
}

/** One route of an extension, and where it is. */
export interface PlacedRoute {
  readonly extId: string
  readonly translations: Translations | undefined
  readonly method: string
  readonly path: string
  readonly url: string
  readonly route: AnyRoute
  /** Items of the extension have a page, `/p/{id}`. */
  readonly hasPage: boolean
}

/** The route as the app takes it. */
export function toRouteOptions(deps: OwnRoutesDeps, placed: PlacedRoute) {
  const { extId, method, path, url, route, hasPage, translations } = placed
  const served: ServedRoute = { extId, path, route, notice: deps.notice, translations }
  const params = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const isPage = isPageRoute(served)
  const mayBeForm = route.form === true || mayBePlainForm(method, route.access)
  const isForm = mayBeForm && !isPage && route.formatError === undefined
  const usual = usualBody(route)
  const grantsAccess = routeGrantsAccess(route)
  return {
    method,
    url,
    config: { ...ROUTE_CLASSES[classOf(placed)], bodyOptional: usual !== undefined, grantsAccess },
    bodyLimit: bodyLimitOf(classOf(placed)),
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
          ...(isForStrangers(served) ? {} : WHICH_WALLET),
          ...propertiesOf(route.query),
        },
      }),
      ...(route.body !== undefined && { body: unsafe(objectSchema(route.body)) }),
      response: { ...(isPage ? PROBLEM_PAGES : NOT_THERE), [route.status ?? 200]: answerOf(route, isPage) },
    },
    ...AS_IT_IS,
    exposeHeadRoute: answersHead(served),
    ...(isForm && { onRequest: readFields }),
    ...problemAnswers(deps, served, { isPage, isForm, hasPage }),
    handler(request: FastifyRequest, reply: FastifyReply) {
      // A route of a package is reached through the route of its class, which cannot declare it.
      if (grantsAccess) requireFreshProof(request.principal)
      if (request.body === undefined && usual !== undefined) request.body = { ...usual }
      return sendAnswer(deps, served, request, reply)
    },
  }
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

/** The default body of a request without one; undefined = a field is required, or the route has no body. */
function usualBody({ body }: AnyRoute): Readonly<Record<string, unknown>> | undefined {
  if (body === undefined) return undefined
  const fields = Object.entries(body)
  if (!fields.every(([, field]) => field.optional === true || field.default !== undefined)) return undefined
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]])),
  )
}

/** Path parameters in the API documentation, by name; those of packages are only named. */
const PARAM_TEXTS: Readonly<Record<string, string>> = {
  address: 'On-chain address; of `nostrnip5` the id of the address.',
  appointment: 'Id of the booking.',
  charge: 'Id of the cash-out.',
  claim: 'Id of the scanned code.',
  closing: 'Id of the closing.',
  code: 'Code of the voucher.',
  css: 'Name of the style sheet; ignored.',
  external_id: 'Id of the card in the address written to it.',
  file: 'Name of the file.',
  hash: 'Id of the link in its public URLs.',
  hit: 'Id of the tap.',
  id: 'Id of the item.',
  invoice: 'Payment hash, or the whole invoice.',
  job: 'Id of the payout.',
  link: 'Secret part of the download link.',
  offer: 'The offer that the payer was shown, as its callback URL has it.',
  order: 'Id of the order.',
  payment_hash: 'Payment hash of the invoice, 64 hex digits.',
  range: 'Id of the closed time.',
  ticket: 'Id of the ticket.',
  tip: 'Id of the tip.',
  username: 'Part of the Lightning address before the `@`.',
}

const paramsSchema = (names: readonly string[]): TSchema =>
  unsafe({
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        { type: 'string', maxLength: 1024, description: PARAM_TEXTS[name] ?? `The ${name.replaceAll('_', ' ')}.` },
      ]),
    ),
    required: names,
  })

const page = (description: string): TSchema =>
  unsafe({ description, content: { 'text/html': { schema: { type: 'string' } } } })

/** Errors are also shown as pages. */
const PROBLEM_PAGES = {
  400: page('It cannot be done; the page says why.'),
  404: page('Not found.'),
  422: page('A value is missing or wrong.'),
  429: page('Too often.'),
}

/** Also for a path without parameters: the query may name something that does not exist. */
const NOT_THERE = { 404: schemaRef(ErrorBody, 'Not found.') }

function answerOf(route: AnyRoute, isPage: boolean): TSchema {
  if (isPage) return page('The page.')
  if ((route.status ?? 200) >= 300) return Type.Null({ description: 'Redirect to another URL.' })
  if (route.replyType === 'text') {
    const media = route.replyMedia ?? '*/*'
    return unsafe({ description: 'Answer other than JSON.', content: { [media]: { schema: { type: 'string' } } } })
  }
  if (route === STATE_ROUTE) return schemaRef(InvoiceState, 'Done.')
  const shape = rowSchema(route.reply ?? {})
  if (route.replyType !== 'list') return unsafe({ ...shape, description: 'Done.' })
  const list = { type: 'array', items: shape }
  return route.formatError === undefined
    ? unsafe({ ...list, description: 'Newest first.' })
    : unsafe({ anyOf: [list, { type: 'object' }], description: 'Newest first; or an error.' })
}

/** `POST /public/:id/tips` → `tipjarPostPublicIdTips`; `/api/v1` is omitted. */
const operationId = (extId: string, method: string, path: string): string =>
  `${extId}${capital(method.toLowerCase())}${path
    .replace(/^\/api\/v1/, '')
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('')}`
