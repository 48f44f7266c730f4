import { wholeSats } from '../../adapter-parts/whole-sats.ts'
import { notSent } from '../../paying/keeps-from-paying.ts'
import { createPayByHash } from '../../paying/pay-by-hash.ts'
import type { FundingSource } from '../../port/funding-source.ts'
import { createAttemptMarks } from './attempt-marks.ts'
import type { PhoenixdCalls } from './phoenixd-calls.ts'
import { readPayAnswer, toOutcome, toPolled } from './to-outcome.ts'

/** Paying through a node that pays a hash a second time while the first payment is pending. */
export const createPayOnce = (
  calls: PhoenixdCalls,
): Required<Pick<FundingSource, 'attemptMark' | 'pay' | 'outgoingStatus'>> =>
  createPayByHash({
    poll: async (paymentHash) => toPolled(await calls.outgoing(paymentHash)),
    marks: createAttemptMarks(calls),
    async refuse({ amountMsat }) {
      const isPaid = amountMsat === undefined || wholeSats(amountMsat) !== undefined
      return isPaid ? undefined : notSent('whole_sats')
    },
    async order({ bolt11, amountMsat }) {
      return readPayAnswer(await calls.payInvoice({ bolt11, amountSat: amountMsat && wholeSats(amountMsat) }))
    },
    toOutcome,
  })
