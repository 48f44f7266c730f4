import type { Ctx } from '@satchel/extension-sdk/context'
import { dayIn } from '@satchel/extension-sdk/instant'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
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
  card_name: { type: 'text', min: 1, max: 64, doc: 'Name of the card.' },
  uid: {
    type: 'text',
    as: 'code',
    max: 14,
    pattern: '^[0-9a-fA-F]{14}$',
    doc: 'The UID of the chip, 14 hex digits.',
    unique: 'instance',
    taken: 'body.uid: this card is registered already.',
  },
  tx_limit: { type: 'sat', min: 1, doc: 'Maximum per tap, satoshis.' },
  daily_limit: {
    type: 'sat',
    min: 1,
    doc: 'Maximum per day (in `timezone`), satoshis with routing fees. At least `tx_limit`.',
  },
  pin_limit: {
    type: 'sat',
    min: 0,
    doc: 'From this amount on, satoshis, a payment needs the PIN; 0 = every payment. Absent or null: no PIN.',
    optional: true,
  },
  pin: {
    type: 'text',
    as: 'code',
    min: 4,
    max: 8,
    pattern: '^[0-9]{4,8}$',
    doc: 'PIN of the card, 4 to 8 digits. Required with `pin_limit`, and removed with it.',
    optional: true,
    atRest: 'password',
  },
  enable: { type: 'bool', doc: 'False: the card does not pay.', default: true },
  timezone: {
    type: 'text',
    as: 'timezone',
    max: 64,
    doc: 'IANA time zone in which a day begins: `Europe/Rome`.',
    default: 'UTC',
  },
  k0: { ...KEY, doc: 'Key 0 (changes the card), 32 hex digits; generated if absent.' },
  k1: { ...KEY, doc: 'Key 1 (encrypts UID and counter), 32 hex digits; generated if absent.' },
  k2: { ...KEY, doc: 'Key 2 (signs a tap), 32 hex digits; generated if absent.' },
  prev_k0: { ...OLD_KEY, doc: 'Key 0 before the last change.' },
  prev_k1: { ...OLD_KEY, doc: 'Key 1 before the last change.' },
  prev_k2: { ...OLD_KEY, doc: 'Key 2 before the last change.' },
  external_id: {
    type: 'text',
    max: 64,
    doc: 'Id of the card in the address written to it.',
    by: 'server',
    optional: true,
    unique: 'instance',
  },
  counter: { type: 'int', doc: 'Counter of the last tap; the next one must be higher.', by: 'server', default: 0 },
  otp: {
    type: 'text',
    max: 64,
    doc: 'One-time code that gives the keys to the programming app, within 10 minutes: `/boltcards/auth?a=…`.',
    by: 'server',
    optional: true,
    show: 'once',
    index: true,
  },
  otp_expires_at: { type: 'int', doc: 'When the `otp` expires, Unix seconds.', by: 'server', optional: true },
  spent_today: { type: 'sat', doc: 'Paid or in flight today (in `timezone`), satoshis.', by: 'server', default: 0 },
  spent_on: { type: 'date', doc: 'Last day with a payment.', by: 'server', optional: true },
  wrong_pins: {
    type: 'int',
    doc: 'Wrong PINs in a row; the third one disables the card.',
    by: 'server',
    optional: true,
  },
  off_reason: {
    type: 'text',
    as: 'reason',
    max: 200,
    doc: 'Why the service has disabled the card. Removed when you enable it.',
    by: 'server',
    optional: true,
  },
  last_tap_at: { type: 'text', max: 30, doc: 'Time of the last tap, ISO 8601.', by: 'server', optional: true },
} as const satisfies Shape

export const TABLES = {
  /** One row for each good tap; its id is the `k1` of the offer. */
  hits: {
    item: { type: 'text', max: 64, doc: 'Id of the card.', index: true },
    old_counter: { type: 'int', doc: 'Counter before the tap.' },
    new_counter: { type: 'int', doc: 'Counter at the tap.' },
    amount: { type: 'sat', doc: 'Amount paid, satoshis; 0 = nothing.' },
    fee: { type: 'sat', doc: 'Routing fee, satoshis: the limit while in flight, then the actual fee.', optional: true },
    refunded: { type: 'sat', doc: 'Amount refunded, satoshis.' },
    state: { type: 'text', max: 10, oneOf: ['open', 'reserved', 'paid', 'failed'], doc: 'State of the tap.' },
    day: { type: 'date', doc: 'Day on which the amount counts.' },
  },
  refunds: {
    item: { type: 'text', max: 64, doc: 'Id of the card.', index: true },
    hit: { type: 'text', max: 64, doc: 'Id of the tap.' },
    payment_hash: { type: 'text', max: 64, doc: 'Hash of the refund payment.', unique: 'instance' },
    amount: { type: 'sat', doc: 'Amount refunded, satoshis.' },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type Card = Item<typeof FIELDS>
export type CardCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, listRoute, lnurlPayRoutes, lnurlWithdrawCallback } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type Hit = Item<(typeof TABLES)['hits']>

/** `2026-11-20`, in the card's time zone. */
export const dayOf = (ctx: Pick<CardCtx, 'now'>, { timezone }: Pick<Card, 'timezone'>): string =>
  dayIn(timezone, ctx.now())

/** The amount that counts against today's limit: paid and reserved. */
export const spentToday = (card: Card, ctx: Pick<CardCtx, 'now'>): number =>
  card.spent_on === dayOf(ctx, card) ? card.spent_today : 0

export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()
