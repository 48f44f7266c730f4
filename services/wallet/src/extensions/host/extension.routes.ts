import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { itemSchema, type JsonSchema, objectSchema, patchSchema, rowSchema } from '@satchel/extension-sdk/shape-schema'
import type { Shape } from '@satchel/extension-sdk/shape'
import { refuse } from '@satchel/extension-sdk/refusal'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { ServiceError, STATUS_OF } from '@satchel/http/service-error'
import { writeVerifyAnswer } from '@satchel/lnurl/plain-answers'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Detail } from '../../payments/payment-schemas.ts'
import { toItemJson } from './item-json.ts'
import {
  createItem,
  deleteItem,
  getItem,
  listItems,
  openOwnerRequest,
  type ServeDeps,
  updateItem,
} from './serve-items.ts'
import { type AnyRoute, sendErrorPage, sendLnurlError, type ServedRoute, serveRoute } from './serve-route.ts'

export interface ExtensionRoutesDeps extends ServeDeps {
  readonly builtIns: readonly AnyExtension[]
  readonly notice: string | undefined
}

/** Every path of the built-in extensions, from their definitions. */
export function extensionRoutes(app: HttpApp, deps: ExtensionRoutesDeps): void {
  for (const extension of deps.builtIns) {
    itemRoutes(app, deps, extension)
    publicItemRoute(app, deps, extension)
    if (extension.manifest.permissions.some(({ id }) => id === 'receive')) invoiceStateRoutes(app, deps, extension)
    for (const [key, route] of Object.entries(extension.routes ?? {}))
      ownRoute(app, deps, extension, key, route as AnyRoute)
    for (const [key, route] of Object.entries(extension.claims ?? {}))
      claimedRoute(app, deps, extension, key, route as AnyRoute)
    assetRoutes(app, extension)
  }
}

const unsafe = (schema: JsonSchema): TSchema => Type.Unsafe(schema as object)

/** What is sent has been chosen field by field already. */
const AS_IT_IS = { serializerCompiler: () => (body: unknown) => JSON.stringify(body) }

const WHICH: Record<string, JsonSchema> = {
  wallet_id: { type: 'string', maxLength: 64, description: 'With an access token: which of your wallets.' },
}
const ITEM_ID = unsafe({
  type: 'object',
  properties: { id: { type: 'string', maxLength: 128, description: 'Identifies it.' } },
  required: ['id'],
})

/** The five endpoints (Spec, Per-extension endpoints), with and without the slash at the end. */
function itemRoutes(app: HttpApp, deps: ServeDeps, extension: AnyExtension): void {
  const { id: extId } = extension.manifest
  const noun = extension.noun ?? 'item'
  const shape = extension.resource as Shape
  const answer = (viewer: 'admin' | 'creator', description: string) =>
    unsafe({ ...itemSchema(shape, viewer), description })
  const common = { tags: [extId], querystring: unsafe({ type: 'object', properties: WHICH }) }
  const add = (method: 'GET' | 'POST', config: RouteOptions['config'], schema: object, handler: Handler): void => {
    app.route({ method, url: `/${extId}/api/v1/`, config: config ?? {}, schema, handler, ...AS_IT_IS })
    app.route({
      method,
      url: `/${extId}/api/v1`,
      config: config ?? {},
      schema: { ...schema, hide: true },
      handler,
      ...AS_IT_IS,
    })
  }
  add('GET', { access: 'invoice-key' }, listSchema(extension), async (request, reply) =>
    listItems(deps, await openOwnerRequest(deps, extId, request), request.query as Record<string, unknown>, reply),
  )
  const create = {
    ...common,
    operationId: `${extId}Create`,
    summary: `Create a ${noun}`,
    description: `${extension.manifest.short_description} Fields it does not know are ignored.`,
    body: bodySchema(shape),
    response: { 201: answer('creator', `The ${noun}, with everything that is shown only now.`) },
  }
  add('POST', { access: 'admin-key' }, create, async (request, reply) => {
    reply.code(201)
    return createItem(deps, await openOwnerRequest(deps, extId, request), request)
  })
  const one = { ...common, params: ITEM_ID }
  const url = `/${extId}/api/v1/:id`
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id
  app.route({
    method: 'GET',
    url,
    config: { access: 'invoice-key' },
    schema: {
      ...one,
      operationId: `${extId}Get`,
      summary: `A ${noun}`,
      description: `404 for those of other wallets.`,
      response: { 200: answer('admin', `The ${noun}.`) },
    },
    ...AS_IT_IS,
    handler: async (request) => getItem(deps, await openOwnerRequest(deps, extId, request), idOf(request)),
  })
  app.route({
    method: 'PUT',
    url,
    config: { access: 'admin-key' },
    schema: {
      ...one,
      operationId: `${extId}Update`,
      summary: `Change a ${noun}`,
      description: 'What is not given stays as it is; `null` takes an optional field away.',
      body: unsafe(patchSchema(shape)),
      response: { 200: answer('admin', `The ${noun}, as it is now.`) },
    },
    ...AS_IT_IS,
    handler: async (request) => updateItem(deps, await openOwnerRequest(deps, extId, request), request, idOf(request)),
  })
  app.route({
    method: 'DELETE',
    url,
    config: { access: 'admin-key' },
    schema: {
      ...one,
      operationId: `${extId}Delete`,
      summary: `Delete a ${noun}`,
      description: 'Refused (400) while a payment of it is under way. What is paid late still arrives in the wallet.',
      response: { 200: Type.Unsafe({ ...schemaRef(Detail), description: 'Deleted.' }) },
    },
    ...AS_IT_IS,
    handler: async (request) => deleteItem(deps, await openOwnerRequest(deps, extId, request), idOf(request)),
  })
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function bodySchema(shape: Shape): TSchema {
  const { properties, ...rest } = objectSchema(shape) as { properties: object }
  const wallet = { type: 'string', maxLength: 64, description: 'One of your wallets; default: that of the key.' }
  return unsafe({ ...rest, properties: { ...properties, wallet } })
}

function listSchema(extension: AnyExtension): object {
  const { id: extId } = extension.manifest
  const noun = extension.noun ?? 'item'
  const shape = extension.resource as Shape
  const filters = (extension.filters ?? []).map((name) => [
    name,
    { type: 'string', maxLength: 128, description: `Only those with this ${name}.` },
  ])
  return {
    tags: [extId],
    operationId: `${extId}List`,
    summary: `The ${noun}s of the wallet`,
    description:
      'Newest first; `X-Total-Count` says how many there are. A token without `wallet_id` lists those of all its wallets.',
    querystring: unsafe({
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'Page size, 1 to 100.' },
        offset: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0, description: 'How many to skip.' },
        ...WHICH,
        ...Object.fromEntries(filters),
      },
    }),
    response: { 200: unsafe({ type: 'array', items: itemSchema(shape, 'admin'), description: 'One page.' }) },
  }
}

