import { msat } from '@satchel/money/units'
import { type Static, Type } from 'typebox'
import type { IncomingStatus, Receipt } from '../../port/funding-source.ts'
import type { DatedReceipt } from '../../lists/time-cursor.ts'

const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** One invoice of Eclair's and what became of it. */
export const ReceivedPayment = Type.Object({
  invoice: Type.Object({ paymentHash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  status: Type.Union([
    Type.Object({ type: Type.Union([Type.Literal('pending'), Type.Literal('expired')]) }),
    Type.Object({
      type: Type.Literal('received'),
      amount: Amount,
      receivedAt: Type.Object({ iso: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT' }) }),
    }),
  ]),
})
export type ReceivedPayment = Static<typeof ReceivedPayment>

export function toIncomingStatus({ status }: ReceivedPayment): IncomingStatus {
  if (status.type === 'received') return { status: 'settled', amountMsat: msat(BigInt(status.amount)) }
  return { status: status.type === 'expired' ? 'closed' : 'open' }
}

/** Undefined = not paid. */
export function toDatedReceipt({ invoice: { paymentHash }, status }: ReceivedPayment): DatedReceipt | undefined {
  if (status.type !== 'received') return undefined
  const receipt: Receipt = {
    // Eclair takes no second payment for an invoice.
    receiptId: `eclair:${paymentHash}`,
    paymentHash,
    kind: 'settled',
    amountMsat: msat(BigInt(status.amount)),
  }
  return { atMs: Date.parse(status.receivedAt.iso), receipt }
}
