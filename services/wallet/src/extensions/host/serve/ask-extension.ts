import type { AnyExtension, Reply, Route, RouteRequest } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'
import type { Translations } from '@satchel/extension-sdk/text'
import { isPayoutAddress } from '@satchel/http/inside-door'
import { clientKey } from '@satchel/http/limits/rate-limit'
import { notFound, unavailable } from '@satchel/http/service-error'
import { shownBy } from '../../../access/shown-credential.ts'
import { type IdempotencyClaim, stillInProgress } from '../../../payments/states/idempotency.ts'
import { visitorOf } from '../../pages/visitor-of.ts'
import type { ExtensionDeps } from '../extension-deps.ts'
import { answerOnce, claimOfRequest, concludeOnce, type Keep } from '../run/answer-once.ts'
import { asServiceError } from '../run/as-service-error.ts'
import type { Run } from '../run/open-run.ts'
import type { AnyCtx } from '../run/run-parts.ts'
import { findIntentByKey, toExtensionIntent } from '../stores/intent-store.ts'
import { routeGrantsAccess } from './grants-access.ts'
import { inOwnersLanguage } from './in-owners-language.ts'
import { inVisitorsLanguage } from './in-visitors-language.ts'
import { isPlainVisit } from './is-visit.ts'
import { type OpenFile, openFile } from './open-file.ts'
import { withReadTargets } from './read-target.ts'
import {
  type HttpRequest,
  type OwnerRequest,
  openOwnerRequest,
  requireItem,
  type ServeDeps,
  toRouteRequest,
} from './serve-items.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- one host for extensions of every shape
export type AnyRoute = Route<any, AnyCtx, any, Shape, Shape>

export interface ServedRoute {
  readonly extId: string
  /** Below `/{ext}`, as the definition has it. */
  readonly path: string
  readonly route: AnyRoute
  /** The notice on every page; undefined = none. */
  readonly notice: string | undefined
  /** Translations of the texts of its pages. */
  readonly translations: Translations | undefined
}

/** Runs the handler of a route for a request, and makes the payout that it waits for. */
export const askExtension = (deps: ServeDeps, served: ServedRoute, request: HttpRequest): Promise<Answer> =>
  served.route.access === 'invoice' || served.route.access === 'admin'
    ? askAsOwner(deps, served, request)
    : askAsVisitor(deps, served, request)

/** A file has started to arrive. */
export type Answer = Reply | { readonly file: OpenFile }

type Handle = (ctx: AnyCtx, request: RouteRequest<Shape>) => Promise<Reply>
/** Runs a handler for the request. */
type Ask = (handle: Handle, keep?: Keep<Reply>) => Promise<Reply>

async function askAsOwner(deps: ServeDeps, { extId, path, route }: ServedRoute, request: HttpRequest): Promise<Answer> {
  const asked = await openOwnerRequest(deps, extId, request)
  const { extension, userId, walletId } = asked
  const shown = routeGrantsAccess(route) ? shownBy(request) : undefined
  const ask: Ask = (handle, keep) =>
    deps.host.run(extension, { trigger: { by: 'owner', userId, walletId, shown }, keep }, async (ctx, one) =>
      handle(ctx, withTargets(await ownRequest(one, asked, path, request))),
    )
  const withTargets = (given: RouteRequest<Shape>): RouteRequest<Shape> => ({
    ...given,
    body: withReadTargets(deps.host.deps, { shape: route.body, body: given.body, isOwner: true }) as never,
  })
  const claim = CHANGES.has(request.method) ? claimOfRequest(deps.host.deps, request) : undefined
  return inOwnersLanguage(extension, request, async () =>
    concluded(deps, { extension, route, ask, claim, address: clientKey(request.ip) }),
  )
}

const CHANGES: ReadonlySet<string> = new Set(['POST', 'PUT', 'DELETE'])

/** Below `/api/v1/:id/` the item must belong to the caller. */
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

