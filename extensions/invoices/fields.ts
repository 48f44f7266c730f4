import { BRAND_FIELDS } from '@satchel/extension-sdk/brand-fields'
import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

export const STATUSES = ['draft', 'open', 'paid', 'canceled'] as const

/** A billing document, with its payments. */
export const FIELDS = {
  status: {
    type: 'text',
    max: 8,
    oneOf: STATUSES,
    doc: 'State: draft, open, paid or canceled. A draft can be opened or canceled, an open invoice canceled; only payments make it paid.',
    default: 'draft',
    index: true,
  },
  currency: { type: 'currency', doc: 'Currency of all amounts: `sat` or an ISO 4217 code. Fixed once open.' },
  number: {
    type: 'text',
    min: 1,
    max: 32,
    doc: 'Invoice number, unique in the wallet. Default: the year and the next free number, `2026-0001`.',
    optional: true,
    unique: 'wallet',
    taken: 'body.number: another invoice of this wallet has that number.',
  },
  seller_name: {
    type: 'text',
    max: 200,
    doc: 'Name of the seller. All fields of the seller default to those of the last invoice of the wallet.',
    optional: true,
  },
  seller_address: { type: 'text', as: 'lines', max: 300, doc: 'Address of the seller; multi-line.', optional: true },
  seller_tax_number: { type: 'text', max: 40, doc: 'Tax or VAT number of the seller.', optional: true },
  company_name: { type: 'text', max: 200, doc: 'Company of the customer.', optional: true },
  first_name: { type: 'text', max: 200, doc: 'First name of the customer.', optional: true },
  last_name: { type: 'text', max: 200, doc: 'Last name of the customer.', optional: true },
  email: {
    type: 'text',
    as: 'email',
    max: 200,
    pattern: '^[^@\\s\\u0000-\\u001f]+@[^@\\s\\u0000-\\u001f]+$',
    doc: 'Email address for the receipt when all is paid. Needs mail on this service and a verified address of the account.',
    optional: true,
  },
  phone: { type: 'text', as: 'phone', max: 200, doc: 'Phone number of the customer.', optional: true },
  tax_number: { type: 'text', max: 40, doc: 'Tax or VAT number of the customer.', optional: true },
  address: { type: 'text', as: 'lines', max: 200, doc: 'Address of the customer; multi-line.', optional: true },
  items: {
    type: 'list',
    minItems: 1,
    maxItems: 100,
    doc: 'Line items. Fixed once the invoice is open.',
    of: {
      description: { type: 'text', min: 1, max: 200, doc: 'Description of the item.' },
      amount: { type: 'money', min: 0.01, doc: 'Unit price without tax, in the currency: at least 0.01, or 1 sat.' },
      quantity: { type: 'int', min: 1, max: 1_000_000, doc: 'Quantity.' },
    },
  },
  tax_percent: {
    type: 'percent',
    doc: 'Tax, percent of the sum of the items. Fixed once the invoice is open.',
    default: 0,
  },
  due_at: { type: 'date', doc: 'Due date.', optional: true },
  notes: { type: 'text', as: 'lines', max: 2000, doc: 'Text below the items; line breaks are kept.', optional: true },
  total: { type: 'money', doc: 'Total with tax, in the currency.', by: 'server', default: 0 },
  paid_total: { type: 'money', doc: 'Amount paid, in the currency.', by: 'server', default: 0 },
  overpaid: { type: 'bool', doc: 'True: more than the total was paid.', by: 'server', default: false },
  payments: {
    type: 'list',
    maxItems: 100_000,
    doc: 'Payments, oldest first.',
    by: 'server',
    default: [],
    of: {
      amount: { type: 'money', doc: 'Amount in the currency, at the rate of the Lightning invoice.' },
      sats: { type: 'sat', doc: 'Amount received, satoshis.' },
      time: { type: 'text', max: 30, doc: 'Time of the payment, ISO 8601.' },
      payment_hash: { type: 'text', max: 64, doc: 'Payment hash.' },
    },
  },
  public_url: { type: 'text', max: 2048, doc: 'Invoice page, while open or paid.', by: 'server', optional: true },
  ...BRAND_FIELDS,
} as const satisfies Shape

export const TABLES = {
  /** The assigned numbers, so that none is assigned twice, not even after a deletion. */
  series: {
    year: { type: 'text', max: 4, doc: 'Year of the invoice numbers.', unique: 'wallet' },
    last: { type: 'int', doc: 'Last number used in the year.' },
  },
} as const satisfies Record<string, Shape>

export type InvoiceCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type InvoiceItem = Item<typeof FIELDS>
export type InvoiceDraft = Row<typeof FIELDS>
