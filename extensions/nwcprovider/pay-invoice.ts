import type { Intent } from '@satchel/extension-sdk/context'
import type { DecodedInvoice } from '@satchel/extension-sdk/decoded-invoice'
import { Rejection, reject } from '@satchel/extension-sdk/rejection'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { type Charge, charge, giveBack, leftMsat } from './budgets.ts'
import { type NwcAnswer, problem, type ReplyTo, reply } from './envelope.ts'
import { type NwcConnection, type NwcCtx, secondsOf } from './fields.ts'
import { type Params, readInteger, readMetadata, readText } from './params.ts'
import { decoded } from './transaction.ts'

const MAX_BOLT11 = 8192
const MAX_AT_ONCE = 20

/** The data of an intent until it is resolved. */
type PaymentData = {
  readonly to: ReplyTo
  readonly charge: Charge
}

/**
 * Reserves amount and maximum fee in every budget, in the commit of the payment, or returns why not. Undefined: the
 * answer follows when the payment has ended.
 */
export async function payByRequest(
  ctx: NwcCtx,
  connectionId: string,
  params: Params,
  to: ReplyTo,
): Promise<NwcAnswer | undefined> {
  const connection = await ctx.items.get(connectionId)
  const order = readOrder(ctx, params)
  if (connection === null || 'error' in order) return 'error' in order ? order : problem('UNAUTHORIZED', 'No wallet.')
  const { bolt11, msat, metadata } = order
  const maxFeeSat = await ctx.targets.maxFeeSat(bolt11, Math.ceil(msat / 1000))
  const reserved = msat + maxFeeSat * 1000
  const left = leftMsat(connection, secondsOf(ctx))
  if (left !== undefined && reserved > left) {
    return problem('QUOTA_EXCEEDED', `The budget has ${left} msat left; this takes ${reserved} msat, fees included.`)
  }
  const { msat: held } = await ctx.wallets.balance(connection.wallet)
  if (held < msat) return problem('INSUFFICIENT_BALANCE', 'The wallet does not hold enough.')
  const { budgets, taken } = charge(connection.budgets, reserved, secondsOf(ctx))
  const data = { to: { ...to }, charge: { msat: taken.msat, windows: taken.windows.map((one) => ({ ...one })) } }
  try {
    await ctx.pay({
      from: connection.wallet,
      to: { bolt11 },
      msat,
      maxFeeSat,
      key: to.part === undefined ? to.request : `${to.request} ${to.part}`,
      purpose: 'payment',
      itemId: connection.id,
      memo: connection.description,
      data,
      ...(metadata !== undefined && { extra: { metadata } }),
    })
  } catch (error) {
    // A payment that is rejected before anything is stored.
    if (error instanceof Rejection) return problem('PAYMENT_FAILED', error.detail)
    throw error
  }
  await ctx.items.update(connection.id, { budgets })
  return undefined
}

/** Several payments in one request: each is paid and answered separately. */
export async function payManyByRequest(ctx: NwcCtx, connection: NwcConnection, params: Params, to: ReplyTo) {
  const { invoices } = params
  if (!Array.isArray(invoices) || invoices.length === 0 || invoices.length > MAX_AT_ONCE) {
    return problem('OTHER', `invoices: must be a list of 1 to ${MAX_AT_ONCE}.`)
  }
  const parts = new Set<string>()
  for (const one of invoices as unknown[]) {
    const order = (typeof one === 'object' && one !== null ? one : {}) as Params
    const part = partOf(ctx, order)
    // A repeated payment is one payment with one answer.
    if (parts.has(part)) continue
    parts.add(part)
    const own = { ...to, part }
    const answer = await payByRequest(ctx, connection.id, order, own)
    if (answer !== undefined) await reply(ctx, connection, own, answer)
  }
  return undefined
}

/** The name given by the app, or its payment hash. */
function partOf(ctx: NwcCtx, { id, invoice }: Params): string {
  if (typeof id === 'string' && id !== '') return id.slice(0, 100)
  return typeof invoice === 'string' ? (decoded(ctx, invoice)?.paymentHash ?? '') : ''
}

/** Handles the end of a payment: returns the unspent amount to the budgets and notifies the app, in one commit. */
export async function concludePayment(intent: Intent, ctx: NwcCtx): Promise<void> {
  const connection = await ctx.items.get(intent.itemId)
  if (connection === null) return
  const { to, charge: taken } = intent.data as PaymentData
  const isPaid = intent.state === 'paid'
  const unspent = isPaid ? Math.max(0, taken.msat - intent.msat - intent.feeMsat) : taken.msat
  await ctx.items.update(connection.id, {
    budgets: giveBack(connection.budgets, taken, unspent, secondsOf(ctx)),
  })
  const { preimage = '', feeMsat } = intent
  await reply(ctx, connection, to, isPaid ? { result: { preimage, fees_paid: feeMsat } } : whyNot(intent))
}

function whyNot({ failure = 'The payment failed.' }: Intent): NwcAnswer {
  return problem(/^insufficient balance/i.test(failure) ? 'INSUFFICIENT_BALANCE' : 'PAYMENT_FAILED', failure)
}

interface PaymentOrder {
  readonly bolt11: string
  readonly msat: number
  readonly metadata: ReturnType<typeof readMetadata>
}

type Order = PaymentOrder | Extract<NwcAnswer, { error: unknown }>

/** A text with several payees is rejected with that reason. */
function readInvoice(ctx: NwcCtx, text: string): DecodedInvoice {
  try {
    return ctx.decode(text)
  } catch (error) {
    throw reject(error instanceof LnurlError ? `invoice: ${error.message}` : 'invoice: not a BOLT 11 invoice.')
  }
}

function readOrder(ctx: NwcCtx, params: Params): Order {
  const wrong = (message: string) => problem('OTHER', message) as Extract<NwcAnswer, { error: unknown }>
  try {
    const text = readText(params, 'invoice', MAX_BOLT11)
    const invoice = readInvoice(ctx, text ?? '')
    const given = readInteger(params, 'amount', 1, Number.MAX_SAFE_INTEGER)
    const msat = invoice.msat ?? given
    if (msat === undefined) return wrong('amount: is missing; the invoice names none.')
    if (given !== undefined && given !== msat) return wrong('amount: the invoice is for another one.')
    if (invoice.expiresAt <= ctx.now() / 1000) return wrong('invoice: has expired.')
    return { bolt11: invoice.bolt11, msat, metadata: readMetadata(params) }
  } catch (error) {
    if (error instanceof Rejection) return wrong(error.detail)
    throw error
  }
}
