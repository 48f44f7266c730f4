import { answering } from '@satchel/extension-sdk/lnurl-pay-routes'
import { Refusal, refuse } from '@satchel/extension-sdk/refusal'
import { type JsonAnswer, readJsonAnswer } from '@satchel/lnurl/json-answer'
import { readLnurl } from '@satchel/lnurl/read-lnurl'
import { withQuery } from '@satchel/lnurl/with-query'
import { readWithdrawOffer } from '@satchel/lnurl/withdraw-offer'
import type { Sale, TposCtx } from './fields.ts'

/** Asks the card that was held to the till (LNURL-withdraw) to pay the invoice of a sale. */
export function collectFromCard(ctx: TposCtx, sale: Sale, lnurl: string): Promise<void> {
  return answering(async () => {
    const invoice = await ctx.wallets.invoice(sale.payment_hash)
    if (invoice === null || invoice.status !== 'pending') throw refuse('This sale can no longer be paid.')
    const answer = await ask(ctx, readLnurl(lnurl).url)
    if (answer['tag'] !== 'withdrawRequest') throw refuse('This is no card that pays.')
    const offer = readWithdrawOffer(answer)
    if (offer.leastMsat > BigInt(invoice.msat) || offer.mostMsat < BigInt(invoice.msat)) {
      throw refuse('The card does not pay this amount.')
    }
    await ask(ctx, withQuery(offer.callback, { k1: offer.k1, pr: invoice.paymentRequest }))
  })
}

/** Visitors name the address: an address that may not be asked and one where nobody answers look the same to them. */
async function ask(ctx: TposCtx, url: string): Promise<JsonAnswer> {
  try {
    return readJsonAnswer((await ctx.http({ method: 'GET', url })).body)
  } catch (error) {
    throw error instanceof Refusal && error.status === 503 ? refuse('The service did not answer.') : error
  }
}
