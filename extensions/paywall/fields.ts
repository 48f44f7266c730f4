import { BRAND_FIELDS } from '@satchel/extension-sdk/brand-fields'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** Something that is sold: an address, or a file. */
export const FIELDS = {
  memo: { type: 'text', min: 1, max: 200, doc: 'What is sold, in a line.', show: 'public' },
  description: { type: 'text', as: 'lines', max: 2000, doc: 'What is sold, in full.', optional: true, show: 'public' },
  amount: {
    type: 'money',
    min: 0,
    doc: 'The price in `currency`; 0 = the buyer chooses, at least 1 satoshi.',
    show: 'public',
  },
  currency: { type: 'currency', doc: 'Of `amount`: `sat`, or a currency code.', default: 'sat', show: 'public' },
  remembers: { type: 'bool', doc: 'The browser of a buyer keeps the access.', default: true },
  url: {
    type: 'url',
    doc: 'What is sold: where a buyer is led, or where the file is fetched. https. In the address of a file, `{version}` is what a buyer asks for.',
    show: 'admin',
    atRest: 'sealed',
  },
  kind: {
    type: 'text',
    max: 4,
    oneOf: ['url', 'file'],
    doc: '`url`: buyers get the address. `file`: buyers get the file, and never its address.',
    default: 'url',
    show: 'public',
  },
  file_headers: {
    type: 'json',
    maxBytes: 4096,
    doc: 'Sent to the host of the file only: an object of at most 20 texts.',
    optional: true,
    show: 'admin',
    atRest: 'sealed',
  },
  max_downloads: { type: 'int', min: 1, max: 10_000, doc: 'Downloads for each purchase of a file.', default: 10 },
  access_days: { type: 'int', min: 0, max: 36_500, doc: 'Days a purchase lasts; 0 = without end.', default: 0 },
  release: {
    type: 'bool',
    doc: 'The file is an archive that programs fetch with the hash of their payment.',
    default: false,
  },
  sold: { type: 'int', doc: 'How often it was bought.', by: 'server', default: 0 },
  earned: { type: 'sat', doc: 'What that has brought, satoshis.', by: 'server', default: 0 },
  ...BRAND_FIELDS,
} as const satisfies Shape

export const TABLES = {
  /** One row for every payment, with what it was promised when it was made. */
  purchases: {
    item: { type: 'text', max: 64, doc: 'What was bought.', index: true },
    payment_hash: { type: 'text', max: 64, doc: 'Of the payment.', unique: 'instance' },
    claim: { type: 'text', max: 64, doc: 'SHA-256 of what the buyer was given.', index: true },
    preimage: { type: 'text', max: 64, doc: 'What the payment was receipted with.', index: true, atRest: 'hashed' },
    secret: { type: 'text', max: 64, doc: 'Download links are signed with it.', atRest: 'sealed' },
    until: { type: 'int', doc: 'When it ends: Unix seconds, 0 = never.' },
    max_downloads: { type: 'int', doc: 'How often the file may be downloaded.' },
    downloads: { type: 'int', doc: 'How often it was.' },
    last_link: {
      type: 'text',
      max: 128,
      doc: 'The link of the newest download: more parts of it are free.',
      optional: true,
    },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type PaywallItem = Item<typeof FIELDS>
export type Purchase = Item<(typeof TABLES)['purchases']>
export type PaywallCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes, lnurlPayRoutes } = routeBuilders<typeof FIELDS, typeof TABLES>()
