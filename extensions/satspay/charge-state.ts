import type { Settled } from '@satchel/extension-sdk/context'
import { tellOwner } from '@satchel/extension-sdk/webhook-fields'
import type { Charge, SatspayCtx } from './fields.ts'

const MINUTE_MS = 60_000
/** Of one run; what is left follows a minute later. */
const MOST_EXPIRED = 500
const PAGE = 1000

const endOf = ({ expires_at: end }: Charge): number => (end === undefined ? 0 : Date.parse(end))

/** As it stands now: between its end and the next run of the job, `open` is over all the same. */
export const statusOf = (charge: Charge, nowMs: number): Charge['status'] =>
  !charge.paid && endOf(charge) <= nowMs ? 'expired' : charge.status

/** A fresh price, invoice and end, for a charge that nothing has been paid for. */
export async function openCharge(ctx: SatspayCtx, charge: Charge): Promise<void> {
  const amountSat = await ctx.rates.toSat(charge.amount, charge.currency)
  const expiresAtMs = ctx.now() + charge.time * MINUTE_MS
  await ctx.items.update(charge.id, {
    amount_sat: amountSat,
    status: 'open',
    ...(await invoiceFor(ctx, charge, amountSat, expiresAtMs)),
    expires_at: new Date(expiresAtMs).toISOString(),
  })
}

async function invoiceFor(ctx: SatspayCtx, charge: Charge, sat: number, untilMs: number) {
  const { paymentRequest, paymentHash } = await ctx.wallets.createInvoice(charge.wallet, {
    sat,
    memo: charge.description,
    itemId: charge.id,
    expirySec: Math.floor((untilMs - ctx.now()) / 1000),
  })
  return { payment_request: paymentRequest, payment_hash: paymentHash }
}

/**
 * Money for a charge, by whichever of its invoices. It becomes paid once, and only that is told to the owner's webhook;
 * what comes afterwards is counted and marked. What is too little leads to an invoice for the rest.
 */
export async function creditCharge(payment: Settled, ctx: SatspayCtx): Promise<void> {
  const charge = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
  if (charge === null) return
  const balance = charge.balance + payment.sat
  const paid = charge.paid || balance >= charge.amount_sat
  const late = charge.late || payment.at * 1000 > endOf(charge)
  const stillMs = endOf(charge) - ctx.now()
  const rest =
    !paid && stillMs >= 1000 ? await invoiceFor(ctx, charge, charge.amount_sat - balance, endOf(charge)) : undefined
  const now = await ctx.items.update(charge.id, {
    balance,
    paid,
    late,
    overpaid: balance > charge.amount_sat,
    status: paid ? 'paid' : stillMs > 0 ? 'partial' : 'expired',
    ...rest,
  })
  await ctx.notify.push(now.id, toPublic(now, ctx.now()))
  if (!paid || charge.paid) return
  await tellOwner(ctx, now, {
    extension: 'satspay',
    item: now.id,
    payment_hash: payment.paymentHash,
    amount_sat: now.amount_sat,
    balance,
    status: 'paid',
    late,
    overpaid: now.overpaid,
    extra: (now.extra ?? null) as null,
  })
}

/** Every minute: charges whose time is over are found by their status from then on. */
export async function expireCharges(ctx: SatspayCtx): Promise<void> {
  const over: Charge[] = []
  for (const status of ['open', 'partial']) {
    for (let offset = 0; over.length < MOST_EXPIRED; offset += PAGE) {
      const page = await ctx.items.find({ where: { status }, order: 'oldest', limit: PAGE, offset })
      over.push(...page.filter((charge) => endOf(charge) <= ctx.now()))
      if (page.length < PAGE) break
    }
  }
  for (const charge of over.slice(0, MOST_EXPIRED)) {
    const now = await ctx.items.update(charge.id, { status: 'expired' })
    await ctx.notify.push(now.id, toPublic(now, ctx.now()))
  }
}

/** For everybody: where it leads only once it is paid. */
export function toPublic(charge: Charge, nowMs: number) {
  const status = statusOf(charge, nowMs)
  const isOpen = status === 'open' || status === 'partial'
  return {
    id: charge.id,
    name: charge.name,
    description: charge.description,
    amount: charge.amount,
    currency: charge.currency,
    amount_sat: charge.amount_sat,
    balance: charge.balance,
    status,
    paid: charge.paid,
    expired: status === 'expired',
    expires_at: charge.expires_at,
    payment_request: isOpen ? charge.payment_request : undefined,
    payment_hash: charge.payment_hash,
    ...(charge.paid &&
      charge.completelink !== undefined && {
        completelink: charge.completelink,
        completelink_text: charge.completelink_text,
      }),
  }
}
