import { Rejection, reject } from '@satchel/extension-sdk/rejection'
import { buildPsbt, type BuiltPsbt, type Coin, type PsbtOrder } from './build-psbt.ts'
import type { WatchAddress, WatchCtx, WatchWallet } from './fields.ts'
import type { MasterKey } from './read-master-key.ts'
import { listAddresses, networkOf } from './scan-wallet.ts'

const AT_ONCE = 8
const MAX_COINS = 100

/**
 * The largest confirmed coins that suffice, as the explorer knows them now, on the addresses that had coins at the last
 * scan.
 */
export async function buildFromChain(
  ctx: WatchCtx,
  item: WatchWallet,
  { master, order }: { readonly master: MasterKey; readonly order: Omit<PsbtOrder, 'coins'> },
): Promise<BuiltPsbt> {
  const coins = await listCoins(ctx, item, master)
  const wanted = order.outputs.reduce((sum, { amount }) => sum + amount, 0)
  let short: Rejection | undefined
  const sources = new Map<string, Promise<string>>()
  let held = 0
  for (let count = 1; count <= Math.min(coins.length, MAX_COINS); count += 1) {
    held += coins[count - 1]?.amount ?? 0
    if (held <= wanted) continue
    const chosen = await Promise.all(
      coins.slice(0, count).map((coin) => withSource(ctx, item, { master, coin, sources })),
    )
    try {
      return buildPsbt(master, { ...order, coins: chosen })
    } catch (error) {
      if (!(error instanceof Rejection) || error.status !== 400) throw error
      short = error
    }
  }
  throw short ?? reject('The confirmed coins of this wallet do not suffice. Scan it first, if it has been paid since.')
}

async function listCoins(ctx: WatchCtx, item: WatchWallet, { network }: MasterKey): Promise<Coin[]> {
  const holding = [...(await listAddresses(ctx, item)).values()].filter(({ amount = 0 }) => amount > 0)
  const coins: Coin[] = []
  for (let start = 0; start < holding.length; start += AT_ONCE) {
    const wave = holding.slice(start, start + AT_ONCE)
    const found = await Promise.all(wave.map(async (row) => coinsOf(row, await ctx.chain.coins(network, row.address))))
    coins.push(...found.flat())
  }
  return coins.toSorted((one, other) => other.amount - one.amount)
}

const coinsOf = (
  { branch_index, address_index }: WatchAddress,
  found: Awaited<ReturnType<WatchCtx['chain']['coins']>>,
): Coin[] =>
  found
    .filter(({ confirmations }) => confirmations > 0)
    .map(({ txid, vout, sat: amount }) => ({ txid, vout, amount, branch_index, address_index }))

/** Old kinds of addresses do not sign the amount: the transaction proves it. */
const withSource = async (
  ctx: WatchCtx,
  item: WatchWallet,
  { master, coin, sources }: { master: MasterKey; coin: Coin; sources: Map<string, Promise<string>> },
): Promise<Coin> => {
  if (master.type !== 'p2pkh') return coin
  const source = sources.get(coin.txid) ?? ctx.chain.transaction(networkOf(item), coin.txid)
  sources.set(coin.txid, source)
  return { ...coin, tx: await source }
}
