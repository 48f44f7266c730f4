import { BRAND_FIELDS } from '@satchel/extension-sdk/brand-fields'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** An event. */
export const FIELDS = {
  name: { type: 'text', min: 1, max: 100, doc: 'What it is called.', show: 'public' },
  info: {
    type: 'text',
    as: 'lines',
    max: 5000,
    doc: 'What visitors should know. Line breaks are kept.',
    show: 'public',
  },
  closing_date: { type: 'date', doc: 'The last day on which tickets are sold, in `timezone`.', show: 'public' },
  event_start_date: { type: 'date', doc: 'Its first day; not before `closing_date`.', show: 'public' },
  event_end_date: { type: 'date', doc: 'Its last day.', show: 'public' },
  timezone: {
    type: 'text',
    as: 'timezone',
    max: 64,
    doc: 'IANA name: `Europe/Lisbon`.',
    default: 'UTC',
    show: 'public',
  },
  amount_tickets: {
    type: 'int',
    min: 1,
    max: 100_000,
    doc: 'How many tickets there are. Never less than `sold` and `reserved` together.',
    show: 'public',
  },
  price_per_ticket: { type: 'money', doc: 'In `currency`; 0 = free.', show: 'public' },
  currency: {
    type: 'currency',
    doc: '`sat`, or a currency of `GET /api/v1/currencies`.',
    default: 'sat',
    show: 'public',
  },
  banner: { type: 'url', doc: 'A picture (https) for the page.', optional: true, show: 'public' },
  promo_codes: {
    type: 'list',
    of: {
      code: { type: 'text', min: 1, max: 40, doc: 'What buyers type, in letters of any case.' },
      discount_percent: { type: 'int', as: 'percent', min: 1, max: 100, doc: 'How much less.' },
      active: { type: 'bool', doc: 'False: not accepted now.', default: true },
      max_uses: { type: 'int', min: 1, max: 100_000, doc: 'In how many orders; absent = any number.', optional: true },
    },
    maxItems: 50,
    doc: 'Discounts.',
    default: [],
    show: 'admin',
  },
  conditional: {
    type: 'bool',
    doc: 'Takes place only if `min_tickets` are sold by the closing date; else it is canceled and refunded.',
    default: false,
    show: 'public',
  },
  min_tickets: { type: 'int', min: 1, max: 100_000, doc: 'For `conditional`.', optional: true, show: 'public' },
  max_per_order: {
    type: 'int',
    min: 1,
    max: 100,
    doc: 'How many tickets one order may have.',
    default: 10,
    show: 'public',
  },
  mail_text: {
    type: 'text',
    as: 'lines',
    max: 2000,
    doc: 'Added to the mail that brings the tickets.',
    optional: true,
  },
  canceled: {
    type: 'bool',
    doc: 'Set it to true to cancel the event: every paid ticket is refunded. It cannot be undone.',
    default: false,
    show: 'public',
  },
  sold: { type: 'int', doc: 'Tickets that are paid, or free and taken.', by: 'server', default: 0, show: 'public' },
  reserved: { type: 'int', doc: 'Tickets in orders that can still be paid.', by: 'server', default: 0, show: 'public' },
  received_sat: { type: 'sat', doc: 'What has been paid for tickets, satoshis.', by: 'server', default: 0 },
  refunded_sat: { type: 'sat', doc: 'What is refunded, or being refunded, satoshis.', by: 'server', default: 0 },
  refunds: {
    type: 'text',
    max: 10,
    oneOf: ['none', 'running', 'owed', 'done'],
    doc: 'Of a canceled event: `running` until every ticket has been processed, `owed` as long as a refund is in flight, or waits for the next try or for an address, `done` when nothing is owed.',
    by: 'server',
    default: 'none',
    index: true,
  },
  decision: {
    type: 'text',
    max: 10,
    oneOf: ['none', 'open', 'made'],
    doc: 'Whether it is still to be decided if a conditional event takes place.',
    by: 'server',
    default: 'none',
    index: true,
  },
  promo_uses: {
    type: 'list',
    of: { code: { type: 'text', max: 40, doc: 'The code.' }, used: { type: 'int', doc: 'In how many orders.' } },
    maxItems: 1000,
    doc: 'How often each code is used, reserved orders included.',
    by: 'server',
    default: [],
    show: 'admin',
  },
  ...BRAND_FIELDS,
} as const satisfies Shape

export const TABLES = {
  /** An order becomes tickets only when it is paid. Only the buyer knows its id. */
  orders: {
    item: { type: 'text', max: 64, doc: 'The event.', index: true },
    stage: {
      type: 'text',
      max: 10,
      oneOf: ['pending', 'paid', 'released'],
      doc: '`pending` has its tickets reserved, `released` has not any more.',
      index: true,
    },
    name: { type: 'text', max: 100, doc: 'The buyer.' },
    email: { type: 'text', max: 254, doc: 'The buyer’s.' },
    language: { type: 'text', max: 10, doc: 'Of the mails to the buyer.', optional: true },
    quantity: { type: 'int', doc: 'How many tickets.' },
    visitor: { type: 'text', max: 64, doc: 'The address it came from, until it is paid.', optional: true, index: true },
    promo: { type: 'text', max: 40, doc: 'The code, lower case.', optional: true },
    refund_address: { type: 'target', doc: 'Where a refund goes.', optional: true },
    payment_hash: { type: 'text', max: 64, doc: 'Of its invoice; none = free.', optional: true },
    expires_at: { type: 'int', doc: 'Of the reservation: Unix seconds.' },
    asked: { type: 'bool', doc: 'The buyer has been asked where to refund to.', default: false },
  },
  /** Links for the people at the door. */
  doors: {
    item: { type: 'text', max: 64, doc: 'The event.', index: true },
    secret: { type: 'text', max: 64, doc: 'What the link carries behind the #.', atRest: 'hashed', index: true },
  },
  tickets: {
    item: { type: 'text', max: 64, doc: 'The event.', index: true },
    order: { type: 'text', max: 64, doc: 'Its order.', index: true },
    name: { type: 'text', max: 100, doc: 'The buyer.' },
    email: { type: 'text', max: 254, doc: 'The buyer’s.' },
    sat: { type: 'sat', doc: 'What it cost, satoshis.' },
    registered_at: { type: 'int', doc: 'When it was scanned: Unix seconds.', optional: true },
    refund_address: { type: 'target', doc: 'Where its refund goes.', optional: true },
    /** The event's id while a cancellation would refund this ticket. */
    refundable: { type: 'text', max: 64, doc: 'The event.', optional: true, index: true },
    refund: {
      type: 'text',
      max: 10,
      oneOf: ['due', 'sent', 'waiting', 'address', 'failed', 'paid'],
      doc: '`waiting` for the next try, for an `address`; `failed` = given up; absent = a ticket to enter with.',
      optional: true,
      index: true,
    },
    tries: { type: 'int', doc: 'How many refunds of it have failed: names the next one.', default: 0 },
    failures: { type: 'int', doc: 'The same, since its address was given.', default: 0 },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type Event = Item<typeof FIELDS>
export type Order = Item<typeof TABLES.orders>
export type Ticket = Item<typeof TABLES.tickets>
export type EventsCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes, listRoute } = routeBuilders<typeof FIELDS, typeof TABLES>()
