import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** 100 kB as base64, with the prefix of the data URL. */
const MAX_IMAGE = 136_600

export const WORDS = {
  type: 'list',
  of: { scalar: 'text', max: 64, pattern: '^[^\\s\\u0000-\\u001f][^\\u0000-\\u001f]*$' },
  minItems: 2,
  maxItems: 1000,
  doc: 'Words that customers show, one after another. Admin key only.',
} as const

/** A product. */
export const FIELDS = {
  name: { type: 'text', min: 1, max: 64, doc: 'Name of the product.', show: 'public' },
  description: { type: 'text', as: 'lines', max: 300, doc: 'Product description.', optional: true, show: 'public' },
  image: {
    type: 'text',
    as: 'photo',
    max: MAX_IMAGE,
    // No SVG: that is a document, with scripts.
    pattern: '^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$',
    doc: 'A picture as `data:` URL: PNG, JPEG, GIF or WebP of at most 100 kB.',
    optional: true,
    show: 'public',
  },
  price: { type: 'money', doc: 'Price, in the currency.', show: 'public' },
  currency: { type: 'currency', doc: 'Currency: `sat` or an ISO 4217 code.', default: 'sat', show: 'public' },
  enabled: { type: 'bool', doc: 'False: not for sale.', default: true, show: 'public' },
  lnurl: { type: 'text', max: 2048, doc: 'LNURL for customers to scan.', by: 'server', optional: true, show: 'public' },
  sold: { type: 'int', doc: 'Number of sales.', by: 'server', default: 0 },
} as const satisfies Shape

export const METHODS = ['wordlist', 'totp', 'none'] as const

export const TABLES = {
  sales: {
    item: { type: 'text', max: 64, doc: 'Id of the product.', index: true },
    payment_hash: { type: 'text', max: 64, doc: 'Payment hash.', unique: 'instance' },
    name: { type: 'text', max: 64, doc: 'Name of the product at the sale.' },
    price: { type: 'money', doc: 'Price at the sale.' },
    currency: { type: 'currency', doc: 'Currency of the price.' },
    sats: { type: 'sat', doc: 'Amount received, satoshis.' },
    paid_at: { type: 'int', doc: 'Time of the sale, Unix seconds.' },
    method: { type: 'text', max: 8, oneOf: METHODS, doc: 'How the sale is confirmed.' },
    word: { type: 'text', max: 64, doc: 'Word or code that the customer shows.', optional: true },
  },
  /** One row for each wallet that differs from the defaults, or has sold something. */
  shops: {
    shop: { type: 'text', max: 4, doc: 'Constant: `shop`.', unique: 'wallet' },
    method: { type: 'text', max: 8, oneOf: METHODS, doc: 'How sales are confirmed.' },
    words: { ...WORDS, optional: true, atRest: 'sealed' },
    next: { type: 'int', doc: 'Number of words used from the list.' },
    totp_secret: { type: 'text', max: 64, doc: 'Secret of the codes, hex.', optional: true, atRest: 'sealed' },
  },
} as const satisfies Record<string, Shape>

export type ShopCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes, listRoute, lnurlPayRoutes } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type Product = Item<typeof FIELDS>
export type ProductSale = Item<typeof TABLES.sales>
export type Shop = Item<typeof TABLES.shops>
