import type { AnyExtension, Reply, Route, RouteRequest } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'
import { clientKey } from '@satchel/http/rate-limit'
import { ServiceError } from '@satchel/http/service-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendPage } from '../pages/page.routes.ts'
import { problemPage } from '../pages/problem-page.ts'
import type { AnyCtx, Run } from './open-run.ts'
import { toExtensionIntent } from './intent-store.ts'
import { openOwnerRequest, type OwnerRequest, requireItem, type ServeDeps, toRouteRequest } from './serve-items.ts'

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

/** Answers one request to a route of an extension: runs its handler, pays what it waits for, sends what it replies. */
export async function serveRoute(
  deps: ServeDeps,
  served: ServedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { route } = served
  const isOwners = route.access === 'invoice' || route.access === 'admin'
  const answer = isOwners ? await askAsOwner(deps, served, request) : await askAsVisitor(deps, served, request)
  return send(deps, served, answer, reply)
}

type Handle = (ctx: AnyCtx, request: RouteRequest<Shape>) => Promise<Reply>

async function askAsOwner(
  deps: ServeDeps,
  { extId, path, route }: ServedRoute,
  request: FastifyRequest,
): Promise<Reply> {
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
  request: FastifyRequest,
): Promise<RouteRequest<Shape>> {
  if (!path.startsWith('/api/v1/:id/')) return toRouteRequest(request, one, asked)
  const { id = '' } = request.params as { id?: string }
  return toRouteRequest(request, one, asked, one.rows.valuesOf(await requireItem(one, asked, id)))
}

async function askAsVisitor(
  deps: ServeDeps,
  { extId, path, route }: ServedRoute,
  request: FastifyRequest,
): Promise<Reply> {
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
    headers: request.headers as Record<string, string | undefined>,
    wallet: undefined as never,
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
): Promise<Reply> {
  const first = await ask((ctx, request) => route.handle(request, ctx))
  if (!('waitFor' in first)) return first
  const intent = toExtensionIntent(await host.payNow(extension.manifest.id, first.waitFor))
  const { conclude } = route
  if (conclude === undefined) throw new Error('a route that waits has to conclude')
  return ask((ctx, request) => conclude.call(route, intent, ctx, request))
}

function send({ host }: ServeDeps, served: ServedRoute, answer: Reply, reply: FastifyReply): FastifyReply {
  if ('json' in answer) {
    return reply
      .code(answer.status ?? served.route.status ?? 200)
      .headers(answer.headers ?? {})
      .send(answer.json)
  }
  if ('page' in answer) {
    const { publicUrl } = host.deps
    const path = pathOf(reply.request, served.extId)
    return sendPage(reply.code(answer.status ?? 200), answer.page, {
      extId: served.extId,
      path,
      publicUrl,
      notice: served.notice,
    })
  }
  if ('text' in answer)
    return reply
      .headers(answer.headers ?? {})
      .type(answer.type)
      .send(answer.text)
  if ('redirect' in answer) return reply.redirect(answer.redirect, 303)
  throw new Error('a route cannot wait twice')
}

/** The path below the extension, without its query. */
const pathOf = ({ url }: FastifyRequest, extId: string): string => (url.split('?')[0] ?? '').slice(extId.length + 1)

/** As LNURL wants it: readers look at the body and not at the status (LUD-01). */
export function sendLnurlError(error: unknown, reply: FastifyReply): FastifyReply {
  const reason = error instanceof ServiceError ? error.detail : 'Something went wrong; try again later.'
  return reply.code(200).send({ status: 'ERROR', reason })
}

/** People read a page. */
export function sendErrorPage(
  { host }: ServeDeps,
  { extId, notice }: ServedRoute,
  { code, detail }: { readonly code: number; readonly detail: string },
  reply: FastifyReply,
): FastifyReply {
  const { publicUrl } = host.deps
  const path = pathOf(reply.request, extId)
  return sendPage(reply.code(code), problemPage(code, detail), { extId, path, publicUrl, notice })
}
