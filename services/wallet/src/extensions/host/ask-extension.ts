import type { AnyExtension, Reply, Route, RouteRequest } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'
import { clientKey } from '@satchel/http/rate-limit'
import { ServiceError } from '@satchel/http/service-error'
import { toExtensionIntent } from './intent-store.ts'
import { type OpenFile, openFile } from './open-file.ts'
import type { Run } from './open-run.ts'
import type { AnyCtx } from './run-parts.ts'
import {
  type HttpRequest,
  openOwnerRequest,
  type OwnerRequest,
  requireItem,
  type ServeDeps,
  toRouteRequest,
} from './serve-items.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- one host for extensions of every shape
export type AnyRoute = Route<any, AnyCtx>

export interface ServedRoute {
  readonly extId: string
  /** Below `/{ext}`, as the definition has it. */
  readonly path: string
  readonly route: AnyRoute
  /** What every visitor reads on a page; undefined = nothing. */
  readonly notice: string | undefined
}

const PER_MINUTE = 120

/** Runs the handler of a route for a request, and pays what it waits for. */
export const askExtension = (deps: ServeDeps, served: ServedRoute, request: HttpRequest): Promise<Answer> =>
  served.route.access === 'invoice' || served.route.access === 'admin'
    ? askAsOwner(deps, served, request)
    : askAsVisitor(deps, served, request)

/** A file has begun to arrive. */
export type Answer = Reply | { readonly file: OpenFile }

type Handle = (ctx: AnyCtx, request: RouteRequest<Shape>) => Promise<Reply>

async function askAsOwner(deps: ServeDeps, { extId, path, route }: ServedRoute, request: HttpRequest): Promise<Answer> {
  const asked = await openOwnerRequest(deps, extId, request)
  const { extension, userId, walletId } = asked
  const ask = (handle: Handle): Promise<Reply> =>
    deps.host.run(extension, { trigger: { by: 'owner', userId, walletId } }, async (ctx, one) =>
      handle(ctx, await ownRequest(one, asked, path, request)),
    )
  return concluded(deps, extension, route, ask)
}

/** Below `/api/v1/:id/` it is about an item, which has to be the caller's. */
async function ownRequest(
  one: Run,
  asked: OwnerRequest,
  path: string,
  request: HttpRequest,
): Promise<RouteRequest<Shape>> {
  if (!path.startsWith('/api/v1/:id/')) return toRouteRequest(request, one, asked)
  const { id = '' } = request.params as { id?: string }
  return toRouteRequest(request, one, asked, one.rows.valuesOf(await requireItem(one, asked, id)))
}

async function askAsVisitor(
  deps: ServeDeps,
  { extId, path, route }: ServedRoute,
  request: HttpRequest,
): Promise<Answer> {
  const present = deps.system.find(extId)
  if (present === undefined || !present.available) throw new ServiceError('not_found', 'There is nothing here.')
  if (present.runtime === 'js') {
    throw new ServiceError('not_implemented', 'Code of third parties does not run in this version.')
  }
  const address = clientKey(request.ip)
  deps.host.quota.take(
    `${extId} ${path} ${address}`,
    route.perMinute ?? PER_MINUTE,
    'Too often; try again in a minute.',
  )
  const seen: RouteRequest<Shape> = {
    params: request.params as Record<string, string>,
    query: (request.query ?? {}) as never,
    body: (request.body ?? {}) as never,
    // Behind a proxy of ours: the host that it was asked for.
    headers: { ...(request.headers as Record<string, string | undefined>), host: request.host },
    wallet: undefined as never,
    viewer: 'invoice',
    item: undefined as never,
  }
  const ask = (handle: Handle): Promise<Reply> =>
    deps.host.run(present.definition, { trigger: { by: 'visitor', address } }, (ctx) => handle(ctx, seen))
  return concluded(deps, present.definition, route, ask)
}

/** A handler that waits for a payout is asked again when that has ended, or is on its way for long. */
async function concluded(
  { host }: ServeDeps,
  extension: AnyExtension,
  route: AnyRoute,
  ask: (handle: Handle) => Promise<Reply>,
): Promise<Answer> {
  const first = await ask((ctx, request) => route.handle(request, ctx))
  if ('fetch' in first) {
    const file = await openFile(host.deps, extension, first.fetch)
    if (file !== undefined) return { file }
    await ask(async (ctx, request) => {
      await route.undelivered?.(request, ctx)
      return { json: null }
    })
    throw new ServiceError('unavailable', 'The file cannot be fetched at the moment; try again later.')
  }
  if (!('waitFor' in first)) return first
  const intent = toExtensionIntent(await host.payNow(extension.manifest.id, first.waitFor))
  const { conclude } = route
  if (conclude === undefined) throw new Error('a route that waits has to conclude')
  return ask((ctx, request) => conclude.call(route, intent, ctx, request))
}
