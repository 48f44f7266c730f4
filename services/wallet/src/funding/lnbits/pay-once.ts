import { createEarlierFailures } from '../earlier-failures.ts'
import type { FundingSource, OutgoingStatus, PayOrder, PayOutcome } from '../funding-source.ts'
import { keepsFromPaying, notSent } from '../keeps-from-paying.ts'
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
  const earlier = createEarlierFailures()
  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const { paymentHash, bolt11, feeLimitMsat } = order
    if (order.amountMsat !== undefined) return notSent('LNbits pays no invoice that names no amount.')
    const [before, mostFeeMsat] = await Promise.all([
      look(calls, paymentHash),
      calls.mostFeeMsat(bolt11).catch(() => undefined),
    ])
    const kept = keepsFromPaying(before, 'The LNbits server')
    if (kept !== undefined) return kept
    if (mostFeeMsat === undefined) return notSent('The LNbits server does not tell its fee. Nothing was sent.')
    if (mostFeeMsat > feeLimitMsat) {
      return notSent(`LNbits may take up to ${mostFeeMsat} msat in fees, which is above the limit. Nothing was sent.`)
    }
    if (before?.status === 'failed') earlier.note(paymentHash, before)
    const answer = await send(calls, bolt11)
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
        return { status: 'failed', reason: 'The LNbits server gave the payment up.', attemptId }
      }),
  }
}

const look = (calls: LnbitsCalls, paymentHash: string): Promise<OutgoingLook | undefined> =>
  calls.outgoing(paymentHash).catch(() => undefined)

const send = (calls: LnbitsCalls, bolt11: string): Promise<PayAnswer> =>
  sendOrder(async () => readPayAnswer(await calls.payInvoice(bolt11)), 'The LNbits server')
