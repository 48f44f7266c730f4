import type { AnyExtension, RouteRequest } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'
import { badRequest, forbidden, notFound } from '@satchel/http/service-error'
import { walletOf } from '../../../access/access-rules.ts'
import { boundWalletOf } from '../../../access/bound-wallet.ts'
import { hasFreshProof, requireFreshProof } from '../../../access/fresh-proof.ts'
import { isByAclToken, isBySession } from '../../../access/principal.ts'
import type { ShownCredential } from '../../../access/shown-credential.ts'
import type { ExtensionSystem } from '../../extension-system.ts'
import type { ExtensionHost } from '../extension-host.ts'
import type { Keep } from '../run/answer-once.ts'
import type { Run } from '../run/open-run.ts'
import { findWalletOwner } from '../run/require-open-wallet.ts'
import { keyOf, type Values } from '../stores/field-values.ts'
import { countOpenIntents } from '../stores/intent-store.ts'
import { countRows, listRows, type RowQuery, type StoredRow } from '../stores/stored-row.ts'
import { capital } from './capital.ts'
import { checkFields } from './check-fields.ts'
import { itemAddresses } from './item-addresses.ts'
import { toItemJson } from './item-json.ts'
import { requireActive } from './require-active.ts'
import { isBoundCaller, withoutMade } from './require-unbound.ts'

/** Items of one wallet and extension (rule X20). */
const MAX_ITEMS = 1000
const MAX_LIST = 100

/** A request in the form of the routes. */
export type HttpRequest = Parameters<typeof walletOf>[0]

export interface ServeDeps {
  readonly host: ExtensionHost
  readonly system: ExtensionSystem
}

/** A request with a key or a token: its caller and the extension. */
export interface OwnerRequest {
  readonly extension: AnyExtension
  readonly userId: string
  readonly walletId: string
  /** A token without `wallet_id` acts for all wallets of its account. */
  readonly ofAllWallets: boolean
  /** A key is for one wallet (rule W25): it cannot make items that another wallet pays for. */
  readonly ofOneWallet: boolean
  readonly viewer: 'invoice' | 'admin'
  /** Credential of a request that creates or changes items which grant access. */
  readonly shown?: ShownCredential | undefined
  /** A token with a spending limit, for an extension whose items spend. */
  readonly bound: boolean
}

export async function openOwnerRequest(
  { host, system }: ServeDeps,
  extId: string,
  request: HttpRequest,
): Promise<OwnerRequest> {
  const { id: walletId, userId } = walletOf(request)
  const extension = await requireActive(host.deps.db, system, extId, userId)
  const { principal } = request
  const isOfOneWallet = boundWalletOf(principal) !== undefined
  const named = (request.query as { wallet_id?: string } | undefined)?.wallet_id
  return {
    extension,
    userId,
    walletId,
    ofAllWallets: principal?.via === 'token' && !isOfOneWallet && (named === undefined || named === ''),
    ofOneWallet: principal?.via === 'key' || isOfOneWallet,
    viewer: viewerOf(request),
    bound: isBoundCaller(extension, { principal, access: request.routeOptions.config.access }),
  }
}

/**
 * Fields for the admin key are as powerful as a key: tokens for programs do not see them, and a browser's session only
 * on request after a step-up.
 */
function viewerOf(request: HttpRequest): OwnerRequest['viewer'] {
  const { principal } = request
  if (isBySession(principal)) {
    if ((request.query as { secrets?: unknown } | undefined)?.secrets === true) requireFreshProof(principal)
    return hasFreshProof(principal) ? 'admin' : 'invoice'
  }
  return isByAclToken(principal) || (principal?.via === 'key' && principal.right === 'invoice') ? 'invoice' : 'admin'
}

