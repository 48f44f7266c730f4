import type { Ctx, Json } from '@satchel/extension-sdk/context'
import type { Question } from '@satchel/extension-sdk/extension'
import { Rejection, reject } from '@satchel/extension-sdk/rejection'
import type { Item, Shape } from '@satchel/extension-sdk/shape'
import type { FIELDS, TABLES, WatchAddress, WatchWallet } from './fields.ts'
import { isBeyondGap } from './gap.ts'
import { isNetworkName, type NetworkName } from './networks.ts'

/** Addresses that other extensions have asked for, while they are watched. */
export const WATCH_TABLES = {
  watches: {
    item: { type: 'text', max: 64, doc: 'Id of the watch-only wallet.', index: true },
    /** The asking extension and its holder: each has one address. */
    holder: { type: 'text', max: 200, doc: 'The extension, and its name for the watch.', unique: 'instance' },
    address: { type: 'text', max: 100, doc: 'Address.' },
    network: { type: 'text', max: 10, doc: 'Network of the address.' },
    until: { type: 'int', doc: 'How long the address is watched, Unix seconds.' },
    open: { type: 'text', max: 3, doc: '`yes` while watched, else absent.', optional: true, index: true },
    free_at: {
      type: 'int',
      doc: 'From when an unused address may be given to another holder, Unix seconds.',
      optional: true,
    },
    spare: {
      type: 'text',
      max: 100,
      doc: 'Holder that may get the address next.',
      optional: true,
      index: true,
    },
    news: { type: 'int', doc: 'Number of changes reported.', default: 0 },
    coins: {
      type: 'list',
      maxItems: 1000,
      doc: 'Outputs received.',
      of: {
        txid: { type: 'text', max: 64, doc: 'Transaction id.' },
        vout: { type: 'int', doc: 'Index of the output.' },
        sat: { type: 'sat', doc: 'Amount, satoshis.' },
        confirmed: { type: 'bool', doc: 'True: confirmed.' },
      },
    },
  },
} as const satisfies Readonly<Record<string, Shape>>

type Watch = Item<typeof WATCH_TABLES.watches>
type Coin = Watch['coins'][number]
export type WatchesCtx = Ctx<typeof FIELDS, typeof TABLES & typeof WATCH_TABLES>

/** The queries to the chain. */
export interface ChainView {
  supports(network: NetworkName): boolean
  /** Whether a transaction has ever used it. */
  address(network: NetworkName, address: string): Promise<{ readonly isUsed: boolean }>
  /** Unspent outputs of an address; `confirmations` 0 = unconfirmed. */
  coins(
    network: NetworkName,
    address: string,
  ): Promise<
    readonly { readonly txid: string; readonly vout: number; readonly sat: number; readonly confirmations: number }[]
  >
}

export interface WatchDeps<C> {
  readonly chainOf: (ctx: C) => ChainView
  /** A different address on each call. */
  readonly nextAddress: (ctx: C, item: WatchWallet, note: string) => Promise<WatchAddress>
}

type WatchOrder = {
  readonly wallet: string
  readonly holder: string
  readonly until: number
  readonly reuseAfterSec?: number
}

/** How long an address is checked every minute, then every ten: most payments arrive immediately or never. */
const FRESH_SECONDS = 7200
const PAGE = 1000
/** At most this many addresses are checked while a caller waits. */
const MAX_TRIED = 3
const MAX_SPARES = 200

/**
 * The side of `watchonly` of `onchain-watch.ts`: an address per holder, watched until its end, and a notification to
 * the requesting extension on changes.
 */
export function watchRules<C extends WatchesCtx>({ chainOf, nextAddress }: WatchDeps<C>) {
  const watch = async ({ from, data }: Question, ctx: C): Promise<Json> => {
    const { wallet, holder, until, reuseAfterSec: rest } = data as WatchOrder
    const item = await ctx.items.get(wallet)
    if (item === null) throw reject('The account has no such watch-only wallet.')
    const network = isNetworkName(item.network ?? '') ? (item.network as NetworkName) : 'mainnet'
    if (!chainOf(ctx).supports(network)) throw reject(`No explorer is set for ${network}: the operator has to set one.`)
    const known = await findWatch(ctx, from, holder)
    const times = { until, open: 'yes', spare: undefined, free_at: rest === undefined ? undefined : until + rest }
    if (known !== undefined) return toAnswer(await ctx.table('watches').update(known.id, times))
    const name = `${from} ${holder}`
    const { address } =
      (await takeSpare(ctx, { item, chain: chainOf(ctx), from, note: noteOf(name) })) ??
      (await nextAddress(ctx, item, noteOf(name)))
    const row = { item: item.id, holder: name, address, network, ...times, news: 0, coins: [] }
    return toAnswer(await ctx.table('watches').insert(row, item.wallet))
  }
  /** For an extension that stores the id of a wallet: whether the account has it. */
  const check = async ({ data }: Question, ctx: C): Promise<Json> => {
    const { wallet, field } = data as { wallet: string; field: string }
    if ((await ctx.items.get(wallet)) === null)
      throw reject(`body.${field}: not a watch-only wallet of this account.`, 422)
    return null
  }
  const deposits = async ({ from, data }: Question, ctx: C): Promise<Json> => {
    const known = await findWatch(ctx, from, (data as { holder: string }).holder)
    if (known === undefined) throw reject('There is no such address.')
    return toAnswer(known)
  }
  const look = async ({ key }: { readonly key: string }, ctx: C): Promise<void> => {
    const known = await ctx.table('watches').get(key.split(' ')[0] ?? '')
    if (known === null) return
    const seen = await seenCoins(chainOf(ctx), known, ctx)
    if (seen === undefined || JSON.stringify(seen) === JSON.stringify(known.coins)) return
    const news = known.news + 1
    await ctx.table('watches').update(known.id, { coins: seen, news })
    const [from = '', holder = ''] = known.holder.split(' ')
    await ctx.enqueue('deposit', `${holder} ${news}`, from)
  }
  return {
    answers: { check, watch, deposits },
    jobs: { look: { cron: '* * * * *', run: (ctx: C) => pollAll(ctx) } },
    tasks: { look },
  }
}

