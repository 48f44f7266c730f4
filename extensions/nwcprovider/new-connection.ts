import { hexToBytes } from '@noble/hashes/utils.js'
import { nostrPubkey } from '@satchel/bolt11/sign-event'
import { checkExpiry, requireFutureExpiry } from '@satchel/extension-sdk/expires-at'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row } from '@satchel/extension-sdk/shape'
import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import { type Budget, setBudgets } from './budgets.ts'
import { type FIELDS, type NwcCtx, secondsOf } from './fields.ts'
import { newRelays, shownRelays } from './relays.ts'

/** The fields that an owner sets. */
export interface WantedConnection
  extends Pick<Row<typeof FIELDS>, 'description' | 'permissions' | 'unlimited' | 'expires_at' | 'pubkey'> {
  readonly budgets: readonly Pick<Budget, 'budget_msats' | 'refresh_window'>[]
}

/** Creates a connection with its own keys. The URI that the app scans is in this row only, and is not stored. */
export async function newConnection(draft: WantedConnection, ctx: NwcCtx, wallet: WalletHandle) {
  checkConnection(draft)
  requireFutureExpiry(draft, ctx)
  const relays = newRelays(ctx)
  const [service, app] = [ctx.randomId(32), ctx.randomId(32)]
  const own = nostrPubkey(hexToBytes(service))
  await ctx.table('keys').insert({ pubkey: own, secret: service }, wallet)
  const query = new URLSearchParams()
  for (const relay of shownRelays({ relays }, ctx)) query.append('relay', relay)
  if (draft.pubkey === undefined) query.append('secret', app)
  return {
    ...draft,
    budgets: setBudgets(draft.budgets, [], secondsOf(ctx)),
    pubkey: draft.pubkey ?? nostrPubkey(hexToBytes(app)),
    service_pubkey: own,
    relays,
    connection_uri: `nostr+walletconnect://${own}?${query.toString()}`,
  }
}

export function checkConnection(wanted: WantedConnection): void {
  const { permissions, budgets, unlimited } = wanted
  checkExpiry(wanted)
  if (new Set(permissions).size !== permissions.length) throw reject('body.permissions: names one twice.', 422)
  const isLimited = budgets.length > 0
  if (permissions.includes('pay') && isLimited === unlimited) {
    throw reject('body.budgets: permission pay needs a budget, or unlimited: true in its place.', 422)
  }
}
