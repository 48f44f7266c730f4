import { keepsFromPaying } from '../../paying/keeps-from-paying.ts'
import { createOnceGuard } from '../../paying/once-guard.ts'
import { sendOrder } from '../../paying/send-order.ts'
import type { FundingSource, OutgoingQuery, OutgoingStatus, PayOrder, PayOutcome } from '../../port/funding-source.ts'
import type { EclairCalls } from './eclair-calls.ts'
import { type PayAnswer, readPayAnswer, toOutcome, toStatus } from './to-outcome.ts'

/** Paying through a node that starts a new payment for every order, also for a hash that is being paid. */
export function createPayOnce(calls: EclairCalls): Pick<FundingSource, 'pay' | 'outgoingStatus'> {
  const guard = createOnceGuard()
  const ask = async (query: OutgoingQuery): Promise<OutgoingStatus> =>
    toStatus(await calls.sent(query.paymentHash), query)
  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const before = await ask(order).catch(() => undefined)
    const kept = keepsFromPaying(before)
    if (kept !== undefined) return kept
    const answer = await send(calls, order)
    const needsPoll = answer.says === 'sent' || answer.says === 'failed'
    return toOutcome(answer, needsPoll ? await ask(order).catch(() => undefined) : undefined)
  }
  return {
    pay: (order) => guard.pay(order, () => payOnce(order)),
    outgoingStatus: (query) => guard.poll(query, () => ask(query)),
  }
}

const send = (calls: EclairCalls, order: PayOrder): Promise<PayAnswer> =>
  sendOrder(async () => readPayAnswer(await calls.payInvoice(order)))
