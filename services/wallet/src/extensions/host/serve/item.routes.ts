import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'
import { itemSchema } from '@satchel/extension-sdk/shape-schema'
import { LARGE_BODY_BYTES } from '@satchel/http/body-limits'
import type { HttpApp } from '@satchel/http/http-app'
import { notFound } from '@satchel/http/service-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireFreshProof } from '../../../access/fresh-proof.ts'
import { shownBy } from '../../../access/shown-credential.ts'
import { answerOnce, claimOfRequest, type Keep } from '../run/answer-once.ts'
import { itemsGrantAccess } from './grants-access.ts'
import { inOwnersLanguage } from './in-owners-language.ts'
import { toItemJson } from './item-json.ts'
import { AS_IT_IS, ITEM_ID, itemSchemas, unsafe } from './route-schemas.ts'
import {
  createItem,
  deleteItem,
  getItem,
  listItems,
  type OwnerRequest,
  openOwnerRequest,
  type ServeDeps,
  updateItem,
} from './serve-items.ts'
import { withArticle } from './with-article.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The five endpoints (rule W22). */
export type ItemHandlers = Readonly<Record<'list' | 'create' | 'get' | 'update' | 'delete', Handler>>

/** The handlers of these routes, for any extension. */
export function itemHandlers(deps: ServeDeps, extIdOf: (request: FastifyRequest) => string): ItemHandlers {
  const open = (request: FastifyRequest) => openOwnerRequest(deps, extIdOf(request), request)
  /** Also asked for here: the routes of packages, which change at run time, cannot declare it. */
  const openProven = async (request: FastifyRequest) => {
    const asked = await open(request)
    if (!itemsGrantAccess(asked.extension)) return asked
    requireFreshProof(request.principal)
    return { ...asked, shown: shownBy(request) }
  }
  const once = async <T>(
    { extension }: OwnerRequest,
    request: FastifyRequest,
    work: (keep: Keep<T> | undefined) => Promise<T>,
  ): Promise<T> =>
    inOwnersLanguage(extension, request, async () => {
      const claim = claimOfRequest(deps.host.deps, request, extension.resource as Shape)
      return (await answerOnce(deps.host.deps, claim, work)).value
    })
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id
  return {
    async list(request, reply) {
      const asked = await open(request)
      const page = await listItems(deps, asked, request.query as Record<string, unknown>)
      reply.header('X-Total-Count', page.total)
      return inOwnersLanguage(asked.extension, request, async () => page.items)
    },
    async create(request, reply) {
      reply.code(201)
      const asked = await openProven(request)
      return once(asked, request, (keep) => createItem(deps, asked, request, keep))
    },
    async get(request) {
      const asked = await open(request)
      return inOwnersLanguage(asked.extension, request, async () => getItem(deps, asked, idOf(request)))
    },
    async update(request) {
      const asked = await openProven(request)
      return once(asked, request, (keep) => updateItem(deps, asked, request, { id: idOf(request), keep }))
    },
    async delete(request) {
      const asked = await open(request)
      return once(asked, request, (keep) => deleteItem(deps, asked, { id: idOf(request), keep }))
    },
  }
}

/** The five endpoints of a built-in, with and without the slash at the end, and under their older path. */
export function itemRoutes(app: HttpApp, deps: ServeDeps, extension: AnyExtension): void {
  const base = `/${extension.manifest.id}/api/v1`
  const schemas = itemSchemas(extension)
  const handlers = itemHandlers(deps, () => extension.manifest.id)
  const grantsAccess = itemsGrantAccess(extension)
  const alias = extension.itemsAlias === undefined ? [] : [`${base}/${extension.itemsAlias}`]
  for (const [url, hide] of [[`${base}/`, false] as const, ...[base, ...alias].map((one) => [one, true] as const)]) {
    const list = { ...schemas.list, hide }
    const create = { ...schemas.create, hide }
    const listedAs = `${base}/`
    const [reads, writes] = [
      { ...READS, listedAs },
      { ...WRITES, listedAs, grantsAccess },
    ]
    app.route({ method: 'GET', url, config: reads, schema: list, handler: handlers.list, ...AS_IT_IS })
    app.route({ method: 'POST', url, config: writes, schema: create, handler: handlers.create, ...LARGE, ...AS_IT_IS })
  }
  for (const [url, hide] of [[`${base}/:id`, false] as const, ...alias.map((one) => [`${one}/:id`, true] as const)]) {
    const [get, update] = [
      { ...schemas.get, hide },
      { ...schemas.update, hide },
    ]
    const remove = { ...schemas.delete, hide }
    const listedAs = `${base}/:id`
    const [reads, writes] = [
      { ...READS, listedAs },
      { ...WRITES, listedAs },
    ]
    app.route({ method: 'GET', url, config: reads, schema: get, handler: handlers.get, ...AS_IT_IS })
    const changes = { ...writes, grantsAccess }
    app.route({ method: 'PUT', url, config: changes, schema: update, handler: handlers.update, ...LARGE, ...AS_IT_IS })
    app.route({ method: 'DELETE', url, config: writes, schema: remove, handler: handlers.delete, ...AS_IT_IS })
  }
}

export const READS = { access: 'invoice-key' } as const
export const WRITES = { access: 'admin-key' } as const
/** Items have pictures and long lists. */
export const LARGE = { bodyLimit: LARGE_BODY_BYTES } as const

/** The public fields of an item, if its definition has any. */
export function publicItemRoute(app: HttpApp, deps: ServeDeps, extension: AnyExtension): void {
  const { id: extId } = extension.manifest
  const shape = extension.resource as Shape
  const isPublic = Object.values(shape).some((field) => field.show === 'public')
  if (!isPublic || extension.routes?.['GET /public/:id'] !== undefined) return
  app.route({
    method: 'GET',
    url: `/${extId}/public/:id`,
    config: { access: 'anyone' },
    schema: {
      tags: [extId],
      operationId: `${extId}Public`,
      summary: `Read the public fields of ${withArticle(extension.noun ?? 'item')}`,
      description: 'For pages and programs of visitors.',
      params: ITEM_ID,
      response: { 200: unsafe({ ...itemSchema(shape, 'public'), description: 'The public fields.' }) },
    },
    ...AS_IT_IS,
    handler: async (request) => {
      const present = deps.system.find(extId)
      if (present === undefined || !present.available) throw notFound('Not found.')
      const { id } = request.params as { id: string }
      return deps.host.run(extension, { trigger: { by: 'visitor', address: request.ip } }, async (_ctx, one) => {
        const row = await one.rows.stored('items', id)
        if (row === undefined) throw notFound('Not found.')
        return toItemJson(extension, one, row, 'public')
      })
    },
  })
}