/** Newest first. */
export async function listItems(
  { host }: ServeDeps,
  asked: OwnerRequest,
  query: Readonly<Record<string, unknown>>,
): Promise<{ readonly items: Values[]; readonly total: number }> {
  const { extension, userId, walletId, ofAllWallets } = asked
  const filter = (extension.filters ?? []).find((name) => query[name] !== undefined)
  const rows: Omit<RowQuery, 'limit'> = {
    extId: extension.manifest.id,
    kind: 'items',
    sight: { of: 'user', userId },
    walletId: ofAllWallets ? undefined : walletId,
    key: filter === undefined ? undefined : { field: filter, value: keyOf(query[filter]) },
  }
  const { limit = 20, offset = 0 } = query as { limit?: number; offset?: number }
  const total = await countRows(host.deps.db, rows)
  const found = await listRows(host.deps.db, { ...rows, limit: Math.min(limit, MAX_LIST), offset })
  const items = await run(host, asked, async (_ctx, one) =>
    Promise.all(found.map((row) => shown(host, asked, one, row))),
  )
  return { items, total }
}

export const getItem = ({ host }: ServeDeps, asked: OwnerRequest, id: string): Promise<Values> =>
  run(host, asked, async (_ctx, one) => shown(host, asked, one, await requireItem(one, asked, id)))

async function shown(
  host: ExtensionHost,
  { extension, viewer, bound }: OwnerRequest,
  one: Run,
  row: StoredRow,
): Promise<Values> {
  const json = await toItemJson(extension, one, row, viewer)
  return withAddresses(host, extension, bound ? withoutMade(extension, json) : json)
}

const withAddresses = ({ deps }: ExtensionHost, extension: AnyExtension, json: Values): Values => ({
  ...json,
  ...itemAddresses(extension, json, deps.publicUrl),
})

export async function createItem(
  { host }: ServeDeps,
  asked: OwnerRequest,
  request: HttpRequest,
  keep?: Keep<Values>,
): Promise<Values> {
  const { extension } = asked
  const body = request.body as Values
  const walletId = await chooseWallet(host, asked, body['wallet'])
  const made: OwnerRequest = { ...asked, walletId }
  return run(host, { ...made, keep }, async (ctx, one) => {
    const { userId } = made
    const shape = extension.resource as Shape
    const given = {
      ...serverDefaults(shape),
      ...(await checkFields(host.deps, shape, body, { userId, wallets: one.wallets, address: request.ip })),
    }
    if ((await one.rows.count('items', { walletId })) >= MAX_ITEMS) {
      throw badRequest(`A wallet has at most ${MAX_ITEMS} of these items; delete some first.`, {
        code: 'too_many_items',
        params: { max: MAX_ITEMS },
      })
    }
    const draft =
      extension.beforeCreate === undefined
        ? given
        : await extension.beforeCreate(given, ctx, toRouteRequest(request, one, made))
    const item = await one.rows.insert('items', draft, { walletId, userId })
    await extension.afterCreate?.(item as never, ctx)
    const stored = await one.rows.stored('items', String(item['id']))
    if (stored === undefined) throw new Error('an item was removed by its own creation')
    return withAddresses(host, extension, await toItemJson(extension, one, stored, 'creator', draft))
  })
}

export async function updateItem(
  { host }: ServeDeps,
  asked: OwnerRequest,
  request: HttpRequest,
  { id, keep }: { readonly id: string; readonly keep: Keep<Values> | undefined },
): Promise<Values> {
  const { extension, userId } = asked
  const shape = extension.resource as Shape
  return run(host, { ...asked, keep }, async (ctx, one) => {
    const row = await requireItem(one, asked, id)
    const { wallet } = request.body as Values
    if (wallet !== undefined && wallet !== row.walletId) {
      throw forbidden('body.wallet: cannot be changed; the item stays with its wallet.', { code: 'item_keeps_wallet' })
    }
    const old = one.rows.valuesOf(row)
    const about = { userId, wallets: one.wallets, address: request.ip }
    const patch = await checkFields(host.deps, shape, request.body as Values, about)
    refuseFixed(shape, old, patch)
    const next: Values = { ...onlyFields(shape, old), ...patch }
    for (const [name, value] of Object.entries(next)) if (value === null) delete next[name]
    const wanted =
      extension.beforeUpdate === undefined
        ? next
        : await extension.beforeUpdate(old as never, next, ctx, toRouteRequest(request, one, asked, old))
    const now = await one.rows.update('items', id, changesOf(shape, old, wanted))
    await extension.afterUpdate?.(old as never, now as never, ctx)
    const stored = await one.rows.stored('items', id)
    return withAddresses(host, extension, await toItemJson(extension, one, stored ?? row, asked.viewer))
  })
}

