import { msat } from '@satchel/money/units'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { IncomingStatus, Receipt } from '../../port/funding-source.ts'

const orNull = <const T extends Parameters<typeof Type.Optional>[0]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** An invoice or payment as wallets report it: millisatoshis and Unix seconds. Missing fields are not known. */
export const NwcTransaction = Type.Object({
  type: orNull(Type.String()),
  state: orNull(Type.String()),
  payment_hash: Type.String(),
  preimage: orNull(Type.String()),
  amount: Amount,
  fees_paid: orNull(Amount),
  created_at: orNull(Amount),
  expires_at: orNull(Amount),
  settled_at: orNull(Amount),
  /** The metadata of the order, if the wallet stores it. */
  metadata: Type.Optional(Type.Unknown()),
})
export type NwcTransaction = Static<typeof NwcTransaction>

const Ordered = Type.Object({ satchel: Type.String() })

/** The metadata of an order by which its payment is recognised, if the wallet stores it. */
export const metadataOf = (attemptId: string): Static<typeof Ordered> => ({ satchel: attemptId })

/** The attempt of this payment; undefined = not reported by the wallet. */
export const attemptOf = ({ metadata }: NwcTransaction): string | undefined =>
  Value.Check(Ordered, metadata) ? metadata.satchel : undefined

/** The state, derived from other fields for wallets that report none. */
export const stateOf = ({ state, settled_at: settledAt }: NwcTransaction): string =>
  state ?? (typeof settledAt === 'number' && settledAt > 0 ? 'settled' : 'pending')

export function toIncomingStatus(payment: NwcTransaction, nowMs: number): IncomingStatus {
  if (payment.type === 'outgoing') return { status: 'unknown' }
  switch (stateOf(payment)) {
    case 'settled':
      return { status: 'settled', amountMsat: msat(BigInt(payment.amount)) }
    case 'accepted':
      return { status: 'held', amountMsat: msat(BigInt(payment.amount)) }
    case 'expired':
    case 'failed':
      return { status: 'closed' }
    default:
      return { status: toMs(payment.expires_at ?? Number.MAX_SAFE_INTEGER) <= nowMs ? 'closed' : 'open' }
  }
}

/** Undefined = it has not arrived. */
export function toReceipt(payment: NwcTransaction): Receipt | undefined {
  const { type, payment_hash: paymentHash, amount } = payment
  if (type === 'outgoing' || stateOf(payment) !== 'settled' || !/^[0-9a-f]{64}$/.test(paymentHash)) return undefined
  // A wallet takes no second payment for an invoice.
  return { receiptId: `nwc:${paymentHash}`, paymentHash, kind: 'settled', amountMsat: msat(BigInt(amount)) }
}

/** When it arrived, Unix milliseconds. */
export const settledMs = ({ settled_at: settledAt, created_at: createdAt }: NwcTransaction): number =>
  toMs(settledAt ?? createdAt ?? 0)

/** When its invoice was made. */
export const madeMs = ({ created_at: createdAt }: NwcTransaction): number => toMs(createdAt ?? 0)

/** Some wallets send milliseconds although the protocol has seconds. */
const toMs = (time: number): number => (time > 100_000_000_000 ? time : time * 1000)
