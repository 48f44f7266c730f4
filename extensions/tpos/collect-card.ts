import { rejectLnurlErrors } from '@satchel/extension-sdk/lnurl-pay-routes'
import { Rejection, reject } from '@satchel/extension-sdk/rejection'
import type { Row, Shape } from '@satchel/extension-sdk/shape'
import { fixed } from '@satchel/extension-sdk/text'
import { CARD_REASONS } from '@satchel/lnurl/card-reasons'
import { type JsonAnswer, readJsonAnswer } from '@satchel/lnurl/json-answer'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { plainHttpHost } from '@satchel/lnurl/plain-http-host'
import { readLnurl } from '@satchel/lnurl/read-lnurl'
import { withQuery } from '@satchel/lnurl/with-query'
import { readWithdrawOffer } from '@satchel/lnurl/withdraw-offer'
import type { Sale, TposCtx } from './fields.ts'

/** What a till sends of a card: first its content; where it asks for its PIN, then `card` of the answer and the PIN. */
export const CARD = {
  lnurl: { type: 'text', max: 2048, doc: 'Content of the card: `lnurlw://…`, or an LNURL.', optional: true },
  card: {
    type: 'text',
    max: 8192,
    doc: 'Instead of `lnurl`: `card` of the answer that asked for the PIN.',
    optional: true,
  },
  // `show`: validation errors do not repeat it.
  pin: { type: 'text', max: 16, doc: 'PIN of the card, with `card`.', optional: true, show: 'admin' },
} as const satisfies Shape

type OpenSale = Sale & { readonly payment_hash: string }

/** Where a card takes the invoice. */
interface Claim {
  readonly callback: string
  readonly k1: string
}

/**
 * Asks the card that was held to the till (LNURL-withdraw) to pay the invoice of a sale. If the card wants its PIN first
 * (LUD-24, a draft), returns the tapped card, sealed: it can be read only once, and is sent back with the PIN.
 */
export function collectFromCard(
  ctx: TposCtx,
  sale: OpenSale,
  { lnurl, card, pin }: Row<typeof CARD>,
): Promise<string | undefined> {
  return rejectLnurlErrors(async () => {
    const invoice = await ctx.wallets.invoice(sale.payment_hash)
    if (invoice === null || invoice.status !== 'pending') throw reject('This sale can no longer be paid.')
    if (card !== undefined) {
      const { callback, k1 } = unsealCard(ctx, sale, card)
      if (pin === undefined) throw reject(fixed('This payment needs the PIN of the card.'))
      await ask(ctx, withQuery(callback, { k1, pr: invoice.paymentRequest, pin }))
      return undefined
    }
    const offer = await readCard(ctx, lnurl ?? '', BigInt(invoice.msat))
    if (offer.needsPin) return sealCard(ctx, sale, offer)
    await ask(ctx, withQuery(offer.callback, { k1: offer.k1, pr: invoice.paymentRequest }))
    return undefined
  })
}

async function readCard(ctx: TposCtx, lnurl: string, msat: bigint): Promise<Claim & { readonly needsPin: boolean }> {
  const answer = await ask(ctx, readLnurl(lnurl).url)
  if (answer['tag'] !== 'withdrawRequest') throw reject('This card cannot pay.')
  const offer = readWithdrawOffer(answer)
  if (offer.leastMsat > msat || offer.mostMsat < msat) throw reject('The card does not pay this amount.')
  const needsPin = offer.pinLimitMsat !== undefined && msat >= offer.pinLimitMsat
  if (needsPin && !isPrivate(offer.callback)) throw reject('This card cannot pay.')
  return { callback: offer.callback, k1: offer.k1, needsPin }
}

/** A PIN is not sent over the network in the clear. */
function isPrivate(callback: string): boolean {
  const { protocol, hostname } = new URL(callback)
  return protocol === 'https:' || plainHttpHost(hostname)
}

const sealCard = (ctx: TposCtx, { payment_hash: hash }: OpenSale, { callback, k1 }: Claim): string =>
  ctx.seal(JSON.stringify({ hash, callback, k1 }))

/** Only for the sale that the card was tapped for. */
function unsealCard(ctx: TposCtx, { payment_hash: hash }: OpenSale, sealed: string): Claim {
  const text = ctx.unseal(sealed)
  const card = text === null ? undefined : (JSON.parse(text) as Claim & { readonly hash: string })
  if (card?.hash !== hash) throw reject('This card cannot pay.')
  return card
}

/** Visitors name the address, so a forbidden address and one that does not answer give the same error. */
async function ask(ctx: TposCtx, url: string): Promise<JsonAnswer> {
  try {
    return readJsonAnswer((await ctx.http({ method: 'GET', url })).body)
  } catch (error) {
    const reason = knownReason(error)
    if (reason !== undefined) throw reject(fixed(reason))
    throw error instanceof Rejection && error.status === 503 ? reject('The service did not answer.') : error
  }
}

/** The cards of this service say these; the locales translate them. */
const knownReason = (error: unknown) =>
  Object.values(CARD_REASONS).find((one) => error instanceof LnurlError && error.facts?.['reason'] === one)
