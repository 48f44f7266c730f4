import { BRAND_FIELDS } from '@satchel/extension-sdk/brand-fields'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

export const STATUSES = ['draft', 'open', 'paid', 'canceled'] as const

/** A billing document, with its payments. */
export const FIELDS = {
  status: {
    type: 'text',
    max: 8,
    oneOf: STATUSES,
    doc: 'draft, open, paid or canceled. Drafts are opened or canceled, open ones canceled; only payments make one paid.',
    default: 'draft',
    index: true,
  },
  currency: { type: 'currency', doc: 'Of all its amounts: sat or an ISO 4217 code. Frozen once it is open.' },
  number: {
    type: 'text',
    min: 1,
    max: 32,
    doc: 'Its number, unlike all others of the wallet. Default: the year and the next free one, 2026-0001.',
    optional: true,
    unique: 'wallet',
    taken: 'body.number: another invoice of this wallet has that number.',
  },
  seller_name: {
    type: 'text',
    max: 200,
    doc: 'Who bills. This and the other fields of the seller default to those of the last invoice of the wallet.',
    optional: true,
  },
  seller_address: { type: 'text', as: 'lines', max: 300, doc: 'Of who bills; line breaks are kept.', optional: true },
  seller_tax_number: { type: 'text', max: 40, doc: 'Tax or VAT number of who bills.', optional: true },
  company_name: { type: 'text', max: 200, doc: 'Whom it is for.', optional: true },
  first_name: { type: 'text', max: 200, doc: 'Whom it is for.', optional: true },
  last_name: { type: 'text', max: 200, doc: 'Whom it is for.', optional: true },
  email: {
    type: 'text',
    as: 'email',
    max: 200,
    pattern: '^[^@\\s\\u0000-\\u001f]+@[^@\\s\\u0000-\\u001f]+$',
    doc: 'Where the receipt goes when all is paid, if this service sends mail and the address of the account is verified.',
    optional: true,
  },
  phone: { type: 'text', as: 'phone', max: 200, doc: 'Of whom it is for.', optional: true },
  tax_number: { type: 'text', max: 40, doc: 'Tax or VAT number of whom it is for.', optional: true },
  address: { type: 'text', as: 'lines', max: 200, doc: 'Of whom it is for; line breaks are kept.', optional: true },
  items: {
    type: 'list',
    minItems: 1,
    maxItems: 100,
    doc: 'What is billed. Frozen once it is open.',
    of: {
      description: { type: 'text', min: 1, max: 200, doc: 'What it is.' },
      amount: { type: 'money', min: 0.01, doc: 'Price of one, without tax, in the currency: at least 0.01, or 1 sat.' },
      quantity: { type: 'int', min: 1, max: 1_000_000, doc: 'How many.' },
    },
  },
  tax_percent: {
    type: 'percent',
    doc: 'Percent of tax, added to the sum of the items. Frozen once it is open.',
    default: 0,
  },
  due_at: { type: 'date', doc: 'Until when it should be paid.', optional: true },
  notes: { type: 'text', as: 'lines', max: 2000, doc: 'Below the items; line breaks are kept.', optional: true },
  total: { type: 'money', doc: 'What is to be paid, with tax, in the currency.', by: 'server', default: 0 },
  paid_total: { type: 'money', doc: 'What has been paid, in the currency.', by: 'server', default: 0 },
  overpaid: { type: 'bool', doc: 'More has been paid than was to be.', by: 'server', default: false },
  payments: {
    type: 'list',
    maxItems: 100_000,
    doc: 'What has been paid, oldest first.',
    by: 'server',
    default: [],
    of: {
      amount: { type: 'money', doc: 'In the currency, at the rate when it was asked for.' },
      sats: { type: 'sat', doc: 'Satoshis that arrived.' },
      time: { type: 'text', max: 30, doc: 'When: ISO 8601.' },
      payment_hash: { type: 'text', max: 64, doc: 'Of the payment.' },
    },
  },
  public_url: { type: 'text', max: 2048, doc: 'Its page, while it is open or paid.', by: 'server', optional: true },
  ...BRAND_FIELDS,
} as const satisfies Shape

export const TABLES = {
  /** The assigned numbers, so that none is assigned twice, not even after a deletion. */
  series: {
    year: { type: 'text', max: 4, doc: 'The year.', unique: 'wallet' },
    last: { type: 'int', doc: 'The last number of it.' },
  },
} as const satisfies Record<string, Shape>

export type InvoiceCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type InvoiceItem = Item<typeof FIELDS>
export type InvoiceDraft = Row<typeof FIELDS>
