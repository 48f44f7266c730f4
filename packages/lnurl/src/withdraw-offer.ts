import { type Msat, toJson } from '@satchel/money/units'
import { type JsonAnswer, readMsat, readText, readWebUrl } from './json-answer.ts'
import { readRange } from './pay-offer.ts'

/** The offer of a withdraw link (LUD-03): limits for one withdrawal by the client that sends `k1`. */
export interface WithdrawOffer {
  readonly callback: string
  readonly k1: string
  readonly leastMsat: Msat
  readonly mostMsat: Msat
  /** The suggested description of the invoice. */
  readonly defaultDescription: string
  /** From this amount on, the callback needs the payer's `pin` (LUD-24, a draft). */
  readonly pinLimitMsat?: Msat | undefined
}

export function readWithdrawOffer(answer: JsonAnswer): WithdrawOffer {
  const [leastMsat, mostMsat] = readRange(
    // Only the maximum is always there.
    { minWithdrawable: 1, ...answer },
    'minWithdrawable',
    'maxWithdrawable',
  )
  const { defaultDescription, pinLimit } = answer
  return {
    callback: readWebUrl(answer, 'callback'),
    k1: readText(answer, 'k1'),
    leastMsat,
    mostMsat,
    defaultDescription: typeof defaultDescription === 'string' ? defaultDescription.toWellFormed() : '',
    ...(pinLimit !== undefined && pinLimit !== null && { pinLimitMsat: readMsat(answer, 'pinLimit') }),
  }
}

/** The answer of a service that makes this offer. */
export const writeWithdrawOffer = (offer: WithdrawOffer) => ({
  tag: 'withdrawRequest' as const,
  callback: offer.callback,
  k1: offer.k1,
  defaultDescription: offer.defaultDescription,
  minWithdrawable: toJson(offer.leastMsat),
  maxWithdrawable: toJson(offer.mostMsat),
  ...(offer.pinLimitMsat !== undefined && { pinLimit: toJson(offer.pinLimitMsat) }),
})
