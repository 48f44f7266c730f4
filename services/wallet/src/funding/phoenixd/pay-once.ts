import type { FundingSource, OutgoingQuery, OutgoingStatus, PayOrder, PayOutcome } from '../funding-source.ts'
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
  /** Failed attempts that were there before ours: the node's word about them is no news of ours. */
  const earlier = new Map<string, string>()
  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const { paymentHash } = order
    const amountSat = order.amountMsat && wholeSats(order.amountMsat)
    if (order.amountMsat !== undefined && amountSat === undefined) return notSent('phoenixd pays whole satoshis only.')
    const before = await look(calls, paymentHash)
    if (before === undefined) return notSent('The Lightning node does not answer. Nothing was sent.')
    if (before.status === 'settled') return notSent('The Lightning node has paid this invoice before.')
    if (before.status === 'pending') return { status: 'pending' }
    if (before.status === 'failed') earlier.set(paymentHash, before.paymentId)
    const answer = await send(calls, { bolt11: order.bolt11, amountSat })
    const needsLook = answer.says === 'sent' || answer.says === 'failed'
    const outcome = toOutcome(answer, needsLook ? await look(calls, paymentHash) : undefined)
    if (outcome.status !== 'pending') earlier.delete(paymentHash)
    return outcome
  }
  return {
    pay: (order) => guard.pay(order.paymentHash, () => payOnce(order)),
    outgoingStatus: ({ paymentHash, attemptId, begunAt = 0 }: OutgoingQuery) =>
      guard.look(paymentHash, async (): Promise<OutgoingStatus> => {
        const known = await calls.outgoing(paymentHash)
        if (known.status !== 'failed') return known
        // Of attempts that other processes made before, only their time is known. Clocks that differ cost patience, no money.
        const isEarlier = known.paymentId === earlier.get(paymentHash) || known.createdAtMs < begunAt * 1000
        if (isEarlier) return { status: 'not_found' }
        return { status: 'failed', reason: 'The Lightning node gave the payment up.', attemptId }
      }),
  }
}

const notSent = (reason: string): PayOutcome => ({ status: 'not_sent', reason })

const look = (calls: PhoenixdCalls, paymentHash: string): Promise<OutgoingLook | undefined> =>
  calls.outgoing(paymentHash).catch(() => undefined)

const send = (calls: PhoenixdCalls, order: Parameters<PhoenixdCalls['payInvoice']>[0]): Promise<PayAnswer> =>
  sendOrder(async () => readPayAnswer(await calls.payInvoice(order)), 'The Lightning node')
