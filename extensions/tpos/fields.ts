import { BRAND_FIELDS } from '@satchel/extension-sdk/brand-fields'
import { PICTURE } from '@satchel/extension-sdk/pictures/picture'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

/** A till. */
export const FIELDS = {
  name: { type: 'text', min: 1, max: 64, doc: 'Its name: what customers and the payment say.', show: 'public' },
  currency: { type: 'currency', doc: 'Of all its prices: sat or an ISO 4217 code.', show: 'public' },
  tip_options: {
    type: 'list',
    of: { scalar: 'int', as: 'percent', min: 0, max: 100 },
    maxItems: 8,
    doc: 'Tips to choose from, percent; empty: tips are not asked for.',
    default: [],
    show: 'public',
  },
  tip_wallet: {
    type: 'walletRef',
    doc: 'Another wallet of yours that tips are moved to; without it they stay.',
    optional: true,
  },
  tax_inclusive: { type: 'bool', doc: 'Prices include their tax.', default: true, show: 'public' },
  tax_default: {
    type: 'percent',
    doc: 'Tax of what names none, percent.',
    default: 0,
    show: 'public',
  },
  items: {
    type: 'list',
    maxItems: 500,
    doc: 'What is sold. No two have the same title.',
    default: [],
    show: 'public',
    of: {
      title: { type: 'text', min: 1, max: 120, doc: 'Its name.' },
      price: { type: 'money', doc: 'Of one, in the currency.' },
      tax: { type: 'percent', doc: 'Percent of tax; default `tax_default`.', optional: true },
      categories: {
        type: 'list',
        of: { scalar: 'text', max: 40 },
        maxItems: 8,
        doc: 'The tabs of the till it stands under.',
        optional: true,
      },
      image: {
        ...PICTURE,
        doc: 'A picture: an https address, or PNG, JPEG, GIF or WebP of at most 20 kB as `data:` URL. All of a till have at most 512 kB as text.',
        optional: true,
      },
      description: { type: 'text', as: 'line', max: 500, doc: 'A line below its name.', optional: true },
      disabled: { type: 'bool', doc: 'Not for sale now.', default: false },
    },
  },
  business_name: { type: 'text', max: 120, doc: 'On receipts.', optional: true, show: 'public' },
  business_address: {
    type: 'text',
    as: 'lines',
    max: 300,
    doc: 'On receipts; line breaks are kept.',
    optional: true,
    show: 'public',
  },
  vat_id: { type: 'text', max: 40, doc: 'On receipts.', optional: true, show: 'public' },
  receipt: { type: 'bool', doc: 'Receipts are offered.', default: false, show: 'public' },
  forward_address: {
    type: 'target',
    doc: 'Where takings are forwarded to, without the tip where that is moved: a Lightning address, an LNURL or another wallet of yours.',
    optional: true,
  },
  forward_cut: { type: 'percent', doc: 'Percent of the takings that stay here.', default: 0 },
  withdraw_limit: {
    type: 'sat',
    min: 1,
    doc: 'Satoshis that may be cashed out in a day (UTC), routing fees included; without it, nothing.',
    optional: true,
  },
  withdraw_between: {
    type: 'int',
    min: 0,
    max: 1440,
    as: 'minutes',
    doc: 'Minutes that have to pass between two cash-outs.',
    default: 10,
  },
  withdraw_premium: {
    type: 'percent',
    max: 50,
    doc: 'Percent of a cash-out that stay here; shown to the customer.',
    default: 0,
  },
  withdrawn_today: {
    type: 'sat',
    doc: 'Satoshis cashed out today (UTC), those that are offered now included.',
    by: 'server',
    default: 0,
  },
  withdrawn_on: { type: 'date', doc: 'The day of the last cash-out, UTC.', by: 'server', optional: true },
  offered: { type: 'sat', doc: 'Satoshis offered in cash-outs that are not claimed yet.', by: 'server', default: 0 },
  held: {
    type: 'sat',
    doc: 'Satoshis of tips and forwards that have not arrived yet; they are tried again.',
    by: 'server',
    default: 0,
  },
  last_receipt: { type: 'int', doc: 'The number of its newest receipt.', by: 'server', optional: true },
  terminal_url: { type: 'text', max: 2048, doc: 'The till itself.', by: 'server', optional: true },
  ...BRAND_FIELDS,
} as const satisfies Shape

export const TABLES = {
  sales: {
    item: { type: 'text', max: 64, doc: 'The till.', index: true },
    payment_hash: { type: 'text', max: 64, doc: 'Of its payment.', unique: 'instance' },
    state: { type: 'text', max: 8, doc: 'pending or paid.', index: true },
    currency: { type: 'currency', doc: 'Of its amounts.' },
    amount: { type: 'money', doc: 'Goods with their tax.' },
    tip_amount: { type: 'money', doc: 'The tip.' },
    tax: { type: 'money', doc: 'The tax, in the amount.' },
    total: { type: 'money', doc: 'What was to be paid.' },
    sats: { type: 'sat', doc: 'What was to be paid, satoshis.' },
    memo: { type: 'text', max: 200, doc: 'A note.' },
    receipt_number: { type: 'int', doc: 'Counts the paid sales of the till.', optional: true },
    paid_at: { type: 'text', max: 30, doc: 'When it was paid: ISO 8601.', optional: true },
    lines: {
      type: 'list',
      maxItems: 200,
      doc: 'What was sold.',
      of: {
        title: { type: 'text', max: 120, doc: 'What.' },
        quantity: { type: 'int', doc: 'How many.' },
        price: { type: 'money', doc: 'Of one.' },
        tax: { type: 'percent', doc: 'Percent of tax.' },
      },
    },
  },
  /** Money of sales that goes on: tips and forwards. */
  moves: {
    item: { type: 'text', max: 64, doc: 'The till.', index: true },
    payment_hash: { type: 'text', max: 64, doc: 'Of the sale.', index: true },
    purpose: { type: 'text', max: 8, doc: 'tip or forward.' },
    sats: { type: 'sat', doc: 'How much.' },
    state: { type: 'text', max: 8, doc: 'moving, held, moved, or kept.', index: true },
    tries: { type: 'int', doc: 'How often it was tried.' },
    retry_at: { type: 'int', doc: 'When it is tried again: Unix seconds.' },
    error: { type: 'text', as: 'reason', max: 300, doc: 'Why it did not work.', optional: true },
  },
  /** Cash-outs. */
  charges: {
    item: { type: 'text', max: 64, doc: 'The till.', index: true },
    state: { type: 'text', max: 8, doc: 'open, claimed, paid, failed or expired.', index: true },
    k1: { type: 'text', max: 64, doc: 'Names it to wallets.', atRest: 'sealed' },
    amount: { type: 'money', doc: 'What was handed in.' },
    premium: { type: 'percent', doc: 'What stayed here.' },
    sats: { type: 'sat', doc: 'What is paid out.' },
    max_fee: { type: 'sat', doc: 'The most that routing may cost, while it is in flight.', optional: true },
    day: { type: 'date', doc: 'Whose limit it counts for.' },
    expires_at: { type: 'int', doc: 'Unix seconds.' },
  },
} as const satisfies Record<string, Shape>

export type TposCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes, listRoute, lnurlWithdrawRoutes } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type Till = Item<typeof FIELDS>
export type TillDraft = Row<typeof FIELDS>
export type Sale = Item<typeof TABLES.sales>
export type Move = Item<typeof TABLES.moves>
export type Charge = Item<typeof TABLES.charges>
