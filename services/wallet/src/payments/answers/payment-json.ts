import { type Msat, msat, msatToSatTowardsZero, toJson } from '@satchel/money/units'
import type { FiatValue, PaymentValue } from '../../rates/fiat-value-store.ts'
import type { Payment } from '../states/payment.ts'
import type { PaymentNote } from '../states/payment-note.ts'
import { statusOf } from '../states/payment-states.ts'

/** A payment as the list shows it: satoshis with a sign, fees in msat, the preimage only when paid. */
export function toPaymentItem(payment: Payment, now: number, value?: PaymentValue) {
  const status = statusOf(payment.state)
  return {
    ...toFacts(payment, now, value),
    tag: payment.tag,
    preimage: paidPreimage(payment),
    failure: status === 'failed' ? (payment.failure ?? null) : null,
    failure_code: status === 'failed' ? (payment.failureWord ?? null) : null,
  }
}

export function toStatusResult(payment: Payment, now: number, value?: PaymentValue) {
  return {
    paid: payment.state === 'success',
    status: statusOf(payment.state),
    preimage: paidPreimage(payment),
    details: { ...toFacts(payment, now, value), held: payment.state === 'held' || payment.state === 'settling' },
  }
}

export const toCreatedInvoice = (payment: Payment) => ({
  payment_hash: payment.paymentHash,
  payment_request: payment.bolt11,
  checking_id: payment.checkingId,
  bolt11: payment.bolt11,
  amount: payment.anyAmount ? 0 : toJson(msatToSatTowardsZero(payment.amountMsat)),
  ...ofAnyAmount(payment),
  memo: payment.memo,
  expiry: payment.expiresAt - payment.createdAt,
  // Always `pending`: an idempotent repeat gets the first answer, not the current state.
  status: 'pending' as const,
  ...(payment.fiat?.kind === 'asked' && { fiat: toFiatJson(payment.fiat, 1) }),
})

/** Exactly the two fields of the specification, unless the caller prefers a representation (rule S514). */
export const toSent = (payment: Payment, whole: boolean) => ({
  payment_hash: payment.paymentHash,
  checking_id: payment.checkingId,
  ...(whole && {
    status: statusOf(payment.state),
    amount: signedSat(payment),
    fee: toJson(feeOf(payment)),
  }),
})

/** The fee; while it is unknown, the reserve for it. */
const feeOf = (payment: Payment): Msat =>
  payment.direction === 'out' && statusOf(payment.state) === 'pending' ? payment.feeLimitMsat : payment.feeMsat

function toFacts(payment: Payment, now: number, value: PaymentValue | undefined) {
  const outgoing = payment.direction === 'out'
  const sign = outgoing ? -1 : 1
  return {
    checking_id: payment.checkingId,
    payment_hash: payment.paymentHash,
    amount: signedSat(payment),
    amount_msat: toJson(outgoing ? msat(-payment.amountMsat) : payment.amountMsat),
    ...ofAnyAmount(payment),
    fee: toJson(feeOf(payment)),
    memo: payment.memo,
    status: statusOf(payment.state),
    time: payment.createdAt,
    bolt11: payment.bolt11,
    payment_request: payment.bolt11,
    wallet_id: payment.walletId,
    pending: statusOf(payment.state) === 'pending',
    created_at: toIso(payment.createdAt),
    updated_at: toIso(payment.finishedAt ?? payment.createdAt),
    expiry: Math.max(0, payment.expiresAt - payment.createdAt),
    expired: payment.expiresAt <= now,
    extra: JSON.parse(payment.extra) as Record<string, unknown>,
    ...(payment.fiat !== undefined && { fiat: toFiatJson(payment.fiat, sign) }),
    ...(value !== undefined && { value: toValueJson(value, sign) }),
    ...(payment.noted !== undefined && toNoteJson(payment.noted)),
  }
}

const ofAnyAmount = ({ anyAmount }: Payment) => (anyAmount ? { any_amount: true as const } : {})

const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString()
export const toNoteJson = ({ note, labels, contactId }: PaymentNote) => ({
  note,
  labels: [...labels],
  ...(contactId !== undefined && { contact_id: contactId }),
})

const toFiatJson = ({ tax, tip, ...value }: FiatValue, sign: 1 | -1) => ({
  ...toValueJson(value, sign),
  ...(tax !== undefined && { tax: Number(tax) }),
  ...(tip !== undefined && { tip: Number(tip) }),
})

const toValueJson = ({ currency, amount, rate }: PaymentValue, sign: 1 | -1) => ({
  currency,
  amount: sign * Number(amount),
  rate: Number(rate),
})

const signedSat = ({ direction, amountMsat }: Payment): number => {
  const size = toJson(msatToSatTowardsZero(amountMsat))
  // Not `-0`, which some readers print.
  return direction === 'out' && size !== 0 ? -size : size
}

/** The preimage, only when settled: before, any hop could claim the money with it (rule A45). */
const paidPreimage = ({ state, preimage }: Payment): string | null => (state === 'success' ? (preimage ?? null) : null)