const noteOf = (holder: string): string => holder.slice(0, 200)
const spareOf = (item: string, from: string): string => `${item} ${from}`

/**
 * Reuses an address that got no payment, if a new one would exceed the gap limit of other wallets. The chain must
 * confirm that it is unused; none if the chain cannot be queried.
 */
async function takeSpare(
  ctx: WatchesCtx,
  { item, chain, from, note }: { item: WatchWallet; chain: ChainView; from: string; note: string },
): Promise<WatchAddress | undefined> {
  if (!isBeyondGap(item)) return undefined
  const where = { spare: spareOf(item.id, from) }
  const resting = await ctx.table('watches').find({ where, order: 'oldest', limit: MAX_SPARES })
  const free = resting.filter(({ free_at: at }) => at !== undefined && at <= ctx.now() / 1000)
  for (const spare of free.slice(0, MAX_TRIED)) {
    const isUsed = await wasUsed(chain, spare, ctx)
    if (isUsed === undefined) return undefined
    if (isUsed) await ctx.table('watches').update(spare.id, { spare: undefined })
    else {
      const [row] = await ctx.table('addresses').find({ where: { address: spare.address, item: item.id }, limit: 1 })
      if (row === undefined) continue
      // Deleted first, so that of two concurrent runs that want it one runs again.
      await ctx.table('watches').remove(spare.id)
      return row.note === noteOf(spare.holder) ? ctx.table('addresses').update(row.id, { note }) : row
    }
  }
  return undefined
}

/** Undefined: the chain cannot be queried now. */
async function wasUsed(chain: ChainView, { network, address }: Watch, ctx: WatchesCtx): Promise<boolean | undefined> {
  try {
    return (await chain.address(network as NetworkName, address)).isUsed
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    ctx.log.warn('an address could not be looked at', { detail: error.detail })
    return undefined
  }
}

const findWatch = async (ctx: WatchesCtx, from: string, holder: string): Promise<Watch | undefined> =>
  (await ctx.table('watches').find({ where: { holder: `${from} ${holder}` }, limit: 1 }))[0]

/** Each in a separate job, so that a slow answer does not delay others. */
async function pollAll(ctx: WatchesCtx): Promise<void> {
  const now = Math.floor(ctx.now() / 1000)
  const minute = Math.floor(now / 60)
  const open: Watch[] = []
  for (;;) {
    const page = await ctx.table('watches').find({ where: { open: 'yes' }, limit: PAGE, offset: open.length })
    open.push(...page)
    if (page.length < PAGE) break
  }
  for (const { id, until, created_at: from, item, holder, news, free_at: freeAt } of open) {
    const spare = news === 0 && freeAt !== undefined ? spareOf(item, holder.split(' ')[0] ?? '') : undefined
    if (until <= now) await ctx.table('watches').update(id, { open: undefined, spare })
    else if (now - from < FRESH_SECONDS || minute % 10 === 0) await ctx.enqueue('look', `${id} ${minute}`)
  }
}

/** Undefined: the chain cannot be queried now; the next check retries. */
async function seenCoins(chain: ChainView, { network, address, coins: before }: Watch, ctx: WatchesCtx) {
  try {
    const found = await chain.coins(network as NetworkName, address)
    const now = found.map(({ txid, vout, sat, confirmations }) => ({ txid, vout, sat, confirmed: confirmations > 0 }))
    return mergeCoins(before, now)
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    ctx.log.warn('an address could not be looked at', { detail: error.detail })
    return undefined
  }
}

/** A confirmed coin that has disappeared was spent by its owner; an unconfirmed one was replaced. */
export function mergeCoins(before: readonly Coin[], now: readonly Coin[]): Coin[] {
  const nameOf = ({ txid, vout }: Coin): string => `${txid}:${vout}`
  const there = new Set(now.map(nameOf))
  const spent = before.filter((coin) => coin.confirmed && !there.has(nameOf(coin)))
  return [...spent, ...now].toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
}

function toAnswer({ address, network, coins }: Watch): Json {
  const sum = (confirmed: boolean): number =>
    coins.filter((coin) => coin.confirmed === confirmed).reduce((sats, { sat }) => sats + sat, 0)
  const txids = [...new Set(coins.map(({ txid }) => txid))]
  return { address, network, confirmed_sat: sum(true), pending_sat: sum(false), txids }
}
