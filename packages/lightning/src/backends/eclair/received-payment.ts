import { hash as digest } from 'node:crypto'
import { msat } from '@satchel/money/units'
import { type Static, Type } from 'typebox'
import type { DatedReceipt } from '../../lists/time-cursor.ts'
import type { IncomingStatus, Receipt } from '../../port/funding-source.ts'

const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** One invoice of Eclair's and what became of it; for a keysend Eclair makes an invoice as it arrives. */
export const ReceivedPayment = Type.Object({
  /** Of an offer's invoice Eclair shows neither text nor hash. */
  paymentPreimage: Hex32,
  paymentType: Type.Optional(Type.String()),
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

const VIA: Readonly<Record<string, Receipt['via']>> = { KeySend: 'keysend', Blinded: 'offer' }

/** Undefined = not paid. */
export function toDatedReceipt(payment: ReceivedPayment): DatedReceipt | undefined {
  const { paymentPreimage, paymentType = '', status } = payment
  if (status.type !== 'received') return undefined
  const paymentHash = digest('sha256', Buffer.from(paymentPreimage, 'hex'))
  const via = VIA[paymentType]
  const receipt: Receipt = {
    // Eclair takes no second payment for an invoice.
    receiptId: `eclair:${paymentHash}`,
    paymentHash,
    kind: 'settled',
    amountMsat: msat(BigInt(status.amount)),
    ...(via !== undefined && { via }),
  }
  return { atMs: Date.parse(status.receivedAt.iso), receipt }
}
