import type { Ctx, Json } from './context.ts'
import type { Permission } from './extension.ts'
import type { WalletHandle } from './wallet-handle.ts'

/**
 * On-chain addresses of the watch-only wallets of the same account. The extension `watchonly` answers three questions:
 *
 * - `check` `{wallet, field}`: nothing, where the account has such a watch-only wallet; else 422 about that field.
 * - `watch` `{wallet, holder, until, rest}`: an address of that watch-only wallet that nobody else has been given, watched
 *   until then (Unix seconds). The same `holder` gets the same address. `rest`, in seconds: where nothing has come by
 *   then and so much longer, another holder of the same extension may get the address, once a new one would lie further
 *   ahead than other wallets look for it. Absent = it stays this holder's for ever.
 * - `deposits` `{holder}`: what has arrived there.
 *
 * The last two answer `{address, network, confirmed_sat, pending_sat, txids}`, all of it as it stands now. Whenever the amounts
 * change it begins the task `deposit` of the extension that asked, about `HOLDER NUMBER`, the number a new one each time.
 */
export interface Watched {
  readonly address: string
  readonly network: 'mainnet' | 'testnet' | 'signet' | 'regtest'
  /** In blocks. */
  readonly confirmedSat: number
  /** Seen, and in no block yet. */
  readonly pendingSat: number
  readonly txids: readonly string[]
}

const LENDER = 'watchonly'

/** Why an extension asks for it; spread into its permissions. */
export const watchPermission = (reason: string): Extract<Permission, { readonly id: 'neighbours' }> => ({
  id: 'neighbours',
  reason,
  extensions: [LENDER],
})

// oxlint-disable-next-line typescript/no-explicit-any -- serves extensions of every shape
type AnyCtx = Pick<Ctx<any, any>, 'ask'>

/** Refused (422, about the item's field) where the account has no such wallet: found out by the owner, not by a visitor. */
export const requireWatchOnly = async (
  ctx: AnyCtx,
  wallet: WalletHandle,
  field: string,
  source: string,
): Promise<void> => void (await ctx.ask(LENDER, 'check', { wallet: source, field }, wallet))

/** Refused (400) where the account has no such wallet, or nobody looks at the chain. */
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
    readonly rest?: number
  },
): Promise<Watched> => toWatched(await ctx.ask(LENDER, 'watch', { wallet: source, ...order }, wallet))

/** What has arrived for this holder. */
export const findDeposits = async (ctx: AnyCtx, wallet: WalletHandle, holder: string): Promise<Watched> =>
  toWatched(await ctx.ask(LENDER, 'deposits', { holder }, wallet))

/** Whom the task `deposit` is about. */
export const holderOf = ({ about }: { readonly about: string }): string => about.split(' ')[0] ?? ''

/** What a wallet scans to pay so much there (BIP-21). */
export function bitcoinUri(address: string, sats: number, label: string): string {
  const digits = String(sats).padStart(9, '0')
  const amount = `${digits.slice(0, -8)}.${digits.slice(-8)}`
  return `bitcoin:${address}?amount=${amount}&label=${encodeURIComponent(label.toWellFormed())}`
}

interface Answer {
  readonly address: string
  readonly network: Watched['network']
  readonly confirmed_sat: number
  readonly pending_sat: number
  readonly txids: readonly string[]
}

function toWatched(answer: Json): Watched {
  const { address, network, confirmed_sat: confirmedSat, pending_sat: pendingSat, txids } = answer as unknown as Answer
  return { address, network, confirmedSat, pendingSat, txids }
}
