import { msat } from '@satchel/money/units'
import type { Clock } from '../../port/clock.ts'
import type { PayOutcome } from '../../port/funding-source.ts'
import type { PaymentNote, PaymentNotes } from './payment-note.ts'
import type { StrikeCalls } from './strike-calls.ts'
import { type Payment, readExecuteAnswer, toOutcome } from './to-outcome.ts'

/** The outcome of a quote that may have been executed. */
export interface QuoteFollower {
  poll(paymentHash: string, note: PaymentNote): Promise<PayOutcome>
  /** Stores the result of an execution before anything follows from it. */
  conclude(paymentHash: string, note: PaymentNote, payment: Payment): Promise<PayOutcome>
}

export interface QuoteFollowerDeps {
  readonly calls: StrikeCalls
  readonly notes: PaymentNotes
  readonly clock: Clock
}

/** After a quote's end, by our clock. */
const MARGIN_MS = 10_000

export function createQuoteFollower({ calls, notes, clock }: QuoteFollowerDeps): QuoteFollower {
  const conclude: QuoteFollower['conclude'] = async (paymentHash, note, payment) => {
    const preimage = payment.lightning?.preImage ?? note.preimage
    await notes.write(paymentHash, { ...note, paymentId: payment.paymentId, ...(preimage && { preimage }) })
    return toOutcome(payment, msat(note.amountMsat), preimage)
  }
  const pollOne = async (paymentId: string, note: PaymentNote): Promise<PayOutcome> =>
    toOutcome(await calls.payment(paymentId), msat(note.amountMsat), note.preimage)
  return {
    conclude,
    async poll(paymentHash, note) {
      if (note.paymentId !== undefined) return pollOne(note.paymentId, note)
      const { quoteId } = note
      if (quoteId === undefined) return { status: 'pending' }
      // Only the answer to an execution shows a quote's payment; once the quote has expired, an execution pays nothing.
      if (clock() <= (note.validUntilMs ?? Number.POSITIVE_INFINITY) + MARGIN_MS) return { status: 'pending' }
      const answer = readExecuteAnswer(await calls.execute(quoteId))
      if (answer.says === 'executed') return conclude(paymentHash, note, answer.payment)
      // An expired quote may have been executed before.
      if (answer.says !== 'known') return { status: 'pending' }
      await notes.write(paymentHash, { ...note, paymentId: answer.paymentId })
      return pollOne(answer.paymentId, note)
    },
  }
}
