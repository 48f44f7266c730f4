import type { Intent } from '@satchel/extension-sdk/context'
import type { DecodedInvoice } from '@satchel/extension-sdk/decoded-invoice'
import type { Reply } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row, Shape } from '@satchel/extension-sdk/shape'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { dayOf, type HubCtx, type HubLogin, type HubRequest, spentToday } from './fields.ts'
import { paidAnswer, satCeil } from './hub-answers.ts'
import { hubError, PAYMENT_FAILED } from './hub-route.ts'
import { requireLogin } from './sessions.ts'

export const PAY_FIELDS = {
  invoice: { type: 'json', maxBytes: 8192, doc: 'Invoice to pay (BOLT 11).', optional: true },
  amount: { type: 'json', maxBytes: 30, doc: 'Amount in satoshis, for an invoice without an amount.', optional: true },
} as const satisfies Shape

interface PayRequest extends HubRequest {
  readonly body: Row<typeof PAY_FIELDS>
}

/** Apps repeat a call that timed out: it must not pay twice. */
const IN_TRANSIT = 'Your previous payment is in transit. Try again in 5 minutes'

/**
 * Pays an invoice once: a repeat finds the same payment, in flight or final. Only a final failure is retried. The
 * amount counts against the limits in the commit that makes the payment, and stops counting when it has failed.
 */
export async function payHubInvoice(request: PayRequest, ctx: HubCtx): Promise<Reply> {
  const { id, mode } = await requireLogin(ctx, request)
  if (mode !== 'admin') throw reject('This login may only receive.', 403)
  const { bolt11, invoice } = readInvoice(ctx, request.body.invoice)
  const slot = `${id}:${invoice.paymentHash}`
  const [known] = await ctx.table('payments').find({ where: { slot }, limit: 1 })
  const before = known === undefined ? null : await ctx.intent(known.key)
  if (before !== null) {
    if (before.state === 'paid') return concludeHubPayment(before, ctx, request)
    if (before.state !== 'failed') throw reject(IN_TRANSIT, 409)
    await closeHubPayment(before, ctx)
  }
  const msat = amountOf(invoice, request.body.amount)
  if (invoice.expiresAt * 1000 <= ctx.now()) throw reject('not a valid invoice: it has expired', 422)
  const item = await ctx.items.get(id)
  if (item === null) throw reject('bad auth', 401)
  const left = await requireAffordable(ctx, item, msat)
  const sats = satCeil(msat)
  // The daily limit includes the routing fees: they get at most what is left of it.
  const maxFeeSat = Math.min(await ctx.targets.maxFeeSat(bolt11, sats), left - sats)
  const tries = (known?.tries ?? 0) + 1
  const key = `${slot} ${tries}`
  await ctx.pay({
    from: item.wallet,
    to: { bolt11 },
    msat,
    maxFeeSat,
    key,
    purpose: 'payment',
    itemId: id,
    memo: item.label,
    data: { slot },
  })
  const row = { item: id, slot, key, tries, state: 'open', sats: sats + maxFeeSat, day: dayOf(ctx) }
  if (known === undefined) await ctx.table('payments').insert(row, item.wallet)
  else await ctx.table('payments').update(known.id, row)
  await ctx.items.update(id, { spent_today: spentToday(item, ctx) + row.sats, spent_on: row.day })
  return { waitFor: key }
}

/** The answer to the app when the payment has ended, or after a timeout. */
export async function concludeHubPayment(intent: Intent, ctx: HubCtx, { body }: PayRequest): Promise<Reply> {
  await closeHubPayment(intent, ctx)
  if (intent.state === 'failed') {
    return hubError(PAYMENT_FAILED, `Payment failed. ${intent.failure ?? ''}`.trim())
  }
  if (intent.state !== 'paid') return hubError(9, IN_TRANSIT)
  const { bolt11, invoice } = readInvoice(ctx, body.invoice)
  const { msat, feeMsat, preimage = '' } = intent
  return { json: paidAnswer(bolt11, invoice, { msat, feeMsat, preimage }) }
}

/**
 * The first run with the outcome books it, once: a failed payment does not count against the limit of its day, a paid
 * one counts with its actual cost.
 */
export async function closeHubPayment(intent: Intent, ctx: HubCtx): Promise<void> {
  if (intent.state !== 'paid' && intent.state !== 'failed') return
  const { slot } = intent.data as { readonly slot: string }
  const [row] = await ctx.table('payments').find({ where: { slot }, limit: 1 })
  if (row === undefined || row.key !== intent.key || row.state !== 'open') return
  const cost = intent.state === 'paid' ? satCeil(intent.msat + intent.feeMsat) : 0
  await ctx.table('payments').update(row.id, { state: intent.state })
  const item = await ctx.items.get(intent.itemId)
  if (item === null || item.spent_on !== row.day) return
  await ctx.items.update(item.id, { spent_today: Math.max(0, item.spent_today - row.sats + cost) })
}

export function readInvoice(ctx: HubCtx, text: unknown): { readonly bolt11: string; readonly invoice: DecodedInvoice } {
  if (typeof text !== 'string') throw reject('not a valid invoice', 422)
  try {
    const invoice = ctx.decode(text)
    return { bolt11: invoice.bolt11, invoice }
  } catch (error) {
    throw reject(error instanceof LnurlError ? `not a valid invoice: ${error.message}` : 'not a valid invoice', 422)
  }
}

/** Some apps send `amount: 0` with every invoice: only invoices without an amount need one. */
function amountOf({ msat }: DecodedInvoice, given: unknown): number {
  const asked = readSats(given ?? 0)
  if (msat === undefined) {
    if (asked === undefined || asked < 1) throw reject('The invoice names no amount: say how many satoshis.')
    return asked * 1000
  }
  if (asked === undefined || (asked !== 0 && asked * 1000 !== msat)) {
    throw reject('The invoice is for another amount.')
  }
  return msat
}

/** Satoshis as a number or as text, which apps send alike. */
export function readSats(value: unknown): number | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  const sats = /^\d{1,13}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(sats * 1000) ? sats : undefined
}

/** Returns the rest of the daily limit, satoshis. */
async function requireAffordable(ctx: HubCtx, item: HubLogin, msat: number): Promise<number> {
  const { max_payment: most, daily_limit: limit } = item
  const sats = satCeil(msat)
  if (most !== undefined && sats > most) throw reject(`This login pays at most ${most} sat at once.`, 402)
  const left = limit === undefined ? Number.MAX_SAFE_INTEGER : Math.max(0, limit - spentToday(item, ctx))
  if (sats > left) {
    throw reject(`This login pays at most ${limit} sat a day; ${left} sat are left today.`, 402)
  }
  const { msat: held } = await ctx.wallets.balance(item.wallet)
  if (held < msat) throw reject('not enough balance', 402)
  return left
}
