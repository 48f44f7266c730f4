import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Json } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import type { PaymentQuery } from '@satchel/extension-sdk/wallet-handle'
import { leftMsat, tightestBudget } from './budgets.ts'
import { type NwcConnection, type NwcCtx, secondsOf } from './fields.ts'
import { infoOf } from './methods.ts'
import { type Params, readHash, readInteger, readMetadata, readText } from './params.ts'
import { decoded, toTransaction } from './transaction.ts'

const MAX_UNPAID = 100
const USUALLY_LISTED = 20
/** More entries do not fit into an event. */
const MAX_LISTED = 100
const MAX_BOLT11 = 8192
/** Relays reject events above some 64 KB, and encryption adds a third. */
const MAX_LIST_BYTES = 40_000
const DEFAULT_EXPIRY_SECONDS = 86_400
const MAX_EXPIRY_SECONDS = 31_536_000
const MAX_MSAT = Number.MAX_SAFE_INTEGER

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
  /** The balance, but with a budget at most the rest of the budget: the app must not see more. */
  async get_balance(ctx, connection) {
    const { msat } = await ctx.wallets.balance(connection.wallet)
    const left = connection.permissions.includes('pay') ? leftMsat(connection, secondsOf(ctx)) : undefined
    return { balance: Math.min(msat, left ?? msat) }
  },
  /** Not in NIP-47, but requested by apps; `{}` without a limit. */
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
    const msat = readInteger(params, 'amount', 1, MAX_MSAT)
    if (msat === undefined) throw reject('amount: is missing; millisatoshis.')
    const descriptionHash = readHash(params, 'description_hash')
    const metadata = readMetadata(params)
    if ((await ctx.wallets.countOpenInvoices(id)) >= MAX_UNPAID) throw reject('Too many unpaid invoices are open.', 429)
    const memo = readText(params, 'description', 4096) ?? ''
    const expirySec = readInteger(params, 'expiry', 1, MAX_EXPIRY_SECONDS) ?? DEFAULT_EXPIRY_SECONDS
    const made = await ctx.wallets.createInvoice(wallet, {
      msat,
      memo,
      expirySec,
      itemId: id,
      ...(descriptionHash !== undefined && { descriptionHash }),
      ...(metadata !== undefined && { extra: { metadata } }),
    })
    return {
      type: 'incoming',
      state: 'pending',
      invoice: made.paymentRequest,
      description: made.memo,
      ...(descriptionHash !== undefined && { description_hash: descriptionHash }),
      payment_hash: made.paymentHash,
      amount: made.msat,
      fees_paid: 0,
      created_at: secondsOf(ctx),
      expires_at: Math.floor(Date.parse(made.expiresAt) / 1000),
      metadata: metadata ?? {},
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
    const from = readInteger(params, 'from', 0, MAX_MSAT)
    const to = readInteger(params, 'until', 0, MAX_MSAT)
    const type = readText(params, 'type', 20)
    if (type !== undefined && type !== 'incoming' && type !== 'outgoing')
      throw reject('type: must be incoming or outgoing.')
    const query: PaymentQuery = {
      ...(params['unpaid'] === true ? {} : { status: 'success' }),
      ...(type !== undefined && { direction: type === 'incoming' ? 'in' : 'out' }),
      // Apps send 0 for "from the beginning".
      ...(from !== undefined && from > 0 && { from }),
      ...(to !== undefined && to > 0 && { to }),
    }
    const payments = await ctx.wallets.payments(wallet, {
      ...query,
      limit: Math.min(readInteger(params, 'limit', 1, MAX_MSAT) ?? USUALLY_LISTED, MAX_LISTED),
      offset: readInteger(params, 'offset', 0, 1_000_000_000) ?? 0,
    })
    return {
      transactions: fitting(payments.map((payment) => toTransaction(ctx, payment))),
      // Not in NIP-47, but read by apps: there may be more than fit.
      total_count: await ctx.wallets.countPayments(wallet, query),
    }
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
 * Shortens a list to the size of an event: the largest metadata go first, which `lookup_invoice` still answers, then the
 * oldest entries, with which the next page begins.
 */
function fitting(all: readonly Transaction[]): Transaction[] {
  const list = [...all]
  let bytes = list.reduce((sum, one) => sum + bytesOf(one), 0)
  const largestFirst = [...list].sort((a, b) => bytesOf(b['metadata']) - bytesOf(a['metadata']))
  for (const one of largestFirst) {
    if (bytes <= MAX_LIST_BYTES) return list
    bytes -= bytesOf(one['metadata']) - bytesOf({})
    list[list.indexOf(one)] = { ...one, metadata: {} }
  }
  while (bytes > MAX_LIST_BYTES) bytes -= bytesOf(list.pop())
  return list
}

type Transaction = Record<string, Json>

/** Including the comma. */
const bytesOf = (value: Json | undefined): number => utf8ToBytes(JSON.stringify(value ?? null)).length + 1
