import { type Msat, msat } from '@satchel/money/units'
import { type Static, Type } from 'typebox'
import type { NodeAnswer } from '../../net/node-http.ts'
import { fitNodeJson } from '../../net/read-node-json.ts'
import { type Failure, failureOf } from '../../port/failure-words.ts'
import type { OutgoingQuery, OutgoingStatus, PayOutcome } from '../../port/funding-source.ts'

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** One part of a payment, tried or on its way. */
export const SentPart = Type.Object({
  id: Type.String(),
  /** All parts of one try have the same; a new try has a new one. */
  parentId: Type.String({ minLength: 1 }),
  /** Our attempt's id. Only a label: nothing keeps others from using it. */
  externalId: Type.Optional(Type.String()),
  createdAt: Type.Optional(Type.Object({ iso: Type.String() })),
  status: Type.Union([
    Type.Object({ type: Type.Literal('pending') }),
    Type.Object({ type: Type.Literal('sent'), paymentPreimage: Hex32, feesPaid: Amount }),
    Type.Object({ type: Type.Literal('failed') }),
  ]),
})
export type SentPart = Static<typeof SentPart>

const Sent = Type.Object({ type: Type.Literal('payment-sent'), paymentPreimage: Hex32 })
const NotPaid = Type.Object({ type: Type.Literal('payment-failed') })

/** The outcome in the answer to `payinvoice`; the fee is in the parts. */
export type PayAnswer = { readonly says: 'sent' | 'unclear' } | ({ readonly says: 'failed' | 'not_sent' } & Failure)

export function readPayAnswer(answer: NodeAnswer): PayAnswer {
  if (answer.status === 401 || answer.status === 403) {
    return { says: 'not_sent', reason: 'node_not_ready' }
  }
  // A bad or expired invoice, rejected before the payment has an id.
  if (answer.status === 400) return { says: 'failed', ...failureOf('invoice_refused', answer.text) }
  if (fitNodeJson(Sent, answer) !== undefined) return { says: 'sent' }
  if (fitNodeJson(NotPaid, answer) === undefined) return { says: 'unclear' }
  // Also if the payee has rejected it: Eclair has one code for every failure.
  return { says: 'failed', reason: 'not_delivered' }
}

/**
 * The state of one attempt, by the parts of all attempts for its hash: by its own parts, or, without any, by those of
 * another attempt that has paid or is paying this hash.
 */
export function toStatus(
  parts: readonly SentPart[],
  { attemptId, elsewhereSince }: Pick<OutgoingQuery, 'attemptId' | 'elsewhereSince'>,
): OutgoingStatus {
  if (elsewhereSince !== undefined) {
    const all = statusOf(parts, attemptId)
    const isTheirs = parts.some(({ createdAt }) => Date.parse(createdAt?.iso ?? '') >= elsewhereSince * 1000)
    return all.status === 'failed' && !isTheirs ? { status: 'not_found' } : all
  }
  const own = parts.filter(({ externalId }) => externalId === attemptId)
  if (own.length > 0) return statusOf(own, attemptId)
  const others = statusOf(parts, attemptId)
  if (others.status === 'pending') return { status: 'pending', unheard: true }
  return others.status === 'failed' ? { status: 'not_found' } : others
}

function statusOf(parts: readonly SentPart[], attemptId: string): OutgoingStatus {
  if (parts.length === 0) return { status: 'not_found' }
  if (parts.some(({ status }) => status.type === 'pending')) return { status: 'pending' }
  const paid = parts.find(({ status }) => status.type === 'sent')
  if (paid === undefined || paid.status.type !== 'sent') {
    return { status: 'failed', reason: 'not_delivered', attemptId }
  }
  return {
    status: 'settled',
    feeMsat: feeOf(parts.filter(({ parentId }) => parentId === paid.parentId)),
    preimage: paid.status.paymentPreimage,
  }
}

/** Failed parts do not count: they were sent again as new parts. */
const feeOf = (parts: readonly SentPart[]): Msat =>
  msat(parts.reduce((sum, { status }) => sum + (status.type === 'sent' ? BigInt(status.feesPaid) : 0n), 0n))

/** Combines both answers; `poll` is undefined if the poll failed. */
export function toOutcome(answer: PayAnswer, poll: OutgoingStatus | undefined): PayOutcome {
  if (answer.says === 'not_sent') return { status: 'not_sent', ...failureOf(answer.reason, answer.nodeAnswer) }
  if (poll?.status === 'settled') return poll
  const isOver = poll?.status === 'failed' || poll?.status === 'not_found'
  // Not found: Eclair records nothing before the first part is sent.
  return answer.says === 'failed' && isOver
    ? { status: 'failed', ...failureOf(answer.reason, answer.nodeAnswer) }
    : { status: 'pending' }
}
