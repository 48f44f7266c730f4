import type { Settled } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import { type CardCtx, type Hit, lnurlPayRoutes } from './fields.ts'
import { findHit, giveBack } from './taps.ts'

/** LNURL-pay for refunds to the wallet of a card, at most the amount of that tap. */
export const REFUND_LINK = lnurlPayRoutes({
  path: '/refund/:hit',
  summary: 'Refund a payment of a card',
  async find({ params }, ctx) {
    const hit = await findHit(ctx, params.hit)
    const card = hit === null ? null : await ctx.items.get(hit.item)
    if (hit === null || card === null) return null
    const left = leftOf(hit)
    if (left < 1) throw reject('There is nothing to pay back: nothing was taken with this tap, or all of it is back.')
    return { minMsat: 1000, maxMsat: left * 1000, metadata: { text: 'Refund to a Bolt card' } }
  },
  async invoice(_payment, { params }, ctx) {
    const hit = await findHit(ctx, params.hit)
    if (hit === null) throw reject('There is no such tap.', 404)
    return { wallet: hit.wallet, itemId: hit.item, memo: fixed('Refund'), data: { hit: hit.id } }
  },
})

const leftOf = ({ state, amount, refunded }: Hit): number => (state === 'paid' ? amount - refunded : 0)

/** Once for each payment: records the refund; on the day of the tap it can be spent again. */
export async function recordRefund({ paymentHash, sat, data }: Settled, ctx: CardCtx): Promise<void> {
  const { hit: hitId } = data as { readonly hit: string }
  const hit = await findHit(ctx, hitId)
  if (hit === null) return
  const row = { item: hit.item, hit: hit.id, payment_hash: paymentHash, amount: sat }
  await ctx.table('refunds').insert(row, hit.wallet)
  await ctx.table('hits').update(hit.id, { refunded: hit.refunded + sat })
  // Several refunds of one tap may be paid: the part above the tap's amount does not change the limit.
  await giveBack(ctx, hit.item, { sats: Math.max(0, Math.min(sat, leftOf(hit))), day: hit.day })
}
