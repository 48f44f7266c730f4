import { BRAND_FIELDS } from '@satchel/extension-sdk/brand-fields'
import type { Ctx } from '@satchel/extension-sdk/context'
import { PICTURE } from '@satchel/extension-sdk/pictures/picture'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

/** A till. */
export const FIELDS = {
  name: { type: 'text', min: 1, max: 64, doc: 'Name of the till for customers and payments.', show: 'public' },
  currency: { type: 'currency', doc: 'Currency of all prices: `sat` or an ISO 4217 code.', show: 'public' },
  tip_options: {
    type: 'list',
    of: { scalar: 'int', as: 'percent', min: 0, max: 100 },
    maxItems: 8,
    doc: 'Tips to choose from, percent. Empty: no tips.',
    default: [],
    show: 'public',
  },
  tip_wallet: {
    type: 'walletRef',
    doc: 'Wallet of yours that tips are moved to; absent = they stay in this one.',
    optional: true,
  },
  tax_inclusive: { type: 'bool', doc: 'True: prices include tax.', default: true, show: 'public' },
  tax_default: {
    type: 'percent',
    doc: 'Tax of items without their own, percent.',
    default: 0,
    show: 'public',
  },
  items: {
    type: 'list',
    maxItems: 500,
    doc: 'Items for sale; each title once.',
    default: [],
    show: 'public',
    of: {
      title: { type: 'text', min: 1, max: 120, doc: 'Title of the item.' },
      price: { type: 'money', doc: 'Price of one, in the currency.' },
      tax: { type: 'percent', doc: 'Tax, percent; default `tax_default`.', optional: true },
      categories: {
        type: 'list',
        of: { scalar: 'text', max: 40 },
        maxItems: 8,
        doc: 'Categories: tabs of the till that show the item.',
        optional: true,
      },
      image: {
        ...PICTURE,
        doc: 'Picture: an https URL, or PNG, JPEG, GIF or WebP of at most 20 kB as `data:` URL. All pictures of a till have at most 512 kB as text.',
        optional: true,
      },
      description: { type: 'text', as: 'line', max: 500, doc: 'Line below the title.', optional: true },
      disabled: { type: 'bool', doc: 'True: not for sale.', default: false },
    },
  },
  business_name: { type: 'text', max: 120, doc: 'Business name on receipts.', optional: true, show: 'public' },
  business_address: {
    type: 'text',
    as: 'lines',
    max: 300,
    doc: 'Business address on receipts; line breaks are kept.',
    optional: true,
    show: 'public',
  },
  vat_id: { type: 'text', max: 40, doc: 'VAT number on receipts.', optional: true, show: 'public' },
  receipt: { type: 'bool', doc: 'True: offers receipts.', default: false, show: 'public' },
  timezone: {
    type: 'text',
    as: 'timezone',
    max: 64,
    doc: 'IANA time zone of the shop, for days, receipts and exports: `Europe/Berlin`; default UTC.',
    optional: true,
    show: 'public',
  },
  language: {
    type: 'text',
    max: 2,
    oneOf: ['en', 'de', 'es', 'ar'],
    doc: 'Language of receipts and day closings; absent = that of their reader.',
    optional: true,
    show: 'public',
  },
  forward_address: {
    type: 'target',
    doc: 'Target that takings are forwarded to, without tips that are moved: a Lightning address, an LNURL or another wallet of yours.',
    optional: true,
  },
  forward_cut: { type: 'percent', doc: 'Percent of the takings that is not forwarded.', default: 0 },
  withdraw_limit: {
    type: 'sat',
    min: 1,
    doc: 'Maximum cash-outs per day (UTC), satoshis with routing fees; absent = no cash-outs.',
    optional: true,
  },
  withdraw_between: {
    type: 'int',
    min: 0,
    max: 1440,
    as: 'minutes',
    doc: 'Minimum time between two cash-outs, minutes.',
    default: 10,
  },
  withdraw_premium: {
    type: 'percent',
    max: 50,
    doc: 'Fee of a cash-out, percent; shown to the customer.',
    default: 0,
  },
  withdrawn_today: {
    type: 'sat',
    doc: 'Amount cashed out or offered today (UTC), satoshis.',
    by: 'server',
    default: 0,
  },
  withdrawn_on: { type: 'date', doc: 'Day of the last cash-out, UTC.', by: 'server', optional: true },
  offered: { type: 'sat', doc: 'Amount of cash-outs offered but not claimed, satoshis.', by: 'server', default: 0 },
  held: {
    type: 'sat',
    doc: 'Amount of tips and forwards that wait for a retry, satoshis.',
    by: 'server',
    default: 0,
  },
  last_receipt: { type: 'int', doc: 'Number of the newest receipt.', by: 'server', optional: true },
  last_closing: { type: 'int', doc: 'Number of the newest day closing.', by: 'server', optional: true },
  terminal_url: { type: 'text', max: 2048, doc: 'URL of the till.', by: 'server', optional: true },
  ...BRAND_FIELDS,
} as const satisfies Shape

export const PAID_BY = ['lightning', 'cash', 'card'] as const
export type PaidBy = (typeof PAID_BY)[number]

const DIGITS = { digits: { type: 'int', doc: 'Decimal places of the smallest unit.' } } as const

/** Net and tax add up to gross. */
const RATES = {
  type: 'list',
  maxItems: 1000,
  of: {
    percent: { type: 'percent', doc: 'Tax rate, percent.' },
    net: { type: 'int', doc: 'Amount without tax, in the smallest unit.' },
    tax: { type: 'int', doc: 'Tax, in the smallest unit.' },
    gross: { type: 'int', doc: 'Amount with tax, in the smallest unit.' },
  },
} as const

