import { type Msat, msat } from '@satchel/money/units'
import { LnurlError } from './lnurl-error.ts'
import type { PayOffer } from './pay-offer.ts'

interface Range {
  readonly leastMsat: Msat
  readonly mostMsat: Msat
}

/** The `amount` of a callback: millisatoshis, as text of the query. Throws the reason to answer with. */
export function readAmount(text: string | undefined, range: Range): Msat {
  if (text === undefined || !/^[1-9]\d{0,18}$/.test(text)) {
    throw new LnurlError('amount must be a whole number of millisatoshis.')
  }
  const amountMsat = msat(BigInt(text))
  requireInRange(amountMsat, range)
  return amountMsat
}

export function requireInRange(amountMsat: Msat, { leastMsat, mostMsat }: Range): void {
  if (amountMsat >= leastMsat && amountMsat <= mostMsat) return
  const range = leastMsat === mostMsat ? `${mostMsat}` : `${leastMsat} to ${mostMsat}`
  throw new LnurlError(`The amount must be ${range} millisatoshis.`, 'amount', {
    min_msat: Number(leastMsat),
    max_msat: Number(mostMsat),
  })
}

/** A comment is plain text with a maximum length (LUD-12). */
export function requireComment(comment: string, { commentAllowed }: Pick<PayOffer, 'commentAllowed'>): void {
  if (comment === '') return
  if (commentAllowed === 0) throw new LnurlError('The service accepts no comment.', 'comment', { max: 0 })
  if (Array.from(comment).length > commentAllowed) {
    throw new LnurlError(`The comment may have at most ${commentAllowed} characters.`, 'comment', {
      max: commentAllowed,
    })
  }
}
