import { type Msat, msat, sat, satToMsat } from '@satchel/money/units'
import { type Static, Type } from 'typebox'
import type { IncomingStatus, Receipt } from '../../port/funding-source.ts'

const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER / 1000 })
const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** One row of `payments/incoming`: an invoice, paid or not, or a payment of an offer. Null fields are left out. */
export const IncomingPayment = Type.Object({
  paymentHash: Hex32,
  preimage: Hex32,
  /** Key of an offer's payer; the node's Lightning address is an offer, too. */
  payerKey: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  isPaid: Type.Boolean(),
  isExpired: Type.Boolean(),
  requestedSat: Type.Optional(Type.Union([Amount, Type.Null()])),
  receivedSat: Amount,
  /** Unix milliseconds. */
  completedAt: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
})

export type IncomingPayment = Static<typeof IncomingPayment>

export function toIncomingStatus(payment: IncomingPayment): IncomingStatus {
  if (payment.isPaid) return { status: 'settled', amountMsat: paidMsat(payment) }
  return { status: payment.isExpired ? 'closed' : 'open' }
}

export const toReceipt = (payment: IncomingPayment): Receipt => ({
  // phoenixd keeps one row for an invoice, however often it reports the payment.
  receiptId: `phoenixd:${payment.paymentHash}`,
  paymentHash: payment.paymentHash,
  kind: 'settled',
  amountMsat: paidMsat(payment),
  channelCostMsat: channelCostMsat(payment),
  ...(typeof payment.payerKey === 'string' && { via: 'offer' as const }),
})

/**
 * The invoice's whole amount, even if less has arrived: phoenixd deducts the costs of a channel, although the payer has
 * paid in full. The operator bears that cost, not the receiving wallet.
 */
function paidMsat({ requestedSat, receivedSat }: IncomingPayment): Msat {
  // An offer requests no amount.
  const paidSat = typeof requestedSat === 'number' ? Math.max(requestedSat, receivedSat) : receivedSat
  return satToMsat(sat(BigInt(paidSat)))
}

/** Undefined: phoenixd took nothing. */
function channelCostMsat(payment: IncomingPayment): Msat | undefined {
  const costMsat = msat(paidMsat(payment) - satToMsat(sat(BigInt(payment.receivedSat))))
  return costMsat === 0n ? undefined : costMsat
}
