import { msat } from '@satchel/money/units'
import { Type } from 'typebox'
import type { NodeAnswer } from '../../net/node-http.ts'
import { fitNodeJson } from '../../net/read-node-json.ts'
import type { PolledPayment } from '../../paying/pay-by-hash.ts'
import { type Failure, type FailureWord, failureOf } from '../../port/failure-words.ts'
import type { PayOutcome } from '../../port/funding-source.ts'
import { OutgoingPayment } from './outgoing-payment.ts'

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })

const Sent = Type.Object({ paymentPreimage: Hex32 })
const NotPaid = Type.Object({
  type: Type.Optional(Type.Literal('payment_failed')),
  reason: Type.String(),
  paymentPreimage: Type.Optional(Type.Null()),
})

/** The outcome in the answer to `payinvoice`. Its fee is truncated to whole satoshis, so a poll is always needed. */
export type PayAnswer = { readonly says: 'sent' | 'unclear' } | ({ readonly says: 'failed' | 'not_sent' } & Failure)

export function readPayAnswer(answer: NodeAnswer): PayAnswer {
  // phoenixd checks the password before it reads the request.
  if (answer.status === 401 || answer.status === 403) {
    return { says: 'not_sent', reason: 'node_not_ready' }
  }
  // Only what cannot be read as an order is a bad request at phoenixd; everything later is a success or a 500.
  if (answer.status === 400) return { says: 'failed', ...failureOf('invoice_refused', answer.text) }
  if (fitNodeJson(Sent, answer) !== undefined) return { says: 'sent' }
  const failed = fitNodeJson(NotPaid, answer)
  if (failed === undefined) return { says: 'unclear' }
  const { reason: nodeAnswer } = failed
  return {
    says: 'failed',
    ...failureOf(WORDS.find(([words]) => words.test(nodeAnswer))?.[1] ?? 'not_delivered', nodeAnswer),
  }
}

/** phoenixd gives its reason as a sentence. */
const WORDS: readonly (readonly [RegExp, FailureWord])[] = [
  [/balance|funds|liquidity/i, 'node_cannot_send'],
  [/already (been )?paid/i, 'paid_before'],
  [/expired/i, 'invoice_expired'],
  [/routes?\b/i, 'no_route'],
]

/**
 * The best of all attempts for a hash: a success before a pending before a failed one. Throws if the answer has no
 * state. Undefined = none.
 */
export function readOutgoing(answer: NodeAnswer): OutgoingPayment | undefined {
  if (answer.status === 404) return undefined
  const payment = fitNodeJson(OutgoingPayment, answer)
  if (payment === undefined) throw new Error(`phoenixd answered ${answer.status} to a payment lookup`)
  return payment
}

export function toPolled(payment: OutgoingPayment | undefined): PolledPayment {
  if (payment === undefined) return { status: 'not_found' }
  if (payment.isPaid) {
    // Without a preimage the payment is not proven, whatever its state.
    if (typeof payment.preimage !== 'string') throw new Error('phoenixd shows a paid payment without its preimage')
    return { status: 'settled', feeMsat: msat(BigInt(payment.fees)), preimage: payment.preimage }
  }
  return typeof payment.completedAt === 'number'
    ? { status: 'failed', mark: payment.paymentId, atMs: payment.createdAt }
    : { status: 'pending' }
}

/** Combines both answers; `poll` is undefined if the poll failed. */
export function toOutcome(answer: PayAnswer, poll: PolledPayment | undefined): PayOutcome {
  switch (answer.says) {
    case 'not_sent':
      return { status: 'not_sent', ...failureOf(answer.reason, answer.nodeAnswer) }
    case 'failed':
      // Not found: phoenixd records nothing for an order that it rejects before its first try.
      if (poll?.status === 'failed' || poll?.status === 'not_found') {
        return { status: 'failed', ...failureOf(answer.reason, answer.nodeAnswer) }
      }
      return poll?.status === 'settled' ? poll : { status: 'pending' }
    default:
      return poll?.status === 'settled' ? poll : { status: 'pending' }
  }
}
