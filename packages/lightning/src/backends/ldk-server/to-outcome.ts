import type { Msat } from '@satchel/money/units'
import { type Failure, failureOf } from '../../port/failure-words.ts'
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
 * The outcome in the answer to `Bolt11Send`. `begun`: the payment is pending. `refused`: LDK already has a payment of
 * this hash or cannot send it; its record tells which. `unclear`: any outcome is possible.
 */
export type SendAnswer =
  | { readonly says: 'begun' | 'refused' | 'unclear' }
  | ({ readonly says: 'failed' | 'not_sent' } & Failure)

export function readSendAnswer({ code, message }: Pick<GrpcAnswer, 'code' | 'message'>): SendAnswer {
  switch (code) {
    case CODES.ok:
      return { says: 'begun' }
    case CODES.failedPrecondition:
      return { says: 'refused' }
    // LDK Server checks invoice and amount before it acts on them.
    case CODES.invalidArgument:
      return { says: 'failed', ...failureOf('invoice_refused', message) }
    case CODES.unauthenticated:
      return { says: 'not_sent', ...failureOf('node_not_ready', message) }
    case CODES.unimplemented:
      return { says: 'not_sent', ...failureOf('node_not_ready', message) }
    // LDK Server also answers an internal error when it has sent the payment but could not record it.
    default:
      return { says: 'unclear' }
  }
}

/** The state of our payment by the record of its hash. */
export type PolledPayment =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  | { readonly status: 'failed'; readonly updatedAt: number }
  | { readonly status: 'pending' | 'not_found' }
  /** The hash belongs to an invoice of this node. */
  | { readonly status: 'own' }

export function toPolled(payment: LdkPayment | undefined): PolledPayment {
  if (payment === undefined) return { status: 'not_found' }
  if (payment.direction === 'inbound') return { status: 'own' }
  const { status, feeMsat, preimage, updatedAt } = payment
  if (status === 'failed') return { status: 'failed', updatedAt }
  // A missing fee is not known yet, not zero. Without a preimage the payment is not proven.
  if (status === 'pending' || feeMsat === undefined || preimage === undefined) return { status: 'pending' }
  return { status: 'settled', feeMsat, preimage }
}

/** Combines both answers for this attempt; `poll` is undefined if the poll failed. */
export function toOutcome(answer: SendAnswer, poll: PolledPayment | undefined): PayOutcome {
  if (answer.says === 'failed' || answer.says === 'not_sent') {
    return { status: answer.says, ...failureOf(answer.reason, answer.nodeAnswer) }
  }
  if (poll?.status === 'settled') return poll
  const isClear = answer.says === 'begun' || answer.says === 'refused'
  return isClear && poll?.status === 'failed' ? { status: 'failed', reason: GAVE_UP } : { status: 'pending' }
}

/** LDK Server does not report the reason: the payee may have rejected it. */
export const GAVE_UP = 'not_delivered'
