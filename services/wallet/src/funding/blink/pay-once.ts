import { type Clock, unixSeconds } from '../../clock.ts'
import { type Msat, msat } from '@satchel/money/units'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import type { FundingSource, OutgoingQuery, OutgoingStatus, PayOrder, PayOutcome } from '../funding-source.ts'
import { keepsFromPaying, notSent } from '../keeps-from-paying.ts'
import { createOnceGuard } from '../once-guard.ts'
import { sendOrder } from '../send-order.ts'
import { wholeSats } from '../whole-sats.ts'
import type { BlinkCalls } from './blink-calls.ts'
import { type OutgoingLook, type PayAnswer, readOutgoing, readPayAnswer, toOutcome } from './to-outcome.ts'
import type { Transaction } from './transaction.ts'

/** For so long Blink keeps a lock on a payment: before, that it knows nothing of one means nothing. */
const LOCK_SECONDS = 3660

/** Paying through an account where a hash can be tried again after it failed. */
export function createPayOnce(calls: BlinkCalls, clock: Clock): Pick<FundingSource, 'pay' | 'outgoingStatus'> {
  const guard = createOnceGuard()
  /** Failed attempts that were there before ours: Blink's word about them is no news of ours. */
  const earlier = new Map<string, ReadonlySet<string>>()
  const isEarlier = (paymentHash: string, { id }: Transaction): boolean => earlier.get(paymentHash)?.has(id) === true
  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const { paymentHash } = order
    if (wholeSats(amountOf(order)) === undefined) return notSent('Blink pays whole satoshis only.')
    const before = await calls.transactionsOf(paymentHash).catch(() => undefined)
    const kept = keepsFromPaying(before && readOutgoing(before), 'Blink')
    if (kept !== undefined) return kept
    earlier.set(paymentHash, new Set(before?.map(({ id }) => id)))
    const answer = await send(calls, order)
    const needsLook = answer.says !== 'not_sent' && answer.says !== 'unclear'
    const look = needsLook
      ? await lookAt(calls, paymentHash, (row) => isEarlier(paymentHash, row)).catch(() => undefined)
      : undefined
    const outcome = toOutcome(answer, look)
    if (outcome.status !== 'pending') earlier.delete(paymentHash)
    return outcome
  }
  return {
    pay: (order) => guard.pay(order.paymentHash, () => payOnce(order)),
    outgoingStatus: ({ paymentHash, attemptId, begunAt }: OutgoingQuery) =>
      guard.look(paymentHash, async (): Promise<OutgoingStatus> => {
        // Of attempts that other processes made before, only their time is known.
        const isOld = (row: Transaction): boolean => isEarlier(paymentHash, row) || row.createdAt < (begunAt ?? 0)
        const look = await lookAt(calls, paymentHash, isOld)
        if (look.status === 'failed') return { status: 'failed', reason: 'Blink gave the payment up.', attemptId }
        if (look.status === 'not_found' && begunAt !== undefined && unixSeconds(clock) - begunAt < LOCK_SECONDS) {
          return { status: 'pending' }
        }
        return look as OutgoingStatus
      }),
  }
}

const amountOf = ({ bolt11, amountMsat }: PayOrder): Msat => amountMsat ?? msat(readInvoice(bolt11).amountMsat ?? 0n)

async function lookAt(
  calls: BlinkCalls,
  paymentHash: string,
  isOld: (row: Transaction) => boolean,
): Promise<OutgoingLook> {
  const rows = await calls.transactionsOf(paymentHash)
  return readOutgoing(rows.filter((row) => row.status !== 'FAILURE' || !isOld(row)))
}

function send(calls: BlinkCalls, { bolt11, amountMsat }: PayOrder): Promise<PayAnswer> {
  const amountSat = amountMsat && wholeSats(amountMsat)
  return sendOrder(async () => readPayAnswer(await calls.pay({ bolt11, amountSat })), 'Blink')
}
