import { toJson } from '@satchel/money/units'
import { NotSentError } from '../../net/node-http.ts'
import { keepsFromPaying } from '../../paying/keeps-from-paying.ts'
import type { Clock } from '../../port/clock.ts'
import { failureOf } from '../../port/failure-words.ts'
import type { FundingSource, OutgoingQuery, PayOrder, PayOutcome } from '../../port/funding-source.ts'
import { type ClnPay, listPaysOf } from './cln-pay.ts'
import type { ClnAnswer, ClnRest } from './cln-rest.ts'
import type { ClnNode, KnownNode } from './know-node.ts'
import { createOwnCalls, type HowEnded, MAX_CALL_MS, RETRY_SECONDS } from './own-calls.ts'
import {
  BY_LABEL,
  type ClnPays,
  isTerminal,
  markOf,
  readPaid,
  readPays,
  toOutgoingStatus,
  toPayOutcome,
} from './to-outcome.ts'

export interface PaymentsDeps {
  readonly rest: ClnRest
  readonly node: KnownNode
  readonly clock: Clock
}

/** Sends each hash once, and believes only `listpays` that nothing is pending any more. */
export function createPayments({
  rest,
  node,
  clock,
}: PaymentsDeps): Pick<FundingSource, 'attemptMark' | 'pay' | 'outgoingStatus'> {
  const calls = createOwnCalls(clock)
  const list = async (paymentHash: string): Promise<readonly ClnPay[]> =>
    listPaysOf(await rest.demand('read', 'listpays', { payment_hash: paymentHash }))
  const poll = async (query: OutgoingQuery): Promise<ClnPays> => readPays(await list(query.paymentHash), query)
  return {
    async attemptMark(paymentHash) {
      return node.now()?.labels === true ? BY_LABEL : markOf(await list(paymentHash))
    },
    async pay(order) {
      const known = node.now()
      if (known?.payBy === undefined) return { status: 'not_sent', reason: 'node_not_ready' }
      if (!calls.begin(order)) return { status: 'pending' }
      let how: HowEnded = 'unknown'
      try {
        const kept = keepsFromPaying(await poll(order).catch(() => undefined))
        const answer = kept ?? (await send(rest, { payBy: known.payBy, labels: known.labels }, order))
        how = 'status' in answer || isTerminal(answer) ? 'final' : 'answered'
        const outcome = 'status' in answer ? answer : await toOutcome(answer, () => poll(order))
        if (outcome.status === 'settled') how = 'final'
        return outcome
      } finally {
        calls.end(order, how)
      }
    },
    async outgoingStatus(query) {
      // Read this before the poll: if the call is over by then, the list shows its final state.
      const call = calls.at(query)
      return toOutgoingStatus(await poll(query), query.attemptId, call)
    },
  }
}

type NotSent = Extract<PayOutcome, { status: 'not_sent' }>
type Answered = Exclude<ClnAnswer, { is: 'refused' }>

async function send(
  rest: ClnRest,
  { payBy, labels }: { readonly payBy: NonNullable<ClnNode['payBy']>; readonly labels: boolean },
  order: PayOrder,
): Promise<NotSent | Answered> {
  const parameters = {
    [payBy === 'xpay' ? 'invstring' : 'bolt11']: order.bolt11,
    ...(order.amountMsat !== undefined && { amount_msat: toJson(order.amountMsat) }),
    maxfee: toJson(order.feeLimitMsat),
    retry_for: RETRY_SECONDS,
    ...(labels && { label: order.attemptId }),
  }
  try {
    const answer = await rest.ask('pay', payBy, parameters, MAX_CALL_MS)
    if (answer.is !== 'refused') return answer
    return { status: 'not_sent', ...failureOf('node_not_ready', answer.reason) }
  } catch (error) {
    if (!(error instanceof NotSentError)) throw error
    return { status: 'not_sent', ...failureOf('node_unreachable', error.message) }
  }
}

async function toOutcome(answer: Answered, poll: () => Promise<ClnPays>): Promise<PayOutcome> {
  if (answer.is === 'error') return toPayOutcome(answer, await poll())
  const paid = readPaid(answer.fields)
  return paid.status === 'settled' ? paid : { status: 'pending' }
}
