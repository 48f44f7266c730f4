import { hash } from 'node:crypto'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { badRequest, type ServiceError } from '@satchel/http/service-error'
import { requireInRange } from '@satchel/lnurl/check-payment'
import { hashMetadata } from '@satchel/lnurl/metadata'
import { readPayAnswer } from '@satchel/lnurl/pay-answer'
import { readPayOffer } from '@satchel/lnurl/pay-offer'
import { withQuery } from '@satchel/lnurl/with-query'
import { sat, satToMsat } from '@satchel/money/units'
import { type FetchDeps, fetchAnswer } from '../../../lnurl/fetch-answer.ts'
import { readingLnurl } from '../../../lnurl/reading-lnurl.ts'
import type { Fee } from '../packages/package-schema.ts'

/** The invoice of a publisher's wallet. */
export interface AskedInvoice {
  readonly paymentRequest: string
  readonly paymentHash: string
  readonly verifyUrl: string
  /** Unix seconds. */
  readonly expiresAt: number
}

/** The payee of a fee, independent of the amount. */
export const payeeOf = ({ wallet, wallet_id: id }: Fee): string => `${wallet.replace(/\/+$/, '')}#${id}`

/**
 * An invoice over exactly this fee, from the pay link of the publisher's wallet (rule X7). The payee must also
 * report, on the same host, whether it was paid: a fee whose payment cannot be proven is not requested.
 */
export async function askPayee(deps: FetchDeps, fee: Fee): Promise<AskedInvoice> {
  const base = fee.wallet.replace(/\/+$/, '')
  if (!URL.canParse(base)) throw refused('its address cannot be read')
  const answer = await fetchAnswer(deps, { url: `${base}/.well-known/lnurlp/${fee.wallet_id}`, redirects: 'refuse' })
  if (answer['tag'] !== 'payRequest') throw refused('there is no pay link')
  const offer = readingLnurl(() => readPayOffer(answer))
  const amountMsat = satToMsat(sat(fee.amount))
  readingLnurl(() => requireInRange(amountMsat, offer))
  const url = withQuery(offer.callback, { amount: String(amountMsat) })
  const asked = await fetchAnswer(deps, { url, redirects: 'refuse' })
  const { bolt11, verify } = readingLnurl(() => readPayAnswer(asked, offer.callback))
  const invoice = readBolt11(bolt11)
  if (invoice.amountMsat !== amountMsat) throw refused('its invoice is over another amount')
  if (invoice.descriptionHash !== hashMetadata(offer.metadata)) throw refused('its invoice is for something else')
  if (verify === undefined || new URL(verify).origin !== new URL(base).origin) {
    throw refused('it does not report, on its own host, whether an invoice is paid (LUD-21)')
  }
  const { paymentHash, timestamp, expirySeconds } = invoice
  return { paymentRequest: bolt11, paymentHash, verifyUrl: verify, expiresAt: timestamp + expirySeconds }
}

/** The preimage, once the payee reports the payment; nothing else proves it. */
export async function askIfPaid(
  deps: FetchDeps,
  { verifyUrl, paymentHash }: { readonly verifyUrl: string; readonly paymentHash: string },
): Promise<string | undefined> {
  const { settled, preimage } = await fetchAnswer(deps, { url: verifyUrl, redirects: 'refuse' })
  if (settled !== true || typeof preimage !== 'string' || !/^[0-9a-fA-F]{64}$/.test(preimage)) return undefined
  const proof = preimage.toLowerCase()
  return hash('sha256', Buffer.from(proof, 'hex'), 'hex') === paymentHash ? proof : undefined
}

function readBolt11(text: string) {
  try {
    return readInvoice(text)
  } catch {
    throw refused('its invoice cannot be read')
  }
}

const refused = (why: string): ServiceError => badRequest(`The publisher's wallet cannot be paid: ${why}.`)
