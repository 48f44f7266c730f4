import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

const KEY = {
  type: 'text',
  as: 'code',
  max: 32,
  pattern: '^[0-9a-fA-F]{32}$',
  optional: true,
  show: 'admin',
  atRest: 'sealed',
} as const
const OLD_KEY = { type: 'text', max: 32, by: 'server', optional: true, show: 'admin', atRest: 'sealed' } as const

/** A card. */
export const FIELDS = {
  card_name: { type: 'text', min: 1, max: 64, doc: 'What its owner calls it.' },
  uid: {
    type: 'text',
    as: 'code',
    max: 14,
    pattern: '^[0-9a-fA-F]{14}$',
    doc: 'The UID of the chip, 14 hex digits.',
    unique: 'instance',
    taken: 'body.uid: this card is registered already.',
  },
  tx_limit: { type: 'sat', min: 1, doc: 'The most that one tap pays, satoshis.' },
  daily_limit: {
    type: 'sat',
    min: 1,
    doc: 'The most that it pays a day (in `timezone`), satoshis, routing fees included. At least tx_limit.',
  },
  enable: { type: 'bool', doc: 'False: it pays nothing.', default: true },
  timezone: {
    type: 'text',
    as: 'timezone',
    max: 64,
    doc: 'Where its days begin: an IANA name, `Europe/Rome`.',
    default: 'UTC',
  },
  k0: { ...KEY, doc: 'The key that changes the card, 32 hex digits; made when it is left out.' },
  k1: { ...KEY, doc: 'The key that hides UID and counter; made when it is left out.' },
  k2: { ...KEY, doc: 'The key that signs a tap; made when it is left out.' },
  prev_k0: { ...OLD_KEY, doc: 'k0 before the last change.' },
  prev_k1: { ...OLD_KEY, doc: 'k1 before the last change.' },
  prev_k2: { ...OLD_KEY, doc: 'k2 before the last change.' },
  external_id: {
    type: 'text',
    max: 64,
    doc: 'Names the card in the address that is written on it.',
    by: 'server',
    optional: true,
    unique: 'instance',
  },
  counter: { type: 'int', doc: 'Of the last tap: each has to be higher.', by: 'server', default: 0 },
  otp: {
    type: 'text',
    max: 64,
    doc: 'Hands the keys to a programmer, once, within 10 minutes: `/boltcards/auth?a=…`.',
    by: 'server',
    optional: true,
    show: 'once',
    index: true,
  },
  otp_expires_at: { type: 'int', doc: 'Until when: Unix seconds.', by: 'server', optional: true },
  spent_today: { type: 'sat', doc: 'Paid or in flight today (in `timezone`), satoshis.', by: 'server', default: 0 },
  spent_on: { type: 'date', doc: 'The last day on which it paid.', by: 'server', optional: true },
  last_tap_at: { type: 'text', max: 30, doc: 'ISO 8601.', by: 'server', optional: true },
} as const satisfies Shape

export const TABLES = {
  /** One row for each good tap; its id is the `k1` of the offer. */
  hits: {
    item: { type: 'text', max: 64, doc: 'The card.', index: true },
    old_counter: { type: 'int', doc: 'Before the tap.' },
    new_counter: { type: 'int', doc: 'With the tap.' },
    amount: { type: 'sat', doc: 'What was taken; 0 = nothing.' },
    fee: { type: 'sat', doc: 'What routing may cost, and has cost when it is paid.', optional: true },
    refunded: { type: 'sat', doc: 'What came back of it.' },
    state: { type: 'text', max: 10, oneOf: ['open', 'reserved', 'paid', 'failed'], doc: 'How it stands.' },
    day: { type: 'date', doc: 'On which it counts.' },
  },
  refunds: {
    item: { type: 'text', max: 64, doc: 'The card.', index: true },
    hit: { type: 'text', max: 64, doc: 'The tap.' },
    payment_hash: { type: 'text', max: 64, doc: 'Of the payment.', unique: 'instance' },
    amount: { type: 'sat', doc: 'Satoshis.' },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type Card = Item<typeof FIELDS>
export type CardCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, listRoute, lnurlPayRoutes, lnurlWithdrawCallback } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type Hit = Item<(typeof TABLES)['hits']>

/** `2026-11-20`, in the card's time zone. */
export const dayOf = (ctx: Pick<CardCtx, 'now'>, { timezone }: Pick<Card, 'timezone'>): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    ctx.now(),
  )

/** The amount that counts against today's limit: paid and reserved. */
export const spentToday = (card: Card, ctx: Pick<CardCtx, 'now'>): number =>
  card.spent_on === dayOf(ctx, card) ? card.spent_today : 0

export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()
