import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { wholeSats } from '../../adapter-parts/whole-sats.ts'
import { amountOfOrder } from '../../paying/amount-of-order.ts'
import { keepsFromPaying, notSent } from '../../paying/keeps-from-paying.ts'
import { paymentNoteName } from '../../paying/note-names.ts'
import { createOnceGuard } from '../../paying/once-guard.ts'
import { pollUntilFinal } from '../../paying/poll-until-final.ts'
import { sendOrder } from '../../paying/send-order.ts'
import { statusByNote } from '../../paying/status-by-note.ts'
import { failureOf } from '../../port/failure-words.ts'
import type { FundingSource, PayOrder, PayOutcome } from '../../port/funding-source.ts'
import type { OrderNotes } from '../../port/order-notes.ts'
import { hashOfInvoice } from './hash-of-invoice.ts'
import type { OpenNodeCalls } from './opennode-calls.ts'
import { type OrderAnswer, readOrderAnswer, toOutcome, type Withdrawal } from './to-outcome.ts'

/** The known facts of the last attempt to pay a hash. */
const PaymentNote = Type.Object({
  attemptId: Type.String(),
  /** Missing until OpenNode has returned it. */
  withdrawalId: Type.Optional(Type.String()),
  /** Withdrawals of earlier attempts, which have failed. */
  earlier: Type.Array(Type.String()),
})
export type PaymentNote = Static<typeof PaymentNote>

export interface PayOnceDeps {
  readonly calls: OpenNodeCalls
  readonly notes: OrderNotes
  readonly closed: AbortSignal
}

/**
 * Pays through a service that accepts the same invoice repeatedly, and reports a payment by its own id only: the
 * attempt is stored before it is sent, and one whose answer was lost is searched among all withdrawals. A missing one
 * never counts as not sent.
 */
export function createPayOnce({ calls, notes, closed }: PayOnceDeps): Pick<FundingSource, 'pay' | 'outgoingStatus'> {
  const guard = createOnceGuard()
  const findNote = async (paymentHash: string): Promise<PaymentNote | undefined> => {
    const text = await notes.find(paymentNoteName(paymentHash))
    const note: unknown = text === undefined ? undefined : JSON.parse(text)
    return Value.Check(PaymentNote, note) ? note : undefined
  }
  const write = (paymentHash: string, note: PaymentNote): Promise<void> =>
    notes.write(paymentNoteName(paymentHash), JSON.stringify(note))
  const poll = async (paymentHash: string, note: PaymentNote): Promise<PayOutcome> => {
    const { withdrawalId } = note
    if (withdrawalId !== undefined) return toOutcome(await calls.withdrawal(withdrawalId))
    const withdrawals = await calls.listWithdrawals()
    const own = withdrawals.find(({ custom_id: id }) => id === note.attemptId)
    if (own !== undefined) {
      await write(paymentHash, { ...note, withdrawalId: own.id })
      return toOutcome(own)
    }
    // It may be a manual order: its success counts, its failure says nothing about this attempt.
    const paid = withdrawals.filter((one) => isUnnamed(one, paymentHash, note)).map(toOutcome)
    return paid.find(({ status }) => status === 'settled') ?? { status: 'pending' }
  }
  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const { paymentHash, attemptId } = order
    const amountMsat = amountOfOrder(order)
    if (amountMsat === undefined) return notSent('amount_missing')
    if (wholeSats(amountMsat) === undefined) return notSent('whole_sats')
    const before = await findNote(paymentHash)
    if (before !== undefined) {
      const kept = keepsFromPaying(await poll(paymentHash, before).catch(() => undefined))
      if (kept !== undefined) return kept
    }
    const earlier = [...(before?.earlier ?? []), ...(before?.withdrawalId === undefined ? [] : [before.withdrawalId])]
    const note: PaymentNote = { attemptId, earlier }
    await write(paymentHash, note)
    const answer = await send(calls, order)
    switch (answer.says) {
      case 'taken': {
        const taken = { ...note, withdrawalId: answer.withdrawal.id }
        await write(paymentHash, taken)
        const outcome = toOutcome(answer.withdrawal)
        return outcome.status === 'pending' ? pollUntilFinal(() => poll(paymentHash, taken), closed) : outcome
      }
      case 'unclear':
        return { status: 'pending' }
      default:
        // OpenNode has rejected it: there is no withdrawal.
        await (before === undefined ? notes.forget(paymentNoteName(paymentHash)) : write(paymentHash, before))
        return {
          status: answer.says === 'refused' ? 'failed' : 'not_sent',
          ...failureOf(answer.reason, answer.nodeAnswer),
        }
    }
  }
  return {
    pay: (order) => guard.pay(order, () => payOnce(order)),
    outgoingStatus: (query) =>
      guard.poll(query, async () => {
        closed.throwIfAborted()
        // Noted before it is sent.
        return statusByNote(query, findNote, poll)
      }),
  }
}

/** With this invoice, without an id of ours, and not of an earlier attempt. */
const isUnnamed = ({ id, custom_id: named, reference }: Withdrawal, paymentHash: string, note: PaymentNote): boolean =>
  !named && !note.earlier.includes(id) && hashOfInvoice(reference ?? '') === paymentHash

function send(calls: OpenNodeCalls, { bolt11, amountMsat, attemptId }: PayOrder): Promise<OrderAnswer> {
  const amountSat = amountMsat && wholeSats(amountMsat)
  return sendOrder(async () => readOrderAnswer(await calls.withdraw({ bolt11, amountSat, attemptId })))
}
