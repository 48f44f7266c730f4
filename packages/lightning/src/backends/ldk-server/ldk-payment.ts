import { type Msat, msat } from '@satchel/money/units'
import type { ReadMessage } from './protobuf.ts'

/** LDK Server's record of a payment: each hash has one, for either direction. */
export interface LdkPayment {
  /** Undefined: BOLT 11. */
  readonly via: 'offer' | 'keysend' | undefined
  readonly paymentHash: string
  readonly direction: 'inbound' | 'outbound'
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly preimage: string | undefined
  /** The amount of the invoice; later the amount received or sent. */
  readonly amountMsat: Msat | undefined
  readonly feeMsat: Msat | undefined
  /** Unix seconds; changes with every attempt and every final state. */
  readonly updatedAt: number
}

const DIRECTIONS = ['inbound', 'outbound'] as const
const STATUSES = ['pending', 'succeeded', 'failed'] as const
const HEX_32 = /^[0-9a-f]{64}$/
/** By their fields in `PaymentKind`. A refund is a payment of a BOLT 12 invoice, like that of an offer. */
const KINDS = [
  [2, undefined],
  [3, 'offer'],
  [4, 'offer'],
  [5, 'keysend'],
] as const

/** Undefined for a payment that is not Lightning, or has no hash yet. Throws if it cannot be read. */
export function readPayment(message: ReadMessage): LdkPayment | undefined {
  const kinds = message.message(2)
  const [field, via] = KINDS.find(([number]) => kinds?.message(number) !== undefined) ?? []
  const kind = field && kinds?.message(field)
  const paymentHash = kind?.text(1) ?? ''
  // A payment to an offer has a hash when the payee has sent an invoice.
  if (kind === undefined || (via === 'offer' && paymentHash === '')) return undefined
  const preimage = kind.text(2)
  // The first value of each enum is 0, which Protocol Buffers omit.
  const direction = DIRECTIONS[Number(message.count(4))]
  const status = STATUSES[Number(message.count(5))]
  const isHex = HEX_32.test(paymentHash) && (preimage === undefined || HEX_32.test(preimage))
  if (!isHex || direction === undefined || status === undefined) {
    throw new Error('LDK Server describes a payment that cannot be read')
  }
  return {
    via,
    paymentHash,
    direction,
    status,
    preimage,
    amountMsat: amountOf(message.number(3)),
    feeMsat: amountOf(message.number(7)),
    updatedAt: Number(message.count(6)),
  }
}

const amountOf = (value: bigint | undefined): Msat | undefined => (value === undefined ? undefined : msat(value))
