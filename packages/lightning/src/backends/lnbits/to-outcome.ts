import { type Msat, msat } from '@satchel/money/units'
import { Type } from 'typebox'
import type { NodeAnswer } from '../../net/node-http.ts'
import { fitNodeJson } from '../../net/read-node-json.ts'
import { type Failure, failureOf } from '../../port/failure-words.ts'
import type { PayOutcome } from '../../port/funding-source.ts'
import { attemptOf, LnbitsPayment, madeMsOf } from './lnbits-payment.ts'

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })

const Sent = Type.Object({ payment_hash: Hex32, status: Type.Optional(Type.String()) })
const Refused = Type.Object({ detail: Type.Optional(Type.Unknown()), status: Type.Optional(Type.String()) })
const Polled = Type.Object({
  paid: Type.Boolean(),
  status: Type.Optional(Type.String()),
  preimage: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Only for the wallet whose payment it is. */
  details: LnbitsPayment,
})
const Missing = Type.Object({ detail: Type.String() })

/** The outcome in the answer to an order: never `settled`, because the answer has neither fee nor preimage. */
export type PayAnswer = { readonly says: 'sent' | 'unclear' } | ({ readonly says: 'failed' | 'not_sent' } & Failure)

export function readPayAnswer(answer: NodeAnswer): PayAnswer {
  const { status } = answer
  // LNbits checks the key before it reads the request.
  if (status === 401 || status === 403) return { says: 'not_sent', ...failureOf('node_not_ready', answer.text) }
  const sent = fitNodeJson(Sent, answer)
  if (sent !== undefined) return sent.status === 'failed' ? failed() : { says: 'sent' }
  const refused = fitNodeJson(Refused, { status: 200, text: answer.text })
  // LNbits answers 520 once it knows the state of a payment.
  if (status === 520 && refused?.status === 'failed') return failed(refused.detail)
  // 408: a proxy may have forwarded the request before its timeout.
  const isRefused = status >= 400 && status < 500 && status !== 408
  return isRefused && refused !== undefined ? failed(refused.detail) : { says: 'unclear' }
}

/** The message of LNbits depends on the node behind it. */
const failed = (detail?: unknown): PayAnswer => ({ says: 'failed', ...failureOf('not_delivered', detail) })

/** LNbits' state of a hash. */
export type PolledPayment =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  /** `attemptId`: the attempt that made the row; '' = not ours. */
  | { readonly status: 'failed' | 'pending'; readonly attemptId: string; readonly madeMs: number }
  | { readonly status: 'not_found' }

/** Reads the row of a hash, made by its first order. Throws when the answer is unclear. */
export function readOutgoing(answer: NodeAnswer, paymentHash: string): PolledPayment {
  if (answer.status === 404 && isSaidByLnbits(answer)) return { status: 'not_found' }
  const known = fitNodeJson(Polled, answer)
  if (known?.details.payment_hash !== paymentHash) {
    throw new Error(`LNbits answered ${answer.status} to a payment lookup`)
  }
  const { details } = known
  if (details.amount >= 0) return { status: 'not_found' }
  if (known.paid || details.status === 'success') {
    const fee = BigInt(details.fee)
    // Without a preimage the payment is not proven: it stays pending, and an alarm is raised.
    return { status: 'settled', feeMsat: msat(fee < 0n ? -fee : fee), preimage: known.preimage ?? '' }
  }
  // Some versions report a row as failed while their node still reports it pending: require both.
  const hasFailed = details.status === 'failed' && (known.status ?? 'failed') === 'failed'
  return { status: hasFailed ? 'failed' : 'pending', attemptId: attemptOf(details), madeMs: madeMsOf(details) }
}

/** Whether LNbits itself answered, not a proxy in front of it. */
export const isSaidByLnbits = ({ text }: NodeAnswer): boolean =>
  fitNodeJson(Missing, { status: 200, text }) !== undefined

/** Combines both answers; `poll` is undefined if the poll failed. */
export function toOutcome(answer: PayAnswer, poll: PolledPayment | undefined): PayOutcome {
  if (answer.says === 'not_sent') return { status: 'not_sent', ...failureOf(answer.reason, answer.nodeAnswer) }
  if (poll?.status === 'settled') return poll
  const isOver = poll?.status === 'failed' || poll?.status === 'not_found'
  // Not found: LNbits records no payment that it rejects immediately.
  return answer.says === 'failed' && isOver
    ? { status: 'failed', ...failureOf(answer.reason, answer.nodeAnswer) }
    : { status: 'pending' }
}
