import { rejectLnurlErrors } from '@satchel/extension-sdk/lnurl-pay-routes'
import { Rejection, reject } from '@satchel/extension-sdk/rejection'
import { type JsonAnswer, readJsonAnswer } from '@satchel/lnurl/json-answer'
import { readLnurl } from '@satchel/lnurl/read-lnurl'
import { withQuery } from '@satchel/lnurl/with-query'
import { readWithdrawOffer } from '@satchel/lnurl/withdraw-offer'
import type { TposCtx } from './fields.ts'

/** Asks the card that was held to the till (LNURL-withdraw) to pay the invoice of a sale. */
export function collectFromCard(ctx: TposCtx, sale: { readonly payment_hash: string }, lnurl: string): Promise<void> {
  return rejectLnurlErrors(async () => {
    const invoice = await ctx.wallets.invoice(sale.payment_hash)
    if (invoice === null || invoice.status !== 'pending') throw reject('This sale can no longer be paid.')
    const answer = await ask(ctx, readLnurl(lnurl).url)
    if (answer['tag'] !== 'withdrawRequest') throw reject('This card cannot pay.')
    const offer = readWithdrawOffer(answer)
    if (offer.leastMsat > BigInt(invoice.msat) || offer.mostMsat < BigInt(invoice.msat)) {
      throw reject('The card does not pay this amount.')
    }
    await ask(ctx, withQuery(offer.callback, { k1: offer.k1, pr: invoice.paymentRequest }))
  })
}

/** Visitors name the address, so a forbidden address and one that does not answer give the same error. */
async function ask(ctx: TposCtx, url: string): Promise<JsonAnswer> {
  try {
    return readJsonAnswer((await ctx.http({ method: 'GET', url })).body)
  } catch (error) {
    throw error instanceof Rejection && error.status === 503 ? reject('The service did not answer.') : error
  }
}
