import { wholeSats } from '../../adapter-parts/whole-sats.ts'
import { amountOfOrder } from '../../paying/amount-of-order.ts'
import { keepsFromPaying, notSent } from '../../paying/keeps-from-paying.ts'
import { createOnceGuard } from '../../paying/once-guard.ts'
import { sendOrder } from '../../paying/send-order.ts'
import { type Clock, unixSeconds } from '../../port/clock.ts'
import type { FundingSource, OutgoingQuery, OutgoingStatus, PayOrder, PayOutcome } from '../../port/funding-source.ts'
import type { BlinkCalls } from './blink-calls.ts'
import { type PayAnswer, readOutgoing, readPayAnswer, toOutcome } from './to-outcome.ts'
import { attemptOf, type Transaction } from './transaction.ts'

/** How long Blink locks a payment; until then, "not found" does not mean that it was not sent. */
const LOCK_SECONDS = 3660

/**
 * Paying through an account where a hash can be tried again after it failed. Each order carries its attempt id as memo:
 * a failure without this attempt's id is not this attempt's.
 */
export function createPayOnce(calls: BlinkCalls, clock: Clock): Pick<FundingSource, 'pay' | 'outgoingStatus'> {
  const guard = createOnceGuard()
  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const { paymentHash, attemptId } = order
    const amountMsat = amountOfOrder(order)
    if (amountMsat === undefined) return notSent('amount_missing')
    if (wholeSats(amountMsat) === undefined) return notSent('whole_sats')
    const before = await calls.transactionsOf(paymentHash).catch(() => undefined)
    const kept = keepsFromPaying(before && readOutgoing(before))
    if (kept !== undefined) return kept
    const answer = await send(calls, order)
    const needsPoll = answer.says !== 'not_sent' && answer.says !== 'unclear'
    const rows = needsPoll ? await rowsOf(calls, { paymentHash, attemptId }).catch(() => undefined) : undefined
    return toOutcome(answer, rows && readOutgoing(rows))
  }
  return {
    pay: (order) => guard.pay(order, () => payOnce(order)),
    outgoingStatus: (query) =>
      guard.poll(query, async (): Promise<OutgoingStatus> => {
        const { attemptId, begunAt } = query
        const rows = await rowsOf(calls, query)
        const poll = readOutgoing(rows)
        if (poll.status === 'failed') return { status: 'failed', reason: 'not_delivered', attemptId }
        const isLocked = begunAt !== undefined && unixSeconds(clock) - begunAt < LOCK_SECONDS
        const isUnheard =
          poll.status === 'pending'
            ? !rows.some((row) => attemptOf(row) === attemptId)
            : poll.status === 'not_found' && isLocked
        return isUnheard ? { status: 'pending', unheard: true } : (poll as OutgoingStatus)
      }),
  }
}

/** Only failures of this attempt count. */
async function rowsOf(
  calls: BlinkCalls,
  { paymentHash, attemptId }: Pick<OutgoingQuery, 'paymentHash' | 'attemptId'>,
): Promise<Transaction[]> {
  const rows = await calls.transactionsOf(paymentHash)
  return rows.filter((row) => row.status !== 'FAILURE' || attemptOf(row) === attemptId)
}

function send(calls: BlinkCalls, { bolt11, amountMsat, attemptId }: PayOrder): Promise<PayAnswer> {
  const amountSat = amountMsat && wholeSats(amountMsat)
  return sendOrder(async () => readPayAnswer(await calls.pay({ bolt11, amountSat, attemptId })))
}