export async function deleteItem(
  { host }: ServeDeps,
  asked: OwnerRequest,
  { id, keep }: { readonly id: string; readonly keep: Keep<{ detail: string }> | undefined },
): Promise<{ detail: string }> {
  const { extension } = asked
  const extId = extension.manifest.id
  return run(host, { ...asked, keep }, async (ctx, one) => {
    const row = await requireItem(one, asked, id)
    if ((await countOpenIntents(host.deps.db, extId, id)) > 0) {
      throw badRequest('A payment of this item is in flight; retry when it has ended.', { code: 'item_has_payments' })
    }
    await extension.beforeDelete?.(one.rows.valuesOf(row) as never, ctx)
    for (const kind of Object.keys(extension.tables ?? {})) await one.rows.removeOfItem(kind, id)
    await one.rows.remove('items', id)
    return { detail: `${capital(extension.noun ?? 'item')} deleted` }
  })
}

const run = <T>(
  host: ExtensionHost,
  { extension, userId, walletId, shown, keep }: OwnerRequest & { readonly keep?: Keep<T> | undefined },
  handle: (ctx: Run['ctx'], one: Run) => Promise<T>,
): Promise<T> => host.run(extension, { trigger: { by: 'owner', userId, walletId, shown }, keep }, handle)

/** The caller's item; 404 for the items of other accounts. */
export async function requireItem({ rows }: Run, asked: OwnerRequest, id: string): Promise<StoredRow> {
  const row = await rows.stored('items', id)
  const isTheirs = row?.userId === asked.userId && (asked.ofAllWallets || row.walletId === asked.walletId)
  if (row === undefined || !isTheirs) {
    throw notFound(`${capital(asked.extension.noun ?? 'item')} not found.`, { code: 'item_not_found' })
  }
  return row
}

/** `wallet` in the body, if it is one of the account's and the caller may use it. */
async function chooseWallet(host: ExtensionHost, asked: OwnerRequest, named: unknown): Promise<string> {
  const { userId, walletId, ofOneWallet } = asked
  if (typeof named !== 'string' || named === walletId) return walletId
  if ((await findWalletOwner(host.deps.db, named)) !== userId) {
    throw forbidden('body.wallet: not a wallet of this account.', { code: 'wallet_not_yours' })
  }
  if (ofOneWallet) {
    throw forbidden('body.wallet: not the wallet of this key. Use a key of that wallet, or an access token.', {
      code: 'wallet_not_yours',
    })
  }
  return named
}

export function toRouteRequest(
  request: HttpRequest,
  { wallets }: Run,
  { walletId, userId, viewer }: OwnerRequest,
  item?: Values,
): RouteRequest<Shape> {
  return {
    params: request.params as Record<string, string>,
    query: request.query ?? {},
    body: request.body ?? {},
    headers: request.headers as Record<string, string | undefined>,
    wallet: wallets.handleOf({ walletId, userId }),
    viewer,
    item: item as never,
  }
}

/** The defaults of server-set fields; the schema sets those of the client's fields. */
const serverDefaults = (shape: Shape): Values =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) =>
      field.by === 'server' && 'default' in field && field.default !== undefined ? [[name, field.default]] : [],
    ),
  )

const onlyFields = (shape: Shape, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(shape, name)))

function refuseFixed(shape: Shape, old: Values, patch: Values): void {
  for (const [name, value] of Object.entries(patch)) {
    if (shape[name]?.fixed === true && !isSame(old[name], value)) {
      throw badRequest(`body.${name}: cannot be changed any more.`, { code: 'field_is_fixed', params: { field: name } })
    }
  }
}

/** Only the changed fields: hashed values, which cannot be read back, stay unchanged. */
function changesOf(shape: Shape, old: Values, wanted: Values): Values {
  const names = Object.keys(shape).filter((name) => !isSame(old[name], wanted[name]))
  return Object.fromEntries(names.map((name) => [name, wanted[name]]))
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
