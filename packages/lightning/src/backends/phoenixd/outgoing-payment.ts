import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { type Msat, msat } from '@satchel/money/units'
import { type Static, type TSchema, Type } from 'typebox'
import type { DatedSent } from '../../lists/sent-cursor.ts'

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))

/** One row of `payments/outgoing`: an attempt to pay, or an on-chain payment. Null fields are left out. */
export const OutgoingPayment = Type.Object({
  paymentId: Type.String({ minLength: 1 }),
  /** Absent for on-chain payments. */
  paymentHash: orNull(Hex32),
  isPaid: Type.Boolean(),
  preimage: orNull(Hex32),
  invoice: orNull(Type.String()),
  /** Millisatoshis, unlike all else. */
  fees: Amount,
  /** Unix milliseconds, like all times there. */
  createdAt: Amount,
  completedAt: orNull(Amount),
})
export type OutgoingPayment = Static<typeof OutgoingPayment>

/** Undefined for on-chain payments. */
export function toSent(payment: OutgoingPayment): DatedSent | undefined {
  const { paymentId, paymentHash, isPaid, invoice, fees, createdAt, completedAt } = payment
  if (typeof paymentHash !== 'string') return undefined
  const hasEnded = typeof completedAt === 'number'
  return {
    id: paymentId,
    atMs: createdAt,
    payment: {
      paymentHash,
      status: isPaid ? 'settled' : hasEnded ? 'failed' : 'in_flight',
      amountMsat: amountOf(invoice),
      feeMsat: isPaid ? msat(BigInt(fees)) : undefined,
      at: Math.floor(createdAt / 1000),
      attemptId: undefined,
    },
  }
}

/** phoenixd reports the sent amount in whole satoshis, with the fee; the exact one is in the invoice. */
function amountOf(invoice: string | null | undefined): Msat | undefined {
  if (typeof invoice !== 'string') return undefined
  try {
    return parseInvoice(invoice).amountMsat as Msat | undefined
  } catch {
    return undefined
  }
}
