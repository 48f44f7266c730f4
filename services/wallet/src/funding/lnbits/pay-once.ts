import type { FundingSource, OutgoingQuery, OutgoingStatus, PayOrder, PayOutcome } from '../funding-source.ts'
import { createOnceGuard } from '../once-guard.ts'
import { sendOrder } from '../send-order.ts'
import type { LnbitsCalls } from './lnbits-calls.ts'
import { type OutgoingLook, type PayAnswer, readPayAnswer, toOutcome } from './to-outcome.ts'

/**
 * Paying through a wallet that has one row for a hash, whoever ordered it: what stands there before our own order is
 * the news of another one. LNbits takes no fee limit, but says how much it may take.
 */
export function createPayOnce(calls: LnbitsCalls): Pick<FundingSource, 'pay' | 'outgoingStatus'> {
  const guard = createOnceGuard()
  /** When the row of an earlier attempt had failed: the same failure is no news of ours. */
  const earlier = new Map<string, number>()
  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const { paymentHash, bolt11, feeLimitMsat } = order
    if (order.amountMsat !== undefined) return notSent('LNbits pays no invoice that names no amount.')
    const [before, mostFeeMsat] = await Promise.all([
      look(calls, paymentHash),
      calls.mostFeeMsat(bolt11).catch(() => undefined),
    ])
    if (before === undefined || mostFeeMsat === undefined) {
      return notSent('The LNbits server does not answer. Nothing was sent.')
    }
    if (before.status === 'settled') return notSent('The LNbits wallet has paid this invoice before.')
    if (before.status === 'pending') return { status: 'pending' }
    if (mostFeeMsat > feeLimitMsat) {
      return notSent(`LNbits may take up to ${mostFeeMsat} msat in fees, which is above the limit. Nothing was sent.`)
    }
    if (before.status === 'failed') earlier.set(paymentHash, before.changedAtMs)
    const answer = await send(calls, bolt11)
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
        const isEarlier = known.changedAtMs === earlier.get(paymentHash) || known.changedAtMs < begunAt * 1000
        if (isEarlier) return { status: 'not_found' }
        return { status: 'failed', reason: 'The LNbits server gave the payment up.', attemptId }
      }),
  }
}

const notSent = (reason: string): PayOutcome => ({ status: 'not_sent', reason })

const look = (calls: LnbitsCalls, paymentHash: string): Promise<OutgoingLook | undefined> =>
  calls.outgoing(paymentHash).catch(() => undefined)

const send = (calls: LnbitsCalls, bolt11: string): Promise<PayAnswer> =>
  sendOrder(async () => readPayAnswer(await calls.payInvoice(bolt11)), 'The LNbits server')
