import { createEarlierFailures } from '../earlier-failures.ts'
import type { FundingSource, OutgoingStatus, PayOrder, PayOutcome } from '../funding-source.ts'
import { keepsFromPaying, notSent } from '../keeps-from-paying.ts'
import { createOnceGuard } from '../once-guard.ts'
import { sendOrder } from '../send-order.ts'
import { wholeSats } from '../whole-sats.ts'
import type { PhoenixdCalls } from './phoenixd-calls.ts'
import { type OutgoingLook, type PayAnswer, readPayAnswer, toOutcome } from './to-outcome.ts'

/**
 * Paying through a node that pays a hash a second time while the first payment is on its way: whether it is, is known
 * here for this process's own calls, and asked of the node before each payment for those of others.
 */
export function createPayOnce(calls: PhoenixdCalls): Pick<FundingSource, 'pay' | 'outgoingStatus'> {
  const guard = createOnceGuard()
  const earlier = createEarlierFailures()
  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const { paymentHash } = order
    const amountSat = order.amountMsat && wholeSats(order.amountMsat)
    if (order.amountMsat !== undefined && amountSat === undefined) return notSent('phoenixd pays whole satoshis only.')
    const before = await look(calls, paymentHash)
    const kept = keepsFromPaying(before, 'The Lightning node')
    if (kept !== undefined) return kept
    if (before?.status === 'failed') earlier.note(paymentHash, before)
    const answer = await send(calls, { bolt11: order.bolt11, amountSat })
    const needsLook = answer.says === 'sent' || answer.says === 'failed'
    const outcome = toOutcome(answer, needsLook ? await look(calls, paymentHash) : undefined)
    if (outcome.status !== 'pending') earlier.forget(paymentHash)
    return outcome
  }
  return {
    pay: (order) => guard.pay(order.paymentHash, () => payOnce(order)),
    outgoingStatus: (query) =>
      guard.look(query.paymentHash, async (): Promise<OutgoingStatus> => {
        const known = await calls.outgoing(query.paymentHash)
        if (known.status !== 'failed') return known
        if (earlier.has(query, known)) return { status: 'not_found' }
        const { attemptId } = query
        return { status: 'failed', reason: 'The Lightning node gave the payment up.', attemptId }
      }),
  }
}

const look = (calls: PhoenixdCalls, paymentHash: string): Promise<OutgoingLook | undefined> =>
  calls.outgoing(paymentHash).catch(() => undefined)

const send = (calls: PhoenixdCalls, order: Parameters<PhoenixdCalls['payInvoice']>[0]): Promise<PayAnswer> =>
  sendOrder(async () => readPayAnswer(await calls.payInvoice(order)), 'The Lightning node')
