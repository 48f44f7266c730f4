import type { FundingSource } from '../funding-source.ts'
import { notSent } from '../keeps-from-paying.ts'
import { createPayByHash } from '../pay-by-hash.ts'
import type { LnbitsCalls } from './lnbits-calls.ts'
import { readPayAnswer, toOutcome } from './to-outcome.ts'

/** Paying through a wallet that takes no fee limit, but says how much it may take. */
export const createPayOnce = (
  calls: LnbitsCalls,
): Required<Pick<FundingSource, 'attemptMark' | 'pay' | 'outgoingStatus'>> =>
  createPayByHash({
    who: 'The LNbits server',
    look: calls.outgoing,
    async refuse({ bolt11, amountMsat, feeLimitMsat }) {
      if (amountMsat !== undefined) return notSent('LNbits pays no invoice that names no amount.')
      const mostFeeMsat = await calls.mostFeeMsat(bolt11).catch(() => undefined)
      if (mostFeeMsat === undefined) return notSent('The LNbits server does not tell its fee. Nothing was sent.')
      return mostFeeMsat > feeLimitMsat
        ? notSent(`LNbits may take up to ${mostFeeMsat} msat in fees, which is above the limit. Nothing was sent.`)
        : undefined
    },
    order: async ({ bolt11 }) => readPayAnswer(await calls.payInvoice(bolt11)),
    toOutcome,
  })
