import type { Settled } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import { lnurlPayRoutes, type Product, type ShopCtx } from './fields.ts'
import { requireShop, wordsOf } from './shop-settings.ts'

/** The data of a product's invoice. */
export type SoldData = {
  readonly name: string
  readonly price: number
  readonly currency: string
  /** The hash of the token that opens the confirmation. */
  readonly token: string
}

export async function findProduct(ctx: ShopCtx, id: string): Promise<Product> {
  const product = await ctx.items.get(id)
  if (product === null) throw reject('There is no such product.', 404)
  return product
}

export const PAY_ROUTES = lnurlPayRoutes({
  path: '/lnurl/:id',
  summary: 'Pay for a product',
  async find({ params }, ctx) {
    const { name, description, price, currency, enabled } = await findProduct(ctx, params.id)
    if (!enabled) throw reject('This product is not for sale at the moment.')
    return {
      range: async () => {
        const msat = (await ctx.rates.toSat(price, currency)) * 1000
        if (msat < 1000) throw reject('The price is worth less than 1 satoshi.')
        return { minMsat: msat, maxMsat: msat }
      },
      isFiat: currency !== 'sat',
      metadata: { text: name, longText: description },
    }
  },
  async invoice(_payment, { params }, ctx) {
    const { id, wallet, name, price, currency } = await findProduct(ctx, params.id)
    const token = ctx.randomId()
    const data: SoldData = { name, price, currency, token: ctx.hash(token) }
    return {
      wallet,
      itemId: id,
      memo: name,
      data: { ...data },
      successAction: (paymentHash) => ({
        tag: 'url',
        description: 'Show this to the seller',
        url: ctx.url(`/confirm/${paymentHash}?t=${token}`),
      }),
    }
  },
})

/** A sale uses up the next word, so that two concurrent sales have different words. */
export async function recordProductSale(payment: Settled, ctx: ShopCtx): Promise<void> {
  const product = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
  if (product === null) return
  const { name, price, currency } = payment.data as SoldData
  const shop = await requireShop(ctx, payment.wallet)
  const words = wordsOf(shop)
  const isByWord = shop.method === 'wordlist'
  if (isByWord) await ctx.table('shops').update(shop.id, { next: shop.next + 1 })
  await ctx.table('sales').insert(
    {
      item: product.id,
      payment_hash: payment.paymentHash,
      name,
      price,
      currency,
      sats: payment.sat,
      paid_at: payment.at,
      method: shop.method,
      word: isByWord ? words[shop.next % words.length] : undefined,
    },
    payment.wallet,
  )
  await ctx.items.update(product.id, { sold: product.sold + 1 })
}