async function askAsVisitor(deps: ServeDeps, served: ServedRoute, request: HttpRequest): Promise<Answer> {
  const { extId, path, route } = served
  const present = deps.system.find(extId)
  if (present === undefined || !present.available) throw notFound('Not found.')
  const address = clientKey(request.ip)
  const isFree = present.runtime === 'built-in' && isPlainVisit(request.method, served)
  if (!isFree && !isPayoutAddress(address)) requireQuota(deps, `${extId} ${path} ${address}`, route.perMinute)
  const isPreview = request.method === 'HEAD'
  const seen: RouteRequest<Shape> = {
    params: request.params as Record<string, string>,
    query: request.query ?? {},
    body: withReadTargets(deps.host.deps, { shape: route.body, body: request.body, isOwner: false }),
    // The host that the client requested, also behind a trusted proxy.
    headers: { ...(request.headers as Record<string, string | undefined>), host: request.host },
    wallet: undefined as never,
    viewer: 'invoice',
    item: undefined as never,
  }
  const { language } = visitorOf(request)
  const ask: Ask = (handle) =>
    deps.host.run(present.definition, { trigger: { by: 'visitor', address, language, isPreview } }, (ctx) =>
      inVisitorsLanguage(served, request, () => handle(ctx, seen)),
    )
  return concluded(deps, { extension: present.definition, route, ask, claim: undefined, address })
}

function requireQuota({ host }: ServeDeps, name: string, perMinute = host.deps.visitors.requests): void {
  try {
    host.quota.take(name, perMinute, 'Too often; try again in a minute.')
  } catch (error) {
    throw asServiceError(error)
  }
}

interface Asked {
  readonly extension: AnyExtension
  readonly route: AnyRoute
  readonly ask: Ask
  readonly claim: IdempotencyClaim | undefined
  /** Address of the caller, as the key of limits. */
  readonly address: string
}

/**
 * Calls a handler that waits for a payout again when the payout has ended, or after a timeout. With an
 * `Idempotency-Key` a repeat continues from the first answer: after a crash it waits for the running payout, and never
 * starts another.
 */
async function concluded({ host }: ServeDeps, { extension, route, ask, claim, address }: Asked): Promise<Answer> {
  const answered = await answerOnce<Reply>(host.deps, claim, (keep) =>
    ask((ctx, request) => route.handle(request, ctx), keep),
  )
  const first = answered.value
  if ('fetch' in first) {
    try {
      const file = await openFile(host.deps, extension, { file: first.fetch, address })
      if (file !== undefined) return { file }
      throw unavailable('The file cannot be fetched at the moment; try again later.', { code: 'file_unavailable' })
    } catch (error) {
      await ask(async (ctx, request) => {
        await route.onFetchFailed?.(request, ctx)
        return { json: null }
      })
      throw error
    }
  }
  if (!('waitFor' in first)) return first
  const extId = extension.manifest.id
  if (answered.since !== undefined)
    await requireNoLongerWaited(host.deps, extId, { key: first.waitFor, since: answered.since })
  const intent = toExtensionIntent(await host.payNow(extId, first.waitFor))
  const { conclude } = route
  if (conclude === undefined) throw new Error('a route that waits has to conclude')
  return concludeOnce<Reply>(host.deps, claim, answered, (keep) =>
    ask((ctx, request) => conclude.call(route, intent, ctx, request), keep),
  )
}

/** Throws 409 while the first request may still be waiting. */
async function requireNoLongerWaited(
  { db, clock, payments }: ExtensionDeps,
  extId: string,
  { key, since }: { readonly key: string; readonly since: number },
): Promise<void> {
  const intent = await findIntentByKey(db, extId, key)
  const isOpen = intent !== undefined && intent.dueAt !== undefined
  if (isOpen && clock() < since * 1000 + payments.policy.payWaitMs + 1000) throw stillInProgress()
}
