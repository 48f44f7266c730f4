import { type Msat, msat } from '@satchel/money/units'
import type { ReadMessage } from './protobuf.ts'

/** LDK Server's record of a payment: each hash has one, for either direction. */
export interface LdkPayment {
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

/** Undefined for what is no BOLT11 payment. Throws when it cannot be read. */
export function readPayment(message: ReadMessage): LdkPayment | undefined {
  const bolt11 = message.message(2)?.message(2)
  if (bolt11 === undefined) return undefined
  const paymentHash = bolt11.text(1) ?? ''
  const preimage = bolt11.text(2)
  // The first value of each enum is 0, which Protocol Buffers omit.
  const direction = DIRECTIONS[Number(message.number(4) ?? 0n)]
  const status = STATUSES[Number(message.number(5) ?? 0n)]
  const isHex = HEX_32.test(paymentHash) && (preimage === undefined || HEX_32.test(preimage))
  if (!isHex || direction === undefined || status === undefined) {
    throw new Error('LDK Server describes a payment that cannot be read')
  }
  return {
    paymentHash,
    direction,
    status,
    preimage,
    amountMsat: amountOf(message.number(3)),
    feeMsat: amountOf(message.number(7)),
    updatedAt: Number(message.number(6) ?? 0n),
  }
}

const amountOf = (value: bigint | undefined): Msat | undefined => (value === undefined ? undefined : msat(value))
