import { answering } from '@satchel/extension-sdk/lnurl-pay-routes'
import { refuse } from '@satchel/extension-sdk/refusal'
import { readJsonAnswer } from '@satchel/lnurl/json-answer'
import { readLnurl } from '@satchel/lnurl/read-lnurl'
import { withQuery } from '@satchel/lnurl/with-query'
import { readWithdrawOffer } from '@satchel/lnurl/withdraw-offer'
import type { Sale, TposCtx } from './fields.ts'

/** Asks the card that was held to the till (LNURL-withdraw) to pay the invoice of a sale. */
export function collectFromCard(ctx: TposCtx, sale: Sale, lnurl: string): Promise<void> {
  return answering(async () => {
    const invoice = await ctx.wallets.invoice(sale.payment_hash)
    if (invoice === null || invoice.status !== 'pending') throw refuse('This sale can no longer be paid.')
    const answer = readJsonAnswer((await ctx.http({ method: 'GET', url: readLnurl(lnurl).url })).body)
    if (answer['tag'] !== 'withdrawRequest') throw refuse('This is no card that pays.')
    const offer = readWithdrawOffer(answer)
    if (offer.leastMsat > BigInt(invoice.msat) || offer.mostMsat < BigInt(invoice.msat)) {
      throw refuse('The card does not pay this amount.')
    }
    const url = withQuery(offer.callback, { k1: offer.k1, pr: invoice.paymentRequest })
    readJsonAnswer((await ctx.http({ method: 'GET', url })).body)
  })
}
