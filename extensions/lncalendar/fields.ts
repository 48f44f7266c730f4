import { BRAND_FIELDS } from '@satchel/extension-sdk/brand-fields'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

/** A calendar. */
export const FIELDS = {
  name: { type: 'text', min: 1, max: 64, doc: 'What visitors book.', show: 'public' },
  start_day: { type: 'int', as: 'weekday', min: 0, max: 6, doc: 'First day of the week with slots; 0 = Monday.' },
  end_day: {
    type: 'int',
    as: 'weekday',
    min: 0,
    max: 6,
    doc: 'Last day of the week with slots; before start_day: over the weekend.',
  },
  start_time: { type: 'time', doc: 'When the first slot of a day begins, HH:MM in the time zone.' },
  end_time: {
    type: 'time',
    isEnd: true,
    doc: 'When the last slot of a day has ended at the latest, HH:MM in the time zone. `24:00`, `00:00` and `23:59` are the end of the day.',
  },
  timezone: {
    type: 'text',
    as: 'timezone',
    min: 1,
    max: 64,
    doc: 'IANA time zone, such as Europe/Berlin.',
    default: 'UTC',
    show: 'public',
  },
  slot_minutes: {
    type: 'int',
    as: 'minutes',
    min: 5,
    max: 480,
    doc: 'Length of a slot, minutes.',
    default: 30,
    show: 'public',
  },
  amount: { type: 'money', doc: 'Price of a slot, in currency.', show: 'public' },
  currency: { type: 'currency', doc: 'Of the amount: sat or ISO 4217.', default: 'sat', show: 'public' },
  lead_minutes: {
    type: 'int',
    min: 0,
    max: 525_600,
    as: 'minutes',
    doc: 'How long before its start a slot can be booked at the latest, minutes.',
    default: 60,
  },
  horizon_days: { type: 'int', min: 1, max: 365, doc: 'How far ahead slots can be booked, days.', default: 60 },
  webhook_url: { type: 'url', doc: 'Called (`POST`, JSON, signed, retried) for every paid booking.', optional: true },
  booked_count: { type: 'int', doc: 'Paid bookings.', by: 'server', default: 0 },
  ...BRAND_FIELDS,
} as const satisfies Shape

const MOMENT = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?(Z|[+-]\\d{2}:\\d{2})$'

/** A time in a request or an answer; rows have Unix seconds. */
export const momentField = (doc: string) =>
  ({ type: 'text', max: 40, as: 'moment', pattern: MOMENT, doc: `${doc} ISO 8601.` }) as const

/** What a visitor says of himself. */
export const VISITOR = {
  name: { type: 'text', min: 1, max: 64, doc: 'Who comes.' },
  email: {
    type: 'text',
    max: 254,
    pattern: '^[^\\s@\\u0000-\\u001f]+@[^\\s@\\u0000-\\u001f]+$',
    doc: 'How to reach them.',
    optional: true,
  },
  info: { type: 'text', max: 500, doc: 'What it is about.', optional: true },
} as const satisfies Shape

export const TABLES = {
  /**
   * `held` for the life of the invoice, then `paid` or `lapsed`. `conflict`: paid, but another visitor already had the
   * slot; the owner pays back by hand.
   */
  appointments: {
    item: { type: 'text', max: 64, doc: 'The calendar.', index: true },
    /** Calendar and start: the booking with this value has the slot. */
    slot: {
      type: 'text',
      max: 100,
      doc: 'The slot it occupies.',
      optional: true,
      unique: 'instance',
      taken: 'This slot is taken.',
    },
    /** Calendar and UTC date of the start. */
    day: { type: 'text', max: 100, doc: 'When, to find it by.', index: true },
    payment_hash: { type: 'text', max: 64, doc: 'Of the invoice.', unique: 'instance' },
    visitor: { type: 'text', max: 64, doc: 'The address it came from, until it is paid.', optional: true, index: true },
    ...VISITOR,
    language: { type: 'text', max: 10, doc: 'Of the mail to the visitor.', optional: true },
    start: { type: 'int', doc: 'Unix seconds.' },
    end: { type: 'int', doc: 'Unix seconds.' },
    held_until: { type: 'int', doc: 'Unix seconds.' },
    state: { type: 'text', max: 10, oneOf: ['held', 'paid', 'lapsed', 'conflict'], doc: 'How it stands.', index: true },
  },
  unavailable: {
    item: { type: 'text', max: 64, doc: 'The calendar.', index: true },
    start: { type: 'int', doc: 'Unix seconds.' },
    end: { type: 'int', doc: 'Unix seconds.' },
    name: { type: 'text', max: 64, doc: 'Why, for the owner.' },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type Calendar = Item<typeof FIELDS>
export type CalendarDraft = Row<typeof FIELDS>
export type CalendarCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes, listRoute } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type Appointment = Item<typeof TABLES.appointments>

export const nowOf = (ctx: Pick<CalendarCtx, 'now'>): number => Math.floor(ctx.now() / 1000)
