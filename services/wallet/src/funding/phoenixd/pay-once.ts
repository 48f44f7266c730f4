import type { FundingSource } from '../funding-source.ts'
import { notSent } from '../keeps-from-paying.ts'
import { createPayByHash } from '../pay-by-hash.ts'
import { wholeSats } from '../whole-sats.ts'
import type { PhoenixdCalls } from './phoenixd-calls.ts'
import { readPayAnswer, toOutcome } from './to-outcome.ts'

/** Paying through a node that pays a hash a second time while the first payment is on its way. */
export const createPayOnce = (calls: PhoenixdCalls): Pick<FundingSource, 'pay' | 'outgoingStatus'> =>
  createPayByHash({
    who: 'The Lightning node',
    look: calls.outgoing,
    async refuse({ amountMsat }) {
      const isPaid = amountMsat === undefined || wholeSats(amountMsat) !== undefined
      return isPaid ? undefined : notSent('phoenixd pays whole satoshis only.')
    },
    async order({ bolt11, amountMsat }) {
      return readPayAnswer(await calls.payInvoice({ bolt11, amountSat: amountMsat && wholeSats(amountMsat) }))
    },
    toOutcome,
  })
