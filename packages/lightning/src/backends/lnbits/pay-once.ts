import { keepsFromPaying, notSent } from '../../paying/keeps-from-paying.ts'
import { createOnceGuard } from '../../paying/once-guard.ts'
import { sendOrder } from '../../paying/send-order.ts'
import type { FundingSource, OutgoingStatus, PayOrder, PayOutcome } from '../../port/funding-source.ts'
import type { LnbitsCalls } from './lnbits-calls.ts'
import { type PolledPayment, readPayAnswer, toOutcome } from './to-outcome.ts'

/**
 * Pays through a wallet that takes no fee limit, but reports its maximum fee. LNbits keeps one row per hash, created by
 * the first order, with that order's attempt id. A failure with another id is not this attempt's.
 */
export function createPayOnce(calls: LnbitsCalls): Pick<FundingSource, 'pay' | 'outgoingStatus'> {
  const guard = createOnceGuard()
  const poll = (paymentHash: string): Promise<PolledPayment | undefined> =>
    calls.outgoing(paymentHash).catch(() => undefined)
  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const [before, refusal] = await Promise.all([poll(order.paymentHash), refuse(calls, order)])
    const kept = keepsFromPaying(before) ?? refusal
    if (kept !== undefined) return kept
    const answer = await sendOrder(async () => readPayAnswer(await calls.payInvoice(order)))
    const needsPoll = answer.says === 'sent' || answer.says === 'failed'
    return toOutcome(answer, needsPoll ? await poll(order.paymentHash) : undefined)
  }
  return {
    pay: (order) => guard.pay(order, () => payOnce(order)),
    outgoingStatus: (query) =>
      guard.poll(query, async (): Promise<OutgoingStatus> => {
        const { paymentHash, attemptId, elsewhereSince } = query
        const known = await calls.outgoing(paymentHash)
        if (known.status === 'settled' || known.status === 'not_found') return known
        const isOfThis =
          elsewhereSince === undefined ? known.attemptId === attemptId : known.madeMs >= elsewhereSince * 1000
        if (known.status === 'pending') return isOfThis ? { status: 'pending' } : { status: 'pending', unheard: true }
        return isOfThis ? { status: 'failed', reason: 'not_delivered', attemptId } : { status: 'not_found' }
      }),
  }
}

/** Why this order is rejected regardless of its hash; undefined = it is not. */
async function refuse(
  calls: LnbitsCalls,
  { bolt11, amountMsat, feeLimitMsat }: PayOrder,
): Promise<PayOutcome | undefined> {
  if (amountMsat !== undefined) return notSent('amount_missing')
  const mostFeeMsat = await calls.mostFeeMsat(bolt11).catch(() => undefined)
  if (mostFeeMsat === undefined) return notSent('node_not_ready')
  return mostFeeMsat > feeLimitMsat ? notSent('fee_limit') : undefined
}
