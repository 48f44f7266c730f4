import type { Ctx, Json } from './context.ts'
import type { Permission } from './extension.ts'
import type { WalletHandle } from './wallet-handle.ts'

/**
 * An address of a watch-only wallet of the same account. The extension `watchonly` answers three questions:
 *
 * - `check` `{wallet, field}`: null if the account has this watch-only wallet; otherwise 422 for that field.
 * - `watch` `{wallet, holder, until, reuseAfterSec}`: an unused address of that wallet, watched until then (Unix seconds).
 *   The same `holder` always gets the same address. If nothing has arrived `reuseAfterSec` after `until`, another holder of
 *   the same extension may get the address, once a new one would exceed the gap limit of other wallets. Absent = never.
 * - `deposits` `{holder}`: what has arrived at its address.
 *
 * The last two return the current `{address, network, confirmed_sat, pending_sat, txids}`. Whenever the amounts change, the
 * task `deposit` of the extension that asked is enqueued with the key `HOLDER NUMBER`, with a new number each time.
 */
export interface WatchedAddress {
  readonly address: string
  readonly network: 'mainnet' | 'testnet' | 'signet' | 'regtest'
  /** Confirmed. */
  readonly confirmedSat: number
  /** Unconfirmed. */
  readonly pendingSat: number
  readonly txids: readonly string[]
}

const EXTENSION = 'watchonly'

/** The permission that these functions need. */
export const watchPermission = (reason: string): Extract<Permission, { readonly id: 'neighbours' }> => ({
  id: 'neighbours',
  reason,
  extensions: [EXTENSION],
})

// oxlint-disable-next-line typescript/no-explicit-any -- serves extensions of every shape
type AnyCtx = Pick<Ctx<any, any>, 'ask'>

/** Rejected (422 for the item's field) if the account has no such watch-only wallet. Call it when the item is saved. */
export const requireWatchOnly = async (
  ctx: AnyCtx,
  wallet: WalletHandle,
  field: string,
  source: string,
): Promise<void> => void (await ctx.ask(EXTENSION, 'check', { wallet: source, field }, wallet))

/** Rejected (400) if the account has no such wallet, or no explorer is configured. */
export const watchAddress = async (
  ctx: AnyCtx,
  {
    source,
    wallet,
    ...order
  }: {
    readonly source: string
    readonly wallet: WalletHandle
    readonly holder: string
    readonly until: number
    readonly reuseAfterSec?: number
  },
): Promise<WatchedAddress> => toWatched(await ctx.ask(EXTENSION, 'watch', { wallet: source, ...order }, wallet))

/** What has arrived at the holder's address. */
export const findDeposits = async (ctx: AnyCtx, wallet: WalletHandle, holder: string): Promise<WatchedAddress> =>
  toWatched(await ctx.ask(EXTENSION, 'deposits', { holder }, wallet))

/** The holder in the key of a task `deposit`. */
export const holderOf = ({ key }: { readonly key: string }): string => key.split(' ')[0] ?? ''

/** A payment URI with amount and label (BIP-21). */
export function bitcoinUri(address: string, sats: number, label: string): string {
  const digits = String(sats).padStart(9, '0')
  const amount = `${digits.slice(0, -8)}.${digits.slice(-8)}`
  return `bitcoin:${address}?amount=${amount}&label=${encodeURIComponent(label.toWellFormed())}`
}

type Answer = {
  readonly address: string
  readonly network: WatchedAddress['network']
  readonly confirmed_sat: number
  readonly pending_sat: number
  readonly txids: readonly string[]
}

function toWatched(answer: Json): WatchedAddress {
  const { address, network, confirmed_sat: confirmedSat, pending_sat: pendingSat, txids } = answer as Answer
  return { address, network, confirmedSat, pendingSat, txids }
}