export const TABLES = {
  sales: {
    item: { type: 'text', max: 64, doc: 'Id of the till.', index: true },
    payment_hash: {
      type: 'text',
      max: 64,
      doc: 'Payment hash; a sale paid in cash or by card has none.',
      unique: 'instance',
      optional: true,
    },
    state: { type: 'text', max: 8, doc: '`pending` or `paid`.', index: true },
    currency: { type: 'currency', doc: 'Currency of the amounts.' },
    amount: { type: 'money', doc: 'Sum of the items with tax.' },
    tip_amount: { type: 'money', doc: 'Tip.' },
    tax: { type: 'money', doc: 'Tax included in the amount.' },
    total: { type: 'money', doc: 'Total.' },
    sats: { type: 'sat', doc: 'Total, satoshis.' },
    memo: { type: 'text', max: 200, doc: 'Note.' },
    receipt_number: { type: 'int', doc: 'Number of the sale among the paid ones of the till.', optional: true },
    paid_at: { type: 'text', max: 30, doc: 'Time of the payment, ISO 8601.', optional: true },
    paid_by: { type: 'text', max: 9, oneOf: PAID_BY, doc: 'Kind of payment.', optional: true },
    tax_inclusive: { type: 'bool', doc: 'True: the prices of the lines include tax.', optional: true },
    digits: { type: 'int', doc: 'Decimal places of the unit of `taxes`.', optional: true },
    taxes: { ...RATES, doc: 'Amounts by tax rate.', optional: true },
    day_key: {
      type: 'text',
      max: 80,
      doc: 'Till and day of the payment in its time zone.',
      index: true,
      optional: true,
    },
    closing_key: { type: 'text', max: 80, doc: 'Till and number of the day closing.', index: true, optional: true },
    lines: {
      type: 'list',
      maxItems: 200,
      doc: 'Lines of the sale.',
      of: {
        title: { type: 'text', max: 120, doc: 'Title of the item.' },
        quantity: { type: 'int', doc: 'Quantity.' },
        price: { type: 'money', doc: 'Price of one.' },
        tax: { type: 'percent', doc: 'Tax, percent.' },
      },
    },
  },
  /** Closed days: the sums of their sales, which never change again. */
  closings: {
    item: { type: 'text', max: 64, doc: 'Id of the till.', index: true },
    number: { type: 'int', doc: 'Number of the closing.' },
    since: { type: 'text', max: 30, doc: 'Time of the closing before, ISO 8601.', optional: true },
    closed_at: { type: 'text', max: 30, doc: 'Time of the closing, ISO 8601.' },
    sales: { type: 'int', doc: 'Number of sales.' },
    first_receipt: { type: 'int', doc: 'Lowest receipt number.' },
    last_receipt: { type: 'int', doc: 'Highest receipt number.' },
    taxes: {
      ...RATES,
      of: { currency: { type: 'currency', doc: 'Currency.' }, ...DIGITS, ...RATES.of },
      doc: 'Amounts by currency and tax rate.',
    },
    payments: {
      type: 'list',
      maxItems: 1000,
      doc: 'Amounts by currency and kind of payment.',
      of: {
        currency: { type: 'currency', doc: 'Currency.' },
        ...DIGITS,
        paid_by: { type: 'text', max: 9, oneOf: PAID_BY, doc: 'Kind of payment.' },
        sales: { type: 'int', doc: 'Number of sales.' },
        gross: { type: 'int', doc: 'Amount without tips, in the smallest unit.' },
        tip: { type: 'int', doc: 'Tips, in the smallest unit.' },
        sats: { type: 'sat', doc: 'Received, satoshis.' },
      },
    },
  },
  /** Forwarded parts of sales: tips and forwards. */
  moves: {
    item: { type: 'text', max: 64, doc: 'Id of the till.', index: true },
    payment_hash: { type: 'text', max: 64, doc: 'Payment hash of the sale.', index: true },
    purpose: { type: 'text', max: 8, doc: '`tip` or `forward`.' },
    sats: { type: 'sat', doc: 'Amount, satoshis.' },
    state: { type: 'text', max: 8, doc: '`moving`, `held`, `moved` or `kept`.', index: true },
    tries: { type: 'int', doc: 'Number of attempts.' },
    retry_at: { type: 'int', doc: 'Time of the next retry, Unix seconds.' },
    error: { type: 'text', as: 'reason', max: 300, doc: 'Reason of the last failure.', optional: true },
  },
  /** Cash-outs. */
  charges: {
    item: { type: 'text', max: 64, doc: 'Id of the till.', index: true },
    state: { type: 'text', max: 8, doc: '`open`, `claimed`, `paid`, `failed` or `expired`.', index: true },
    k1: { type: 'text', max: 64, doc: 'Secret of the LNURL-withdraw offer.', atRest: 'sealed' },
    amount: { type: 'money', doc: 'Cash handed in, in the currency.' },
    premium: { type: 'percent', doc: 'Fee, percent.' },
    sats: { type: 'sat', doc: 'Payout, satoshis.' },
    max_fee: { type: 'sat', doc: 'Limit for routing fees while in flight, satoshis.', optional: true },
    day: { type: 'date', doc: 'Day whose limit it counts against.' },
    expires_at: { type: 'int', doc: 'When the offer expires, Unix seconds.' },
  },
} as const satisfies Record<string, Shape>

export type TposCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes, listRoute, lnurlWithdrawRoutes } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type Till = Item<typeof FIELDS>
export type TillDraft = Row<typeof FIELDS>
export type Sale = Item<typeof TABLES.sales>
export type Move = Item<typeof TABLES.moves>
export type Closing = Item<typeof TABLES.closings>
export type Charge = Item<typeof TABLES.charges>
