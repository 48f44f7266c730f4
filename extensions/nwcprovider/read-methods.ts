import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Json } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import { leftMsat, tightestBudget } from './budgets.ts'
import { secondsOf, type NwcConnection, type NwcCtx } from './fields.ts'
import { infoOf } from './methods.ts'
import { type Params, readHash, readInteger, readText } from './params.ts'
import { decoded, toTransaction } from './transaction.ts'

const MAX_UNPAID = 100
const MAX_LISTED = 20
const MAX_BOLT11 = 8192
/** Relays reject events above some 64 KB, and encryption adds a third. */
const MAX_LIST_BYTES = 40_000
const DEFAULT_EXPIRY_SECONDS = 86_400
const LONGEST_EXPIRY_SECONDS = 31_536_000
const LARGEST_MSAT = Number.MAX_SAFE_INTEGER

type Method = (ctx: NwcCtx, connection: NwcConnection, params: Params) => Promise<Json>

/** Methods that send no payments. */
export const READ_METHODS: Readonly<Record<string, Method>> = {
  async get_info(ctx, connection) {
    const { methods, notifications } = infoOf(connection)
    return {
      alias: connection.description,
      color: '',
      pubkey: ctx.nodePubkey,
      network: ctx.network,
      block_height: 0,
      block_hash: '',
      methods,
      notifications,
    }
  },
  /** The balance, but with a budget at most what the app may spend: it must not see the rest. */
  async get_balance(ctx, connection) {
    const { msat } = await ctx.wallets.balance(connection.wallet)
    const left = connection.permissions.includes('pay') ? leftMsat(connection, secondsOf(ctx)) : undefined
    return { balance: Math.min(msat, left ?? msat) }
  },
  /** Not in NIP-47, but asked for by apps; `{}` where nothing limits them. */
  async get_budget(ctx, connection) {
    const budget = tightestBudget(connection, secondsOf(ctx))
    if (budget === undefined) return {}
    const { budget_msats, used_msats, refresh_window: length, window_started_at: start } = budget
    return {
      used_budget: used_msats,
      total_budget: budget_msats,
      renewal_period: periodOf(length),
      ...(length > 0 && { renews_at: start + length }),
    }
  },
  async make_invoice(ctx, { id, wallet }, params) {
    const msat = readInteger(params, 'amount', 1, LARGEST_MSAT)
    if (msat === undefined) throw reject('amount: is missing; millisatoshis.')
    const descriptionHash = readHash(params, 'description_hash')
    const { metadata } = params
    if ((await ctx.wallets.countOpenInvoices(id)) >= MAX_UNPAID) throw reject('Too many unpaid invoices are open.', 429)
    const memo = readText(params, 'description', 4096) ?? ''
    const expirySec = readInteger(params, 'expiry', 1, LONGEST_EXPIRY_SECONDS) ?? DEFAULT_EXPIRY_SECONDS
    const made = await ctx.wallets.createInvoice(wallet, {
      msat,
      memo,
      expirySec,
      itemId: id,
      ...(descriptionHash !== undefined && { descriptionHash }),
      ...(typeof metadata === 'object' && metadata !== null && { extra: { metadata: metadata as Json } }),
    })
    return {
      type: 'incoming',
      state: 'pending',
      invoice: made.paymentRequest,
      description: memo,
      ...(descriptionHash !== undefined && { description_hash: descriptionHash }),
      payment_hash: made.paymentHash,
      amount: made.msat,
      fees_paid: 0,
      created_at: secondsOf(ctx),
      expires_at: Math.floor(Date.parse(made.expiresAt) / 1000),
      metadata: (metadata ?? {}) as Json,
    }
  },
  async lookup_invoice(ctx, { wallet }, params) {
    const bolt11 = readText(params, 'invoice', MAX_BOLT11)
    const hash = readHash(params, 'payment_hash') ?? (bolt11 && decoded(ctx, bolt11)?.paymentHash)
    if (hash === undefined || hash === '') throw reject('payment_hash or invoice: one of them is needed.')
    const payment = await ctx.wallets.payment(wallet, hash)
    if (payment === null) throw reject('The wallet has no such payment.', 404)
    return toTransaction(ctx, payment)
  },
  async list_transactions(ctx, { wallet }, params) {
    const from = readInteger(params, 'from', 0, LARGEST_MSAT)
    const to = readInteger(params, 'until', 0, LARGEST_MSAT)
    const type = readText(params, 'type', 20)
    if (type !== undefined && type !== 'incoming' && type !== 'outgoing')
      throw reject('type: must be incoming or outgoing.')
    const payments = await ctx.wallets.payments(wallet, {
      limit: Math.min(readInteger(params, 'limit', 1, LARGEST_MSAT) ?? MAX_LISTED, MAX_LISTED),
      offset: readInteger(params, 'offset', 0, 1_000_000_000) ?? 0,
      ...(params['unpaid'] === true ? {} : { status: 'success' }),
      ...(type !== undefined && { direction: type === 'incoming' ? 'in' : 'out' }),
      // Apps send 0 for "from the beginning".
      ...(from !== undefined && from > 0 && { from }),
      ...(to !== undefined && to > 0 && { to }),
    })
    return { transactions: fitting(payments.map((payment) => toTransaction(ctx, payment))) }
  },
}

const DAY_SECONDS = 86_400
/** Apps know these words only; the exact end of a window is `renews_at`. */
const PERIODS: readonly (readonly [longest: number, word: string])[] = [
  [0, 'never'],
  [DAY_SECONDS, 'daily'],
  [7 * DAY_SECONDS, 'weekly'],
  [31 * DAY_SECONDS, 'monthly'],
]

const periodOf = (seconds: number): string => PERIODS.find(([longest]) => seconds <= longest)?.[1] ?? 'yearly'

/**
 * Shortens a list to the size of an event: drops metadata first, then the oldest entries, with which the next page
 * begins.
 */
function fitting(all: readonly Record<string, Json>[]): Record<string, Json>[] {
  const bytesOf = (list: readonly object[]): number => utf8ToBytes(JSON.stringify(list)).length
  let list = [...all]
  if (bytesOf(list) > MAX_LIST_BYTES) list = list.map((one) => ({ ...one, metadata: {} }))
  while (bytesOf(list) > MAX_LIST_BYTES) list.pop()
  return list
}
