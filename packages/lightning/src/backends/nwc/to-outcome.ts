import { type Msat, msat } from '@satchel/money/units'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Failure, type FailureWord, failureOf } from '../../port/failure-words.ts'
import type { OutgoingQuery, PayOutcome } from '../../port/funding-source.ts'
import { attemptOf, madeMs, NwcTransaction, stateOf } from './nwc-transaction.ts'
import type { NwcReply } from './nwc-wire.ts'

const Sent = Type.Object({
  preimage: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  fees_paid: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()])),
})

/** The outcome in the reply to `pay_invoice`. */
export type PayAnswer =
  /** `feeMsat` is undefined while the wallet does not report it; that does not mean zero. */
  | { readonly says: 'sent'; readonly preimage: string; readonly feeMsat: Msat | undefined }
  /** `refused`: before it was sent. */
  | ({ readonly says: 'failed' | 'refused' } & Failure)
  | { readonly says: 'unclear' }

const REFUSALS: ReadonlyMap<string, FailureWord> = new Map([
  ['INSUFFICIENT_BALANCE', 'node_cannot_send'],
  ['QUOTA_EXCEEDED', 'node_cannot_send'],
  ['RESTRICTED', 'node_not_ready'],
  ['UNAUTHORIZED', 'node_not_ready'],
  ['NOT_IMPLEMENTED', 'node_not_ready'],
  ['UNSUPPORTED_ENCRYPTION', 'node_not_ready'],
  ['RATE_LIMITED', 'node_not_ready'],
])

export function readPayAnswer(reply: NwcReply): PayAnswer {
  if ('error' in reply) {
    const { code, message } = reply.error
    const nodeAnswer = message === '' ? code : message
    if (code === 'PAYMENT_FAILED') return { says: 'failed', ...failureOf('not_delivered', nodeAnswer) }
    const word = REFUSALS.get(code)
    return word === undefined ? { says: 'unclear' } : { says: 'refused', ...failureOf(word, nodeAnswer) }
  }
  if (!Value.Check(Sent, reply.result)) return { says: 'unclear' }
  const { preimage, fees_paid: fee } = reply.result
  return { says: 'sent', preimage, feeMsat: typeof fee === 'number' ? msat(BigInt(fee)) : undefined }
}

/** What `lookup_invoice` knows of a payment. */
export type PolledPayment =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  | ({ readonly status: 'failed' } & KnownAttempt)
  | ({ readonly status: 'pending' } & KnownAttempt)
  | { readonly status: 'not_found' }

interface KnownAttempt {
  /** When it was made, by the wallet's clock. */
  readonly madeMs: number
  /** Our id, if the wallet stores the metadata of an order. */
  readonly attemptId?: string | undefined
}

/** Distinguishes later attempts of a hash from the one that the wallet reports now. */
export const markOf = (poll: PolledPayment): string => ('madeMs' in poll ? String(poll.madeMs) : 'none')

/** Whether a failure belongs to this attempt: by its id, or because it is new. */
export function isOwnFailure(
  { madeMs: at, attemptId: shown }: KnownAttempt,
  { attemptId, mark, elsewhereSince }: Pick<OutgoingQuery, 'attemptId' | 'mark' | 'elsewhereSince'>,
): boolean {
  if (elsewhereSince !== undefined) return at >= elsewhereSince * 1000
  return shown === undefined ? mark !== undefined && mark !== String(at) : shown === attemptId
}

/** Whether the reported payment certainly is another attempt: by its id, or because it is not new. */
export const isOfAnother = (
  { madeMs: at, attemptId: shown }: KnownAttempt,
  { attemptId, mark, elsewhereSince }: Pick<OutgoingQuery, 'attemptId' | 'mark' | 'elsewhereSince'>,
): boolean => elsewhereSince === undefined && (shown === undefined ? mark === String(at) : shown !== attemptId)

/** Throws if the reply has no state. */
export function readOutgoing(reply: NwcReply, paymentHash: string): PolledPayment {
  if ('error' in reply) {
    if (reply.error.code === 'NOT_FOUND') return { status: 'not_found' }
    throw new Error(`the wallet answered ${reply.error.code} to a payment lookup`)
  }
  const payment = reply.result
  if (!Value.Check(NwcTransaction, payment) || payment.payment_hash !== paymentHash) {
    throw new Error('the wallet shows another payment')
  }
  if (payment.type === 'incoming') return { status: 'not_found' }
  const attempt = { madeMs: madeMs(payment), attemptId: attemptOf(payment) }
  switch (stateOf(payment)) {
    case 'settled':
      // The fee is not known yet.
      if (typeof payment.fees_paid !== 'number') return { status: 'pending', ...attempt }
      // Without a preimage the payment is not proven: it stays pending, and an alarm is raised.
      return { status: 'settled', feeMsat: msat(BigInt(payment.fees_paid)), preimage: payment.preimage ?? '' }
    case 'failed':
      return { status: 'failed', ...attempt }
    // Also `expired`: a payment may have been sent before the invoice expired.
    default:
      return { status: 'pending', ...attempt }
  }
}

/**
 * Combines both answers; `poll` is undefined if the poll failed. `isNews`: the polled failure does not belong to an
 * earlier attempt.
 */
export function toOutcome(answer: PayAnswer, poll: PolledPayment | undefined, isNews: boolean): PayOutcome {
  if (answer.says === 'sent' && answer.feeMsat !== undefined) {
    return { status: 'settled', feeMsat: answer.feeMsat, preimage: answer.preimage }
  }
  if (poll?.status === 'settled') return poll
  const hasFailed = poll?.status === 'failed'
  switch (answer.says) {
    case 'failed':
      return hasFailed ? { status: 'failed', ...failureOf(answer.reason, answer.nodeAnswer) } : { status: 'pending' }
    case 'refused':
      // The same request may arrive over two relays, and the second be refused while the first is being paid.
      return hasFailed || poll?.status === 'not_found'
        ? { status: 'failed', ...failureOf(answer.reason, answer.nodeAnswer) }
        : { status: 'pending' }
    case 'unclear':
      return hasFailed && isNews ? { status: 'failed', reason: 'not_delivered' } : { status: 'pending' }
    default:
      return { status: 'pending' }
  }
}
