import type { Settled } from '@satchel/extension-sdk/context'
import { findDeposits, holderOf, type WatchedAddress, watchAddress } from '@satchel/extension-sdk/onchain-watch'
import { reject } from '@satchel/extension-sdk/rejection'
import { amountText, fixed } from '@satchel/extension-sdk/text'
import { notifyOwner } from '@satchel/extension-sdk/webhook-fields'
import type { Charge, SatspayCtx } from './fields.ts'

const MINUTE_MS = 60_000
/** How much longer the address is watched, for payments that were sent in time. */
const GRACE_MS = 24 * 60 * MINUTE_MS
/** A payment later than this counts for no charge: neither for this one nor for the next at the address. */
const REST_SECONDS = 30 * 86_400
/** Charges per run; the rest follows a minute later. */
const MAX_EXPIRED = 500
const PAGE = 1000

export async function requireCharge(ctx: SatspayCtx, id: string): Promise<Charge> {
  const charge = await ctx.items.get(id)
  if (charge === null) throw reject('There is no such charge.', 404)
  return charge
}

/** For a new charge. */
export const NOTHING_PAID = {
  amount_sat: 0,
  balance: 0,
  onchain_sat: 0,
  pending: 0,
  paid: false,
  overpaid: false,
  late: false,
  status: 'open',
} as const

const endOf = ({ expires_at: end }: Charge): number => (end === undefined ? 0 : Date.parse(end))

/** The current state: an unpaid charge counts as expired after its end, even before the next run of the job. */
export const statusOf = (charge: Charge, nowMs: number): Charge['status'] =>
  !charge.paid && endOf(charge) <= nowMs ? 'expired' : charge.status

/** A fresh price, invoice and end, for a charge that nothing has been paid for; its address stays. */
export async function openCharge(ctx: SatspayCtx, charge: Charge): Promise<void> {
  const amountSat = await ctx.rates.toSat(charge.amount, charge.currency)
  if (amountSat < 1) throw reject('body.amount: is worth less than 1 satoshi.')
  if (charge.lightning && amountSat > ctx.maxSat)
    throw reject(
      fixed('body.amount: at most {amount} in one payment over Lightning.', { amount: amountText(ctx.maxSat) }),
      422,
    )
  const expiresAtMs = ctx.now() + charge.time * MINUTE_MS
  const invoice = charge.lightning
    ? await invoiceFor(ctx, charge, amountSat, expiresAtMs)
    : { payment_request: undefined, payment_hash: undefined }
  await ctx.items.update(charge.id, {
    amount_sat: amountSat,
    status: 'open',
    ...invoice,
    ...(await addressFor(ctx, charge, expiresAtMs)),
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

async function addressFor(ctx: SatspayCtx, { id, wallet, onchain: source }: Charge, untilMs: number) {
  if (source === undefined) return {}
  const until = Math.floor((untilMs + GRACE_MS) / 1000)
  const { address, network } = await watchAddress(ctx, {
    source,
    wallet,
    holder: id,
    until,
    reuseAfterSec: REST_SECONDS,
  })
  return { onchain_address: address, onchain_network: network }
}

/** Money for a charge, by any of its invoices. */
export async function creditCharge(payment: Settled, ctx: SatspayCtx): Promise<void> {
  const charge = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
  if (charge === null) return
  await credit(ctx, charge, {
    balance: charge.balance + payment.sat,
    isLate: payment.at * 1000 > endOf(charge),
    proof: { payment_hash: payment.paymentHash },
  })
}

/** Recounts everything at the address of a charge: a repeat changes nothing, and a reorganisation can lower it. */
export async function creditDeposits(task: { readonly key: string }, ctx: SatspayCtx): Promise<void> {
  const charge = await ctx.items.get(holderOf(task))
  if (charge === null) return
  const watched = await findDeposits(ctx, charge.wallet, charge.id)
  const { counted, pending } = countedOf(charge, watched)
  const isMore = counted + pending > charge.onchain_sat + charge.pending
  await credit(ctx, charge, {
    balance: charge.balance - charge.onchain_sat + counted,
    onchain: { onchain_sat: counted, pending },
    isLate: isMore && ctx.now() > endOf(charge),
    proof: { txids: watched.txids },
  })
}

function countedOf({ zeroconf }: Charge, { confirmedSat, pendingSat }: WatchedAddress) {
  return zeroconf ? { counted: confirmedSat + pendingSat, pending: 0 } : { counted: confirmedSat, pending: pendingSat }
}

interface Credit {
  /** The total received, with this payment. */
  readonly balance: number
  readonly onchain?: { readonly onchain_sat: number; readonly pending: number }
  readonly isLate: boolean
  readonly proof: { readonly payment_hash: string } | { readonly txids: readonly string[] }
}

/**
 * A charge becomes paid once, and only then calls the owner's webhook. Later payments are counted and marked. After a
 * partial payment an invoice for the rest is made.
 */
async function credit(ctx: SatspayCtx, charge: Charge, { balance, onchain, isLate, proof }: Credit): Promise<void> {
  const paid = charge.paid || balance >= charge.amount_sat
  const late = charge.late || isLate
  const stillMs = endOf(charge) - ctx.now()
  const needsInvoice = !paid && charge.lightning && stillMs >= 1000 && balance !== charge.balance
  const rest = needsInvoice ? await invoiceFor(ctx, charge, charge.amount_sat - balance, endOf(charge)) : undefined
  const now = await ctx.items.update(charge.id, {
    balance,
    paid,
    late,
    overpaid: balance > charge.amount_sat,
    status: paid ? 'paid' : stillMs <= 0 ? 'expired' : balance > 0 ? 'partial' : 'open',
    ...onchain,
    ...rest,
  })
  await ctx.notify.push(now.id, toPublic(now, ctx.now()))
  if (!paid || charge.paid) return
  await notifyOwner(ctx, now, {
    extension: 'satspay',
    item: now.id,
    // In the form that receivers know from LNbits.
    id: now.id,
    ...proof,
    amount_sat: now.amount_sat,
    balance,
    status: 'paid',
    late,
    overpaid: now.overpaid,
    extra: (now.extra ?? null) as null,
  })
}

/** Every minute: sets the status of expired charges. */
export async function expireCharges(ctx: SatspayCtx): Promise<void> {
  const over: Charge[] = []
  for (const status of ['open', 'partial']) {
    for (let offset = 0; over.length < MAX_EXPIRED; offset += PAGE) {
      const page = await ctx.items.find({ where: { status }, order: 'oldest', limit: PAGE, offset })
      over.push(...page.filter((charge) => endOf(charge) <= ctx.now()))
      if (page.length < PAGE) break
    }
  }
  for (const charge of over.slice(0, MAX_EXPIRED)) {
    const now = await ctx.items.update(charge.id, { status: 'expired' })
    await ctx.notify.push(now.id, toPublic(now, ctx.now()))
  }
}

/** The public state; with the completion link only once it is paid. */
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
    pending: charge.pending,
    status,
    paid: charge.paid,
    expired: status === 'expired',
    expires_at: charge.expires_at,
    payment_request: isOpen ? charge.payment_request : undefined,
    payment_hash: charge.payment_hash,
    onchain_address: isOpen ? charge.onchain_address : undefined,
    ...(charge.paid &&
      charge.completelink !== undefined && {
        completelink: charge.completelink,
        completelink_text: charge.completelink_text,
      }),
  }
}
