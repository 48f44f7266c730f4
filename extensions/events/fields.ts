import { BRAND_FIELDS } from '@satchel/extension-sdk/brand-fields'
import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** An event. */
export const FIELDS = {
  name: { type: 'text', min: 1, max: 100, doc: 'Title of the event.', show: 'public' },
  info: {
    type: 'text',
    as: 'lines',
    max: 5000,
    doc: 'Description for visitors. Line breaks are kept.',
    show: 'public',
  },
  closing_date: { type: 'date', doc: 'Last day of sale, in `timezone`.', show: 'public' },
  event_start_date: { type: 'date', doc: 'First day of the event; not before `closing_date`.', show: 'public' },
  event_end_date: { type: 'date', doc: 'Last day of the event.', show: 'public' },
  timezone: {
    type: 'text',
    as: 'timezone',
    max: 64,
    doc: 'IANA time zone: `Europe/Lisbon`.',
    default: 'UTC',
    show: 'public',
  },
  amount_tickets: {
    type: 'int',
    min: 1,
    max: 100_000,
    doc: 'Number of tickets; at least `sold` plus `reserved`.',
    show: 'public',
  },
  price_per_ticket: { type: 'money', doc: 'Price per ticket, in `currency`; 0 = free.', show: 'public' },
  currency: {
    type: 'currency',
    doc: 'Currency: `sat` or a code of `GET /api/v1/currencies`.',
    default: 'sat',
    show: 'public',
  },
  banner: { type: 'url', doc: 'URL (https) of a picture for the page.', optional: true, show: 'public' },
  promo_codes: {
    type: 'list',
    of: {
      code: { type: 'text', min: 1, max: 40, doc: 'Discount code; not case-sensitive.' },
      discount_percent: { type: 'int', as: 'percent', min: 1, max: 100, doc: 'Discount, percent.' },
      active: { type: 'bool', doc: 'False: the code is rejected.', default: true },
      max_uses: { type: 'int', min: 1, max: 100_000, doc: 'Maximum orders; absent = unlimited.', optional: true },
    },
    maxItems: 50,
    doc: 'Discount codes.',
    default: [],
    show: 'admin',
  },
  conditional: {
    type: 'bool',
    doc: 'True: the event takes place only if `min_tickets` are sold by the closing date; otherwise it is cancelled and refunded.',
    default: false,
    show: 'public',
  },
  min_tickets: {
    type: 'int',
    min: 1,
    max: 100_000,
    doc: 'Tickets needed if `conditional`.',
    optional: true,
    show: 'public',
  },
  max_per_order: {
    type: 'int',
    min: 1,
    max: 100,
    doc: 'Maximum tickets per order.',
    default: 10,
    show: 'public',
  },
  mail_text: {
    type: 'text',
    as: 'lines',
    max: 2000,
    doc: 'Text added to the email with the tickets.',
    optional: true,
  },
  canceled: {
    type: 'bool',
    doc: 'True: cancels the event and refunds each paid ticket. Cannot be undone.',
    default: false,
    show: 'public',
  },
  sold: { type: 'int', doc: 'Tickets paid, or taken if free.', by: 'server', default: 0, show: 'public' },
  reserved: { type: 'int', doc: 'Tickets in orders that can still be paid.', by: 'server', default: 0, show: 'public' },
  received_sat: { type: 'sat', doc: 'Total received, satoshis.', by: 'server', default: 0 },
  refunded_sat: { type: 'sat', doc: 'Total of refunds paid or in flight, satoshis.', by: 'server', default: 0 },
  refunds: {
    type: 'text',
    max: 10,
    oneOf: ['none', 'running', 'owed', 'done'],
    doc: 'Refunds of a cancelled event: `running` while tickets are processed, `owed` while a refund is in flight or waits for a retry or an address, `done` when all are paid.',
    by: 'server',
    default: 'none',
    index: true,
  },
  decision: {
    type: 'text',
    max: 10,
    oneOf: ['none', 'open', 'made'],
    doc: 'Decision on a conditional event: `open` until it is `made`; `none` for other events.',
    by: 'server',
    default: 'none',
    index: true,
  },
  promo_uses: {
    type: 'list',
    of: {
      code: { type: 'text', max: 40, doc: 'Discount code.' },
      used: { type: 'int', doc: 'Number of orders with the code.' },
    },
    maxItems: 1000,
    doc: 'Uses of each discount code, reserved orders included.',
    by: 'server',
    default: [],
    show: 'admin',
  },
  ...BRAND_FIELDS,
} as const satisfies Shape

export const TABLES = {
  /** An order becomes tickets only when it is paid. Only the buyer knows its id. */
  orders: {
    item: { type: 'text', max: 64, doc: 'Id of the event.', index: true },
    stage: {
      type: 'text',
      max: 10,
      oneOf: ['pending', 'paid', 'released'],
      doc: 'State of the order. `pending`: its tickets are reserved; `released`: no longer reserved.',
      index: true,
    },
    name: { type: 'text', max: 100, doc: 'Name of the buyer.' },
    email: { type: 'text', max: 254, doc: 'Email address of the buyer.' },
    language: { type: 'text', max: 10, doc: 'Language of emails to the buyer.', optional: true },
    quantity: { type: 'int', doc: 'Number of tickets.' },
    visitor: { type: 'text', max: 64, doc: 'IP address; deleted at payment.', optional: true, index: true },
    promo: { type: 'text', max: 40, doc: 'Discount code, lower case.', optional: true },
    refund_address: { type: 'target', doc: 'Lightning address or LNURL for a refund.', optional: true },
    payment_hash: { type: 'text', max: 64, doc: 'Payment hash of the invoice; none = free.', optional: true },
    expires_at: { type: 'int', doc: 'When the reservation expires, Unix seconds.' },
    asked: { type: 'bool', doc: 'True: the buyer was asked for a refund address.', default: false },
  },
  /** Links for staff. */
  doors: {
    item: { type: 'text', max: 64, doc: 'Id of the event.', index: true },
    secret: { type: 'text', max: 64, doc: 'Secret of the door link (URL fragment).', atRest: 'hashed', index: true },
  },
  tickets: {
    item: { type: 'text', max: 64, doc: 'Id of the event.', index: true },
    order: { type: 'text', max: 64, doc: 'Id of the order.', index: true },
    name: { type: 'text', max: 100, doc: 'Name of the buyer.' },
    email: { type: 'text', max: 254, doc: 'Email address of the buyer.' },
    sat: { type: 'sat', doc: 'Price paid, satoshis.' },
    registered_at: { type: 'int', doc: 'Time of the check-in, Unix seconds.', optional: true },
    refund_address: { type: 'target', doc: 'Lightning address or LNURL for a refund.', optional: true },
    /** The event's id while a cancellation would refund this ticket. */
    refundable: { type: 'text', max: 64, doc: 'Id of the event.', optional: true, index: true },
    refund: {
      type: 'text',
      max: 10,
      oneOf: ['due', 'sent', 'waiting', 'address', 'failed', 'paid'],
      doc: 'State of the refund: `waiting` for the next retry or for an `address`; `failed` = given up; absent = valid ticket.',
      optional: true,
      index: true,
    },
    tries: { type: 'int', doc: 'Number of failed refunds; part of the name of the next one.', default: 0 },
    failures: { type: 'int', doc: 'Number of failed refunds since the address was set.', default: 0 },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type Event = Item<typeof FIELDS>
export type Order = Item<typeof TABLES.orders>
export type Ticket = Item<typeof TABLES.tickets>
export type EventsCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes, listRoute } = routeBuilders<typeof FIELDS, typeof TABLES>()
