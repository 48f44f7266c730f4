import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'
import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { createRequestValidator, type RequestCheck } from '@satchel/http/requests/validate-request'
import { notFound } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { type ItemHandlers, itemHandlers, LARGE, READS, WRITES } from '../serve/item.routes.ts'
import { toItemJson } from '../serve/item-json.ts'
import { AS_IT_IS, itemSchemas } from '../serve/route-schemas.ts'
import { openOwnerRequest, type ServeDeps } from '../serve/serve-items.ts'

const extIdOf = (request: FastifyRequest): string => (request.params as { ext_id: string }).ext_id

/**
 * The five endpoints and the public items of packages, which change at run time: a package is found by its id, and its
 * schemas check the request. The manual documents each package (`package-manual.ts`), not these routes.
 */
export function packageRoutes(app: HttpApp, deps: ServeDeps): void {
  const handlers = itemHandlers(deps, extIdOf)
  const checkOf = createChecks()
  const checked =
    (kind: keyof ItemHandlers): ItemHandlers['list'] =>
    async (request, reply) => {
      const { extension } = await openOwnerRequest(deps, extIdOf(request), request)
      if (checkOf(extension, kind)?.(request) === false) throw notFound('Not found.')
      return handlers[kind](request, reply)
    }
  const schema = { hide: true }
  for (const url of ['/:ext_id/api/v1/', '/:ext_id/api/v1']) {
    app.route({ method: 'GET', url, config: READS, schema, handler: checked('list'), ...AS_IT_IS })
    app.route({ method: 'POST', url, config: WRITES, schema, handler: checked('create'), ...LARGE, ...AS_IT_IS })
  }
  const url = '/:ext_id/api/v1/:id'
  app.route({ method: 'GET', url, config: READS, schema, handler: checked('get'), ...AS_IT_IS })
  app.route({ method: 'PUT', url, config: WRITES, schema, handler: checked('update'), ...LARGE, ...AS_IT_IS })
  app.route({ method: 'DELETE', url, config: WRITES, schema, handler: checked('delete'), ...AS_IT_IS })
  app.route({
    method: 'GET',
    url: '/:ext_id/public/:id',
    config: { access: 'anyone' },
    schema,
    ...AS_IT_IS,
    handler: (request) => showPublicItem(deps, extIdOf(request), request),
  })
}

async function showPublicItem({ host, system }: ServeDeps, extId: string, request: FastifyRequest): Promise<unknown> {
  const present = system.find(extId)
  const isPublic = Object.values((present?.definition.resource ?? {}) as Shape).some(({ show }) => show === 'public')
  if (present === undefined || !present.available || !isPublic) throw notFound('Not found.')
  const { id } = request.params as { id: string }
  const trigger = { by: 'visitor', address: request.ip } as const
  return host.run(present.definition, { trigger }, async (_ctx, one) => {
    const row = await one.rows.stored('items', id)
    if (row === undefined) throw notFound('Not found.')
    return toItemJson(present.definition, one, row, 'public')
  })
}

/** Compiled on a definition's first request; another version of a package is another definition. */
function createChecks() {
  const validator = createRequestValidator([Detail], 'refuse')
  const known = new WeakMap<AnyExtension, Partial<Record<keyof ItemHandlers, RequestCheck | undefined>>>()
  return (extension: AnyExtension, kind: keyof ItemHandlers): RequestCheck | undefined => {
    const checks = known.get(extension) ?? {}
    known.set(extension, checks)
    if (!(kind in checks)) checks[kind] = validator.compile(itemSchemas(extension)[kind])
    return checks[kind]
  }
}
