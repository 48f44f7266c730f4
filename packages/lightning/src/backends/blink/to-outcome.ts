import { type Msat, sat, satToMsat } from '@satchel/money/units'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { NodeAnswer } from '../../net/node-http.ts'
import { type Failure, type FailureWord, failureOf } from '../../port/failure-words.ts'
import type { PayOutcome } from '../../port/funding-source.ts'
import { REFUSALS, readReply } from './graphql.ts'
import { isReturnedFee, type Transaction } from './transaction.ts'

/** Both mutations that pay answer with this, under the alias `payment`. */
const Paid = Type.Object({
  payment: Type.Object({
    status: Type.Union([
      Type.Literal('SUCCESS'),
      Type.Literal('ALREADY_PAID'),
      Type.Literal('PENDING'),
      Type.Literal('FAILURE'),
    ]),
    errors: Type.Array(
      Type.Object({ message: Type.String(), code: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
    ),
  }),
})

/** The outcome in the answer to a payment; the fee is in the transactions. */
export type PayAnswer =
  | { readonly says: 'sent' | 'already-paid' | 'unclear' }
  | ({
      readonly says: 'failed'
      /** An internal error of Blink: the payment may have been sent. */
      readonly isVague: boolean
    } & Failure)
  | ({ readonly says: 'not_sent' } & Failure)

export function readPayAnswer(answer: NodeAnswer): PayAnswer {
  if (answer.status === 401 || answer.status === 403) return refused
  const reply = readReply(answer)
  if (reply === undefined) return { says: 'unclear' }
  // Blink checks these before it acts on the order.
  if (reply.codes.length > 0) return reply.codes.every((code) => REFUSALS.has(code)) ? refused : { says: 'unclear' }
  if (!Value.Check(Paid, reply.data)) return { says: 'unclear' }
  const { status, errors } = reply.data.payment
  switch (status) {
    case 'SUCCESS':
      return { says: errors.length === 0 ? 'sent' : 'unclear' }
    case 'ALREADY_PAID':
      return { says: 'already-paid' }
    case 'FAILURE': {
      const { code, message } = errors[0] ?? {}
      const failure = failureOf(WORDS.get(code) ?? 'not_delivered', message)
      return { says: 'failed', ...failure, isVague: errors.some(isVague) }
    }
    default:
      return { says: 'unclear' }
  }
}

const refused: PayAnswer = { says: 'not_sent', reason: 'node_not_ready' }

const WORDS: ReadonlyMap<unknown, FailureWord> = new Map([
  ['ROUTE_FINDING_ERROR', 'no_route'],
  ['INSUFFICIENT_BALANCE', 'node_cannot_send'],
  ['INVOICE_EXPIRED', 'invoice_expired'],
])

const VAGUE = new Set(['DB_ERROR', 'UNKNOWN_CLIENT_ERROR', 'UNEXPECTED_CLIENT_ERROR'])
const isVague = ({ code }: { readonly code?: string | null }): boolean => VAGUE.has(code ?? 'UNKNOWN_CLIENT_ERROR')

/** The best state of all attempts in the transactions of the wallet for a hash. */
export type PolledPayment =
  | { readonly status: 'settled'; readonly feeMsat: Msat; readonly preimage: string }
  | { readonly status: 'failed' | 'pending' | 'not_found' }

export function readOutgoing(transactions: readonly Transaction[]): PolledPayment {
  const sends = transactions.filter(({ direction }) => direction === 'SEND')
  const settled = sends.find(({ status }) => status === 'SUCCESS')
  if (settled !== undefined) {
    // Blink reserves a fee, reports it with the payment, and returns the unused part as another transaction.
    const returned = transactions.filter(isReturnedFee).reduce((sum, { settlementAmount }) => sum + settlementAmount, 0)
    const feeMsat = satToMsat(sat(Math.max(0, settled.settlementFee - returned)))
    // Without a preimage the payment is not proven: the code that books it raises an alarm.
    return { status: 'settled', feeMsat, preimage: settled.settlementVia.preImage ?? '' }
  }
  if (sends.some(({ status }) => status === 'PENDING')) return { status: 'pending' }
  return { status: sends.length === 0 ? 'not_found' : 'failed' }
}

/** Combines both answers; `poll` is undefined when the lookup failed. */
export function toOutcome(answer: PayAnswer, poll: PolledPayment | undefined): PayOutcome {
  if (answer.says === 'not_sent') return { status: 'not_sent', ...failureOf(answer.reason, answer.nodeAnswer) }
  if (poll?.status === 'settled') return poll
  if (answer.says === 'already-paid' && poll?.status === 'failed') {
    return { status: 'failed', reason: 'paid_before' }
  }
  if (answer.says !== 'failed') return { status: 'pending' }
  // Blink records nothing for an order that it rejects before its first try.
  const isOver = poll?.status === 'failed' || (poll?.status === 'not_found' && !answer.isVague)
  return isOver ? { status: 'failed', ...failureOf(answer.reason, answer.nodeAnswer) } : { status: 'pending' }
}