/** What everybody may see of an item, where its definition has anything of the kind. */
function publicItemRoute(app: HttpApp, deps: ServeDeps, extension: AnyExtension): void {
  const { id: extId } = extension.manifest
  const shape = extension.resource as Shape
  const isPublic = Object.values(shape).some((field) => field.show === 'public')
  if (!isPublic || extension.routes?.['GET /public/:id'] !== undefined) return
  const route: AnyRoute = {
    access: 'public',
    summary: `What everybody may see of a ${extension.noun ?? 'item'}`,
    description: 'For pages and programs of visitors.',
    handle: async () => ({ json: null }),
  }
  app.route({
    method: 'GET',
    url: `/${extId}/public/:id`,
    config: { access: 'anyone' },
    schema: {
      tags: [extId],
      operationId: `${extId}Public`,
      summary: route.summary,
      description: route.description ?? '',
      params: ITEM_ID,
      response: { 200: unsafe({ ...itemSchema(shape, 'public'), description: 'The public fields.' }) },
    },
    ...AS_IT_IS,
    handler: async (request) => {
      const present = deps.system.find(extId)
      if (present === undefined || !present.available) throw new ServiceError('not_found', 'There is nothing here.')
      const { id } = request.params as { id: string }
      return deps.host.run(extension, { trigger: { by: 'visitor', address: request.ip } }, async (_ctx, one) => {
        const row = await one.rows.stored('items', id)
        if (row === undefined) throw new ServiceError('not_found', 'There is nothing here.')
        return toItemJson(extension, one, row, 'public')
      })
    },
  })
}

/** How an own invoice stands: for pages (`/state/…`) and for payers' wallets (`/verify/…`, LUD-21). */
function invoiceStateRoutes(app: HttpApp, deps: ExtensionRoutesDeps, extension: AnyExtension): void {
  addRoute(app, deps, {
    extension,
    method: 'GET',
    path: '/state/:payment_hash',
    url: `/${extension.manifest.id}/state/:payment_hash`,
    route: STATE,
  })
  addRoute(app, deps, {
    extension,
    method: 'GET',
    path: '/verify/:payment_hash',
    url: `/${extension.manifest.id}/verify/:payment_hash`,
    route: VERIFY,
  })
}

