import type { Msat } from '@satchel/money/units'
import { amountOfOrder } from '../../paying/amount-of-order.ts'
import { keepsFromPaying, notSent } from '../../paying/keeps-from-paying.ts'
import { createOnceGuard } from '../../paying/once-guard.ts'
import { pollUntilFinal } from '../../paying/poll-until-final.ts'
import { sendOrder } from '../../paying/send-order.ts'
import { statusByNote } from '../../paying/status-by-note.ts'
import type { Clock } from '../../port/clock.ts'
import { failureOf } from '../../port/failure-words.ts'
import type { FundingSource, PayOrder, PayOutcome } from '../../port/funding-source.ts'
import type { OrderNotes } from '../../port/order-notes.ts'
import { createQuoteFollower } from './follow-quote.ts'
import { openPaymentNotes, type PaymentNote } from './payment-note.ts'
import type { StrikeCalls } from './strike-calls.ts'
import { type ExecuteAnswer, type QuoteAnswer, readExecuteAnswer, readQuoteAnswer } from './to-outcome.ts'

export interface PayOnceDeps {
  readonly calls: StrikeCalls
  readonly notes: OrderNotes
  readonly clock: Clock
  readonly closed: AbortSignal
}

/**
 * Paying by a quote: one is asked for, held against the fee limit, noted, and executed. A quote is executed once at
 * Strike, whatever happens to the answer.
 */
export function createPayOnce(deps: PayOnceDeps): Pick<FundingSource, 'pay' | 'outgoingStatus'> {
  const { calls, clock, closed } = deps
  const guard = createOnceGuard()
  const notes = openPaymentNotes(deps.notes)
  const { poll, conclude } = createQuoteFollower({ calls, notes, clock })
  const execute = async (paymentHash: string, note: Quoted, before: PaymentNote | undefined) => {
    await notes.write(paymentHash, note)
    const answer = await executeQuote(calls, note.quoteId)
    const pollAgain = async (): Promise<PayOutcome> => poll(paymentHash, (await notes.find(paymentHash)) ?? note)
    switch (answer.says) {
      case 'executed': {
        const outcome = await conclude(paymentHash, note, answer.payment)
        return outcome.status === 'pending' ? pollUntilFinal(pollAgain, closed) : outcome
      }
      case 'known':
        await notes.write(paymentHash, { ...note, paymentId: answer.paymentId })
        return pollUntilFinal(pollAgain, closed)
      case 'unclear':
        return { status: 'pending' } as const
      default:
        await (before === undefined ? notes.forget(paymentHash) : notes.write(paymentHash, before))
        return {
          status: answer.says === 'refused' ? 'failed' : 'not_sent',
          ...failureOf(answer.reason, answer.nodeAnswer),
        } as const
    }
  }
  const payOnce = async (order: PayOrder): Promise<PayOutcome> => {
    const { paymentHash } = order
    const before = await notes.find(paymentHash)
    if (before !== undefined) {
      // While one quote may be open, there is no second one.
      const kept = keepsFromPaying(await poll(paymentHash, before).catch(() => undefined))
      if (kept !== undefined) return kept
    }
    const amountMsat = amountOfOrder(order)
    if (amountMsat === undefined) return notSent('amount_missing')
    const quoted = toNote(await askForQuote(calls, order), order, amountMsat)
    return 'status' in quoted ? quoted : execute(paymentHash, quoted, before)
  }
  return {
    pay: (order) => guard.pay(order, () => payOnce(order)),
    outgoingStatus: (query) =>
      guard.poll(query, async () => {
        closed.throwIfAborted()
        // Noted before its quote is executed.
        return statusByNote(query, notes.find, poll)
      }),
  }
}

type Quoted = PaymentNote & { readonly quoteId: string }

/** The quote to execute, or the reason why there is none. */
function toNote(quote: QuoteAnswer, order: PayOrder, amountMsat: Msat): Quoted | PayOutcome {
  switch (quote.says) {
    case 'unclear':
      return { status: 'pending' }
    case 'refused':
      return { status: 'failed', ...failureOf(quote.reason, quote.nodeAnswer) }
    case 'not_sent':
      return { status: 'not_sent', ...failureOf(quote.reason, quote.nodeAnswer) }
  }
  const { quoteId, totalMsat, validUntilMs } = quote
  if (totalMsat < amountMsat) return notSent('node_not_ready')
  if (totalMsat - amountMsat > order.feeLimitMsat) {
    return { status: 'failed', reason: 'fee_limit' }
  }
  const note = { attemptId: order.attemptId, quoteId, amountMsat: Number(amountMsat) }
  return Number.isNaN(validUntilMs) ? note : { ...note, validUntilMs }
}

/** Requesting a quote pays nothing, whatever fails. */
async function askForQuote(calls: StrikeCalls, { bolt11, amountMsat, attemptId }: PayOrder): Promise<QuoteAnswer> {
  try {
    return readQuoteAnswer(await calls.quote({ bolt11, amountMsat, attemptId }))
  } catch {
    return { says: 'not_sent', reason: 'node_unreachable' }
  }
}

const executeQuote = (calls: StrikeCalls, quoteId: string): Promise<ExecuteAnswer> =>
  sendOrder(async () => readExecuteAnswer(await calls.execute(quoteId)))
