import type { Reply } from '@satchel/extension-sdk/extension'
import { defineExtension } from '@satchel/extension-sdk/extension'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import type { Row } from '@satchel/extension-sdk/shape'
import { fixed } from '@satchel/extension-sdk/text'
import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import { hasMinorDigits, minorDigits } from '@satchel/money/minor-digits'
import { FIELDS, listRoute, type Product, route, type ShopCtx, TABLES } from './fields.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { findProduct, PAY_ROUTES, recordProductSale, type SoldData } from './sell-product.ts'
import { confirmationPage, NOT_THERE_PAGE, PRINT_FORM, printPage, productPage, WAIT_PAGE } from './shop-pages.ts'
import { findShop, requireShop, SETTINGS_ROUTES } from './shop-settings.ts'

const lnurlOf = (ctx: Pick<ShopCtx, 'url'>, { id }: Pick<Product, 'id'>): string => encodeLnurl(ctx.url(`/lnurl/${id}`))

/** A page shows the stored product, without computed fields. */
const shown = (ctx: ShopCtx, product: Product): Product => ({ ...product, lnurl: lnurlOf(ctx, product) })

function checkPrice({ price, currency }: Pick<Row<typeof FIELDS>, 'price' | 'currency'>): void {
  if (price > 0 && hasMinorDigits(price, currency)) return
  throw reject(
    fixed('body.price: must be more than 0, with at most {digits} decimals.', { digits: minorDigits(currency) }),
    422,
  )
}

/** Only after the payment, and only with the token that its payer was given: the payment hash is known to others, too. */
async function confirm(ctx: ShopCtx, paymentHash: string, token: string): Promise<Reply> {
  const invoice = await ctx.wallets.invoice(paymentHash)
  const data = invoice?.data as SoldData | undefined
  if (invoice?.status !== 'paid' || data?.token !== ctx.hash(token)) return { status: 404, page: NOT_THERE_PAGE }
  const [sale] = await ctx.table('sales').find({ where: { payment_hash: paymentHash }, limit: 1 })
  if (sale === undefined) return { page: WAIT_PAGE }
  const shop = await findShop(ctx, sale.wallet)
  return { page: confirmationPage(sale, shop?.totp_secret, Math.floor(ctx.now() / 1000)) }
}

/** Printed codes for sellers who have no connection. */
export const OFFLINESHOP = defineExtension({
  manifest: {
    id: 'offlineshop',
    name: 'Offline shop',
    version: '1.0.0',
    short_description: 'Printed product codes; customers show a word that proves they have paid.',
    icon: 'storefront',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'takes the payments for your products' },
      { id: 'page', reason: 'shows customers what they show to you' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'product',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  derive: (product, ctx) => ({ lnurl: lnurlOf(ctx, product) }),
  async beforeCreate(draft, ctx, { wallet }) {
    checkPrice(draft)
    await requireShop(ctx, wallet)
    return { ...draft, sold: 0 }
  },
  async beforeUpdate(old, next) {
    if (next.price !== old.price || next.currency !== old.currency) checkPrice(next)
    return next
  },
  onPaymentSettled: recordProductSale,
  routes: {
    ...PAY_ROUTES,
    ...SETTINGS_ROUTES,
    'GET /confirm/:payment_hash': route({
      access: 'public',
      summary: 'Open the confirmation of a sale',
      description:
        'The page that the customer shows to the seller: product, amount, time, and the word or code. 404 until it is paid, and without the token.',
      replyType: 'page',
      query: { t: { type: 'text', max: 64, doc: 'Token from the link that the payer received.', optional: true } },
      handle: ({ params, query }, ctx) => confirm(ctx, params.payment_hash, query.t ?? ''),
    }),
    'GET /print': {
      access: 'invoice',
      summary: 'Print all products of the wallet',
      replyType: 'text',
      replyMedia: 'text/html',
      description: 'A page of cards with a QR code each, without products that are not for sale.',
      async handle({ wallet }, ctx) {
        const products = await ctx.items.find({ wallet, order: 'oldest', limit: 1000 })
        return { page: printPage(products.filter(({ enabled }) => enabled).map((product) => shown(ctx, product))) }
      },
    },
    'GET /p/print': {
      access: 'public',
      summary: 'Open the page that asks for the key of the sheet',
      description: 'Asks for a key of the wallet, which is not stored.',
      handle: async () => ({ page: PRINT_FORM }),
    },
    'GET /p/:id': {
      access: 'public',
      summary: 'Open the page of a product',
      handle: async ({ params }, ctx) => ({ page: productPage(shown(ctx, await findProduct(ctx, params.id))) }),
    },
    'GET /api/v1/:id/sales': listRoute({
      table: 'sales',
      access: 'invoice',
      summary: 'List the sales of a product',
      description: 'Newest first, with the word or code of each customer.',
      reply: {
        payment_hash: { type: 'text', max: 64, doc: 'Payment hash.' },
        amount: { type: 'money', doc: 'Price, in the currency.' },
        currency: { type: 'currency', doc: 'Currency of the price.' },
        sats: { type: 'sat', doc: 'Amount received, satoshis.' },
        time: { type: 'text', max: 30, doc: 'Time of the sale, ISO 8601.' },
        word: { type: 'text', max: 64, doc: 'Word or code that the customer shows.', optional: true },
      },
      toJson: ({ payment_hash, price, currency, sats, paid_at: at, word }) => ({
        payment_hash,
        amount: price,
        currency,
        sats,
        time: new Date(at * 1000).toISOString(),
        word,
      }),
    }),
  },
})
