import type { Log } from '@satchel/http/log'
import { toJson } from '@satchel/money/units'
import type { Clock } from '../../clock.ts'
import type { FundingSource, PayOrder, PayOutcome } from '../funding-source.ts'
import { NotSentError } from '../node-http.ts'
import type { ClnAnswer, ClnRest } from './cln-rest.ts'
import type { ClnNode, KnownNode } from './know-node.ts'
import { createOwnCalls, type HowEnded, LONGEST_CALL_MS, RETRY_SECONDS } from './own-calls.ts'
import { type ClnPays, isTerminal, readPaid, readPays, toOutgoingStatus, toPayOutcome } from './to-outcome.ts'

export interface PaymentsDeps {
  readonly rest: ClnRest
  readonly node: KnownNode
  readonly clock: Clock
  readonly log: Log
}

/** Sends each hash once, and believes only `listpays` that nothing is on its way any more. */
export function createPayments({
  rest,
  node,
  clock,
  log,
}: PaymentsDeps): Pick<FundingSource, 'pay' | 'outgoingStatus'> {
  const calls = createOwnCalls(clock)
  const look = async (paymentHash: string): Promise<ClnPays> =>
    readPays(await rest.demand('read', 'listpays', { payment_hash: paymentHash }))
  return {
    async pay(order) {
      const payBy = node.now()?.payBy
      if (payBy === undefined) return { status: 'not_sent', reason: 'The node has not said yet how it pays.' }
      if (!calls.begin(order)) return { status: 'pending' }
      let how: HowEnded = 'unknown'
      try {
        const answer = await send({ rest, log }, payBy, order)
        how = 'status' in answer || isTerminal(answer) ? 'final' : 'answered'
        const outcome = 'status' in answer ? answer : await toOutcome(answer, () => look(order.paymentHash))
        if (outcome.status === 'settled') how = 'final'
        return outcome
      } finally {
        calls.end(order, how)
      }
    },
    async outgoingStatus(query) {
      // Before the look: what is over then has left its last word in the list.
      const call = calls.at(query)
      return toOutgoingStatus(await look(query.paymentHash), query.attemptId, call)
    },
  }
}

type NotSent = Extract<PayOutcome, { status: 'not_sent' }>
type Answered = Exclude<ClnAnswer, { is: 'refused' }>

async function send(
  { rest, log }: Pick<PaymentsDeps, 'rest' | 'log'>,
  payBy: NonNullable<ClnNode['payBy']>,
  order: PayOrder,
): Promise<NotSent | Answered> {
  const parameters = {
    [payBy === 'xpay' ? 'invstring' : 'bolt11']: order.bolt11,
    ...(order.amountMsat !== undefined && { amount_msat: toJson(order.amountMsat) }),
    maxfee: toJson(order.feeLimitMsat),
    retry_for: RETRY_SECONDS,
  }
  try {
    const answer = await rest.ask('pay', payBy, parameters, LONGEST_CALL_MS)
    if (answer.is !== 'refused') return answer
    log.error({ reason: answer.reason }, 'the node was not allowed to pay')
    return { status: 'not_sent', reason: 'The Lightning node does not let this service pay.' }
  } catch (error) {
    if (!(error instanceof NotSentError)) throw error
    return { status: 'not_sent', reason: `The node cannot be reached: ${error.message}` }
  }
}

async function toOutcome(answer: Answered, look: () => Promise<ClnPays>): Promise<PayOutcome> {
  if (answer.is === 'error') return toPayOutcome(answer, await look())
  const paid = readPaid(answer.fields)
  return paid.status === 'settled' ? paid : { status: 'pending' }
}
