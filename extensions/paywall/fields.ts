import { BRAND_FIELDS } from '@satchel/extension-sdk/brand-fields'
import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** A URL or a file for sale. */
export const FIELDS = {
  memo: { type: 'text', min: 1, max: 200, doc: 'Title of the product.', show: 'public' },
  description: { type: 'text', as: 'lines', max: 2000, doc: 'Product description.', optional: true, show: 'public' },
  amount: {
    type: 'money',
    min: 0,
    doc: 'Price, in `currency`; 0 = the buyer chooses, at least 1 satoshi.',
    show: 'public',
  },
  currency: { type: 'currency', doc: 'Currency of amount: `sat` or a currency code.', default: 'sat', show: 'public' },
  remembers: { type: 'bool', doc: 'True: the browser of a buyer remembers the access.', default: true },
  url: {
    type: 'url',
    doc: 'URL (https) that is sold: the buyer is redirected to it, or the file is fetched from it. In the URL of a file, `{version}` is the version that the buyer asks for.',
    show: 'admin',
    atRest: 'sealed',
  },
  kind: {
    type: 'text',
    max: 4,
    oneOf: ['url', 'file'],
    doc: '`url`: buyers get the URL. `file`: buyers get the file, but not its URL.',
    default: 'url',
    show: 'public',
  },
  file_headers: {
    type: 'json',
    maxBytes: 4096,
    doc: 'Headers sent to the host of the file: an object of at most 20 texts.',
    optional: true,
    show: 'admin',
    atRest: 'sealed',
  },
  max_downloads: { type: 'int', min: 1, max: 10_000, doc: 'Maximum downloads per purchase of a file.', default: 10 },
  access_days: { type: 'int', min: 0, max: 36_500, doc: 'Days until a purchase expires; 0 = never.', default: 0 },
  release: {
    type: 'bool',
    doc: 'True: the file is an archive that programs download with the hash of their payment.',
    default: false,
  },
  sold: { type: 'int', doc: 'Number of purchases.', by: 'server', default: 0 },
  earned: { type: 'sat', doc: 'Total received, satoshis.', by: 'server', default: 0 },
  ...BRAND_FIELDS,
} as const satisfies Shape

export const TABLES = {
  /** One row per payment, with the terms at the time of the purchase. */
  purchases: {
    item: { type: 'text', max: 64, doc: 'Id of the paywall.', index: true },
    payment_hash: { type: 'text', max: 64, doc: 'Payment hash.', unique: 'instance' },
    claim: { type: 'text', max: 64, doc: 'SHA-256 of the secret that the buyer received.', index: true },
    preimage: { type: 'text', max: 64, doc: 'Preimage of the payment.', index: true, atRest: 'hashed' },
    secret: { type: 'text', max: 64, doc: 'Key that signs download links.', atRest: 'sealed' },
    until: { type: 'int', doc: 'When the purchase expires, Unix seconds; 0 = never.' },
    max_downloads: { type: 'int', doc: 'Maximum downloads.' },
    downloads: { type: 'int', doc: 'Number of downloads.' },
    last_link: {
      type: 'text',
      max: 128,
      doc: 'Link of the newest download: further parts of it do not count.',
      optional: true,
    },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type PaywallItem = Item<typeof FIELDS>
export type Purchase = Item<(typeof TABLES)['purchases']>
export type PaywallCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes, lnurlPayRoutes } = routeBuilders<typeof FIELDS, typeof TABLES>()
