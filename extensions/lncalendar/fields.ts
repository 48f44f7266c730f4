import { BRAND_FIELDS } from '@satchel/extension-sdk/brand-fields'
import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Row, Shape } from '@satchel/extension-sdk/shape'

/** A calendar. */
export const FIELDS = {
  name: { type: 'text', min: 1, max: 64, doc: 'Title of the calendar.', show: 'public' },
  start_day: { type: 'int', as: 'weekday', min: 0, max: 6, doc: 'First day of the week with slots; 0 = Monday.' },
  end_day: {
    type: 'int',
    as: 'weekday',
    min: 0,
    max: 6,
    doc: 'Last day of the week with slots; if before `start_day`, the week wraps around.',
  },
  start_time: { type: 'time', doc: 'Start of the first slot of a day, HH:MM in the time zone.' },
  end_time: {
    type: 'time',
    isEnd: true,
    doc: 'Latest end of the last slot of a day, HH:MM in the time zone. `24:00`, `00:00` and `23:59` are the end of the day.',
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
  amount: { type: 'money', doc: 'Price of a slot, in `currency`.', show: 'public' },
  currency: { type: 'currency', doc: 'Currency: `sat` or an ISO 4217 code.', default: 'sat', show: 'public' },
  lead_minutes: {
    type: 'int',
    min: 0,
    max: 525_600,
    as: 'minutes',
    doc: 'Shortest notice for a booking, minutes before the start.',
    default: 60,
  },
  horizon_days: { type: 'int', min: 1, max: 365, doc: 'How far ahead slots can be booked, days.', default: 60 },
  webhook_url: { type: 'url', doc: 'Webhook URL, called per paid booking (signed JSON, retried).', optional: true },
  booked_count: { type: 'int', doc: 'Number of paid bookings.', by: 'server', default: 0 },
  ...BRAND_FIELDS,
} as const satisfies Shape

const MOMENT = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?(Z|[+-]\\d{2}:\\d{2})$'

/** A time in a request or an answer; rows have Unix seconds. */
export const momentField = (doc: string) =>
  ({ type: 'text', max: 40, as: 'moment', pattern: MOMENT, doc: `${doc}, ISO 8601.` }) as const

/** Data that a visitor enters. */
export const VISITOR = {
  name: { type: 'text', min: 1, max: 64, doc: 'Name of the visitor.' },
  email: {
    type: 'text',
    max: 254,
    pattern: '^[^\\s@\\u0000-\\u001f]+@[^\\s@\\u0000-\\u001f]+$',
    doc: 'Email address of the visitor.',
    optional: true,
  },
  info: { type: 'text', max: 500, doc: 'Subject of the booking.', optional: true },
} as const satisfies Shape

export const TABLES = {
  /**
   * `held` for the life of the invoice, then `paid` or `lapsed`. `conflict`: paid, but another visitor already had the
   * slot; the owner pays back by hand.
   */
  appointments: {
    item: { type: 'text', max: 64, doc: 'Id of the calendar.', index: true },
    /** Calendar and start: the booking with this value has the slot. */
    slot: {
      type: 'text',
      max: 100,
      doc: 'Key of calendar and start; absent once the hold has lapsed.',
      optional: true,
      unique: 'instance',
      taken: 'This slot is taken.',
    },
    /** Calendar and UTC date of the start. */
    day: { type: 'text', max: 100, doc: 'Key of calendar and day, to list by.', index: true },
    payment_hash: { type: 'text', max: 64, doc: 'Payment hash of the invoice.', unique: 'instance' },
    visitor: { type: 'text', max: 64, doc: 'IP address; deleted at payment.', optional: true, index: true },
    ...VISITOR,
    language: { type: 'text', max: 10, doc: 'Language of the email to the visitor.', optional: true },
    start: { type: 'int', doc: 'Start, Unix seconds.' },
    end: { type: 'int', doc: 'End, Unix seconds.' },
    held_until: { type: 'int', doc: 'Until when the slot is held, Unix seconds.' },
    state: { type: 'text', max: 10, oneOf: ['held', 'paid', 'lapsed', 'conflict'], doc: 'Booking state.', index: true },
  },
  unavailable: {
    item: { type: 'text', max: 64, doc: 'Id of the calendar.', index: true },
    start: { type: 'int', doc: 'Start, Unix seconds.' },
    end: { type: 'int', doc: 'End, Unix seconds.' },
    name: { type: 'text', max: 64, doc: 'Reason, shown to the owner only.' },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type Calendar = Item<typeof FIELDS>
export type CalendarDraft = Row<typeof FIELDS>
export type CalendarCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes, listRoute } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type Appointment = Item<typeof TABLES.appointments>

export const nowOf = (ctx: Pick<CalendarCtx, 'now'>): number => Math.floor(ctx.now() / 1000)
