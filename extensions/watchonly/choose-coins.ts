import { Rejection, reject } from '@satchel/extension-sdk/rejection'
import { type BuiltPsbt, buildPsbt, type Coin, missingSat, type PsbtOrder } from './build-psbt.ts'
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
  const most = Math.min(coins.length, MAX_COINS)
  let count = 1
  while (count < most && missingSat(master, { ...order, coins: coins.slice(0, count) }) > 0) count += 1
  const chosen = coins.slice(0, count)
  if (chosen.length === 0) throw reject(TOO_LITTLE)
  return buildPsbt(master, { ...order, coins: await withSources(ctx, item, { master, coins: chosen }) })
}

const TOO_LITTLE = 'The confirmed coins of this wallet do not suffice. Scan it first, if it has been paid since.'

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

/**
 * Only taproot signs the amounts of all inputs: for other kinds the transaction proves what a coin holds. Old addresses
 * cannot be signed without it; for the others it is left out if the explorer does not give it.
 */
async function withSources(
  ctx: WatchCtx,
  item: WatchWallet,
  { master, coins }: { readonly master: MasterKey; readonly coins: readonly Coin[] },
): Promise<readonly Coin[]> {
  if (master.type === 'p2tr') return coins
  const ids = [...new Set(coins.map(({ txid }) => txid))]
  const sources = new Map<string, string>()
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const wave = ids.slice(start, start + AT_ONCE).map(async (txid) => {
      try {
        sources.set(txid, await ctx.chain.transaction(networkOf(item), txid))
      } catch (error) {
        if (!(error instanceof Rejection) || master.type === 'p2pkh') throw error
      }
    })
    await Promise.all(wave)
  }
  return coins.map((coin) => ({ ...coin, tx: sources.get(coin.txid) }))
}
