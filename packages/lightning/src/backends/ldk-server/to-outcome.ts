import type { Msat } from '@satchel/money/units'
import type { PayOutcome } from '../../port/funding-source.ts'
import type { GrpcAnswer } from './grpc-client.ts'
import type { LdkPayment } from './ldk-payment.ts'

/** gRPC's codes as LDK Server uses them. */
export const CODES = {
  ok: 0,
  invalidArgument: 3,
  failedPrecondition: 9,
  unimplemented: 12,
  unauthenticated: 16,
} as const

/**
 * What the answer to `Bolt11Send` says by itself. `begun`: LDK has it, the end comes later. `refused`: LDK has a payment
 * of this hash already or cannot send it; which, its record says. `unclear`: anything may have happened.
 */
export type SendAnswer =
  | { readonly says: 'begun' | 'refused' | 'unclear' }
  | { readonly says: 'failed' | 'not_sent'; readonly reason: string }

export function readSendAnswer({ code }: Pick<GrpcAnswer, 'code'>): SendAnswer {
  switch (code) {
    case CODES.ok:
      return { says: 'begun' }
    case CODES.failedPrecondition:
      return { says: 'refused' }
    // Said of the invoice or the amount, before anything is done with them.
    case CODES.invalidArgument:
      return { says: 'failed', reason: 'The Lightning node does not accept the invoice.' }
    case CODES.unauthenticated:
      return { says: 'not_sent', reason: 'The Lightning node rejected the credential of this service.' }
    case CODES.unimplemented:
      return { says: 'not_sent', reason: 'The Lightning node does not know this call.' }
    // Internal errors come also when LDK has sent it but could not write that down.
    default:
      return { says: 'unclear' }
  }
}

/** What a hash's record says of our payment of it. */
export type SentLook =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  | { readonly status: 'failed'; readonly updatedAt: number }
  | { readonly status: 'pending' | 'not_found' }
  /** The hash is that of an invoice of the node's. */
  | { readonly status: 'own' }

export function toSentLook(payment: LdkPayment | undefined): SentLook {
  if (payment === undefined) return { status: 'not_found' }
  if (payment.direction === 'inbound') return { status: 'own' }
  const { status, feeMsat, preimage, updatedAt } = payment
  if (status === 'failed') return { status: 'failed', updatedAt }
  // A fee that is missing is not known yet, and not zero; without a preimage nothing is proven.
  if (status === 'pending' || feeMsat === undefined || preimage === undefined) return { status: 'pending' }
  return { status: 'settled', feeMsat, preimage }
}

/** Combines both answers for this attempt; `look` is undefined when the lookup failed. */
export function toOutcome(answer: SendAnswer, look: SentLook | undefined): PayOutcome {
  if (answer.says === 'failed' || answer.says === 'not_sent') return { status: answer.says, reason: answer.reason }
  if (look?.status === 'settled') return look
  const isClear = answer.says === 'begun' || answer.says === 'refused'
  return isClear && look?.status === 'failed' ? { status: 'failed', reason: GAVE_UP } : { status: 'pending' }
}

export const GAVE_UP = 'The Lightning node found no route to the payee.'