const STATE: AnyRoute = {
  access: 'public',
  summary: 'Whether an invoice of its pages is paid',
  description: 'For pages that wait for a payment.',
  reply: {
    paid: { type: 'bool', doc: 'The money is there.' },
    expired: { type: 'bool', doc: 'It can no longer be paid.' },
    expires_at: { type: 'text', max: 30, doc: 'Until when it can be paid: ISO 8601.' },
  },
  async handle({ params }, ctx) {
    const invoice = await ctx.wallets.invoice(params['payment_hash'] ?? '')
    if (invoice === null) throw refuse('There is no such invoice.', 404)
    const { status, expiresAt } = invoice
    return { json: { paid: status === 'paid', expired: status === 'expired', expires_at: expiresAt } }
  },
}

const VERIFY: AnyRoute = {
  access: 'lnurl',
  summary: 'Whether an invoice is paid, for the payer’s wallet',
  description: 'LUD-21: `settled`, and the `preimage` when it is.',
  async handle({ params }, ctx) {
    const invoice = await ctx.wallets.invoice(params['payment_hash'] ?? '')
    if (invoice === null) throw refuse('Not found', 404)
    return { json: writeVerifyAnswer({ bolt11: invoice.paymentRequest, preimage: invoice.preimage }) }
  },
}

function ownRoute(
  app: HttpApp,
  deps: ExtensionRoutesDeps,
  extension: AnyExtension,
  key: string,
  route: AnyRoute,
): void {
  const [method = '', path = ''] = key.split(' ')
  addRoute(app, deps, { extension, method, path, url: `/${extension.manifest.id}${path}`, route })
}

/** A path outside its own, which the manifest names. */
function claimedRoute(
  app: HttpApp,
  deps: ExtensionRoutesDeps,
  extension: AnyExtension,
  key: string,
  route: AnyRoute,
): void {
  const [method = '', url = ''] = key.split(' ')
  addRoute(app, deps, { extension, method, path: url, url, route })
}

interface Added {
  readonly extension: AnyExtension
  readonly method: string
  readonly path: string
  readonly url: string
  readonly route: AnyRoute
}

const RULES = { public: 'anyone', lnurl: 'anyone', invoice: 'invoice-key', admin: 'admin-key' } as const

function addRoute(app: HttpApp, deps: ExtensionRoutesDeps, { extension, method, path, url, route }: Added): void {
  const { id: extId } = extension.manifest
  const served: ServedRoute = { extId, path, route, notice: deps.notice }
  const params = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const isPage = path.startsWith('/p/')
  app.route({
    method: method as 'GET',
    url,
    config: { access: RULES[route.access] },
    schema: {
      tags: [extId],
      operationId: operationId(extId, method, path),
      summary: route.summary,
      description: route.description ?? '',
      ...(params.length > 0 && { params: paramsSchema(params) }),
      querystring: unsafe({
        type: 'object',
        ...objectSchema(route.query ?? {}),
        properties: {
          ...(route.access === 'public' || route.access === 'lnurl' ? {} : WHICH),
          ...propertiesOf(route.query),
        },
      }),
      ...(route.body !== undefined && { body: unsafe(objectSchema(route.body)) }),
      response: { [route.status ?? 200]: answerOf(route, isPage) },
    },
    ...AS_IT_IS,
    ...(route.access === 'lnurl' && {
      errorHandler: (error: unknown, _request, reply) => sendLnurlError(error, reply),
    }),
    ...(isPage && {
      errorHandler: (error: Error, _request, reply) => sendErrorPage(deps, served, problemOf(error), reply),
    }),
    handler: (request, reply) => serveRoute(deps, served, request, reply),
  })
}

const propertiesOf = (shape: Shape | undefined): object =>
  (objectSchema(shape ?? {}) as { properties: object }).properties

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

function answerOf(route: AnyRoute, isPage: boolean): TSchema {
  if (isPage) return Type.Unsafe({ type: 'string', description: 'The page, HTML.' })
  const shape = rowSchema(route.reply ?? {})
  return route.replyIs === 'list'
    ? unsafe({ type: 'array', items: shape, description: 'Newest first.' })
    : unsafe({ ...shape, description: 'Done.' })
}

/** `POST /public/:id/tips` → `tipjarPostPublicIdTips`. */
const operationId = (extId: string, method: string, path: string): string =>
  `${extId}${capital(method.toLowerCase())}${path
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('')}`

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const problemOf = (error: Error): { readonly code: number; readonly detail: string } =>
  error instanceof ServiceError
    ? { code: STATUS_OF[error.code], detail: error.detail }
    : { code: 500, detail: 'Something went wrong; try again later.' }

const FOR_AN_HOUR = { 'Cache-Control': 'public, max-age=3600' }

function assetRoutes(app: HttpApp, { manifest, assets }: AnyExtension): void {
  for (const [name, { type, text }] of Object.entries(assets ?? {})) {
    app.get(
      `/${manifest.id}/assets/${name}`,
      { config: { access: 'anyone' }, schema: { hide: true } },
      async (_request, reply) => reply.headers(FOR_AN_HOUR).type(type).send(text),
    )
  }
}
