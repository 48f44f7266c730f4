import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** 100 kB as base64, with the prefix of the data URL. */
const LONGEST_IMAGE = 136_600

export const WORDS = {
  type: 'list',
  of: { scalar: 'text', max: 64, pattern: '^[^\\s\\u0000-\\u001f][^\\u0000-\\u001f]*$' },
  minItems: 2,
  maxItems: 1000,
  doc: 'What customers show, one after another. Only with the admin key.',
} as const

/** A product. */
export const FIELDS = {
  name: { type: 'text', min: 1, max: 64, doc: 'What it is.', show: 'public' },
  description: { type: 'text', as: 'lines', max: 300, doc: 'More about it.', optional: true, show: 'public' },
  image: {
    type: 'text',
    as: 'photo',
    max: LONGEST_IMAGE,
    // No SVG: that is a document, with scripts.
    pattern: '^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$',
    doc: 'A picture as `data:` URL: PNG, JPEG, GIF or WebP of at most 100 kB.',
    optional: true,
    show: 'public',
  },
  price: { type: 'money', doc: 'In the currency.', show: 'public' },
  currency: { type: 'currency', doc: 'sat or an ISO 4217 code.', default: 'sat', show: 'public' },
  enabled: { type: 'bool', doc: 'False: it is not for sale now.', default: true, show: 'public' },
  lnurl: { type: 'text', max: 2048, doc: 'What customers scan.', by: 'server', optional: true, show: 'public' },
  sold: { type: 'int', doc: 'How often it was sold.', by: 'server', default: 0 },
} as const satisfies Shape

export const METHODS = ['wordlist', 'totp', 'none'] as const

export const TABLES = {
  sales: {
    item: { type: 'text', max: 64, doc: 'The product.', index: true },
    payment_hash: { type: 'text', max: 64, doc: 'Of the payment.', unique: 'instance' },
    name: { type: 'text', max: 64, doc: 'What it was called then.' },
    price: { type: 'money', doc: 'What it cost then.' },
    currency: { type: 'currency', doc: 'Of the price.' },
    sats: { type: 'sat', doc: 'What arrived.' },
    paid_at: { type: 'int', doc: 'Unix seconds.' },
    method: { type: 'text', max: 8, oneOf: METHODS, doc: 'How it is confirmed.' },
    word: { type: 'text', max: 64, doc: 'What the customer shows.', optional: true },
  },
  /** One row for each wallet that differs from the defaults, or has sold something. */
  shops: {
    shop: { type: 'text', max: 4, doc: 'Always `shop`.', unique: 'wallet' },
    method: { type: 'text', max: 8, oneOf: METHODS, doc: 'How sales are confirmed.' },
    words: { ...WORDS, optional: true, atRest: 'sealed' },
    next: { type: 'int', doc: 'How many words of the list have been given out.' },
    totp_secret: { type: 'text', max: 64, doc: 'Hex.', optional: true, atRest: 'sealed' },
  },
} as const satisfies Record<string, Shape>

export type ShopCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes, listRoute, lnurlPayRoutes } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type Product = Item<typeof FIELDS>
export type ProductSale = Item<typeof TABLES.sales>
export type Shop = Item<typeof TABLES.shops>
