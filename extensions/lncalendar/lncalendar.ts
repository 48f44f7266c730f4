import { defineExtension } from '@satchel/extension-sdk/extension'
import { requireTimeZone } from '@satchel/extension-sdk/instant'
import { readTranslations } from '@satchel/extension-sdk/read-translations'
import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import { bookSlot, purgeHolds, settleBooking } from './book-slot.ts'
import { calendarFile } from './calendar-file.ts'
import {
  type Appointment,
  type Calendar,
  type CalendarCtx,
  type CalendarDraft,
  FIELDS,
  momentField,
  nowOf,
  route,
  TABLES,
  VISITOR,
} from './fields.ts'
import { OWNER_PAGES } from './owner/owner.ts'
import { OWNER_ROUTES, secondsOfMoment } from './owner-routes.ts'
import { bookedPage, bookingPage, daysPage } from './page.ts'
import { listFreeSlots, openSeconds } from './slots.ts'
import { addDays, clockOfDate, dateIn, toIso } from './zone-time.ts'

const MAX_DAYS = 31
const SHOWN_DAYS = 14
const DAY = 86_400

function check(draft: CalendarDraft): void {
  requireTimeZone(draft.timezone)
  if (openSeconds(draft) < draft.slot_minutes * 60) {
    throw reject('body.end_time: at least one slot must fit between start_time and end_time.', 422)
  }
  if (draft.amount <= 0) throw reject('body.amount: must be more than 0.', 422)
}

async function requireCalendar(ctx: CalendarCtx, id = ''): Promise<Calendar> {
  const calendar = await ctx.items.get(id)
  if (calendar === null) throw reject('There is no such calendar.', 404)
  return calendar
}

async function requireBooking(
  ctx: CalendarCtx,
  { id, payment_hash }: { readonly id: string; readonly payment_hash: string },
): Promise<Appointment> {
  const [found] = await ctx.table('appointments').find({ where: { payment_hash } })
  if (found === undefined || found.item !== id) throw reject('There is no such booking.', 404)
  return found
}

function requireDates(from: string, to: string): void {
  const days = (clockOfDate(to) - clockOfDate(from)) / DAY + 1
  if (days < 1) throw reject('query.to: must not be before from.', 422)
  if (days > MAX_DAYS) throw reject(`query.to: at most ${MAX_DAYS} days in one request.`, 422)
}

const DATES = {
  from: { type: 'date', doc: 'First date, in the time zone of the calendar; default today.', optional: true },
  to: { type: 'date', doc: 'Last date, at most 31 days later; default a week after `from`.', optional: true },
} as const

const TIMES = { start: momentField('Start'), end: momentField('End') } as const

/** Visitors book and pay for time slots (rule X38). */
export const LNCALENDAR = defineExtension({
  manifest: {
    id: 'lncalendar',
    name: 'Paid booking',
    version: '1.0.0',
    short_description: 'Visitors book and pay for time slots.',
    icon: 'calendar',
    api_version: 1,
    permissions: [
      { id: 'receive', reason: 'Makes the invoices that visitors pay.' },
      { id: 'mail', reason: 'Confirms paid bookings to those who have booked.' },
      { id: 'schedule', reason: 'Frees slots that were not paid for.' },
      { id: 'page', reason: 'Shows free slots and takes bookings.' },
    ],
  },
  translations: readTranslations(import.meta.url),
  noun: 'calendar',
  owner: OWNER_PAGES,
  resource: FIELDS,
  tables: TABLES,
  async beforeCreate(draft) {
    check(draft)
    return { ...draft, booked_count: 0 }
  },
  async beforeUpdate(_old, next) {
    check(next)
    return next
  },
  onPaymentSettled: (payment, ctx) => settleBooking(ctx, payment),
  jobs: { purge: { cron: '*/5 * * * *', run: purgeHolds } },
  routes: {
    ...OWNER_ROUTES,
    'GET /public/:id/slots': route({
      access: 'public',
      summary: 'List the free slots of a calendar',
      description: 'In order of time, in UTC.',
      query: DATES,
      replyType: 'list',
      reply: TIMES,
      async handle({ params, query }, ctx) {
        const calendar = await requireCalendar(ctx, params.id)
        const from = query.from ?? dateIn(calendar.timezone, nowOf(ctx))
        const to = query.to ?? addDays(from, 6)
        requireDates(from, to)
        const slots = await listFreeSlots(ctx, calendar, from, to)
        return { json: slots.map(({ start, end }) => ({ start: toIso(start), end: toIso(end) })) }
      },
    }),
    'POST /public/:id/appointments': route({
      access: 'public',
      summary: 'Book a slot',
      description:
        'The slot is held until `held_until`, 15 minutes from now, and booked when the invoice is paid. 400 if it is taken.',
      status: 201,
      body: { ...VISITOR, start: momentField('Start of a free slot') },
      reply: {
        payment_hash: { type: 'text', max: 64, doc: 'Payment hash, the id of the booking.' },
        payment_request: { type: 'text', max: 4096, doc: 'Invoice to pay (BOLT 11).' },
        held_until: momentField('Until when the slot is held'),
        expires_at: { type: 'int', doc: 'Same as `held_until`, Unix seconds.' },
        ...TIMES,
      },
      async handle({ params, body }, ctx) {
        const calendar = await requireCalendar(ctx, params.id)
        const start = secondsOfMoment('start', body.start)
        const { name, email, info } = body
        const { invoice, slot, held_until } = await bookSlot(ctx, calendar, { name, email, info, start })
        return {
          status: 201,
          json: {
            payment_hash: invoice.paymentHash,
            payment_request: invoice.paymentRequest,
            held_until: toIso(held_until),
            expires_at: held_until,
            start: toIso(slot.start),
            end: toIso(slot.end),
          },
        }
      },
    }),
    'GET /public/:id/appointments/:payment_hash': {
      access: 'public',
      summary: 'Read the state of a booking',
      description: 'State and times, without the visitor. 404 a day after an unpaid booking.',
      reply: {
        paid: { type: 'bool', doc: 'True: the booking is paid.' },
        conflict: { type: 'bool', doc: 'True: paid after another booking took the slot. The owner refunds it.' },
        expired: { type: 'bool', doc: 'True: not paid in time.' },
        text: { type: 'text', max: 200, doc: 'Text for the payer, if any.', optional: true },
        ...TIMES,
      },
      async handle({ params }, ctx) {
        const found = await requireBooking(ctx, params)
        const conflict = found.state === 'conflict'
        const paid = conflict || found.state === 'paid'
        return {
          json: {
            paid,
            conflict,
            expired: !paid && found.held_until <= nowOf(ctx),
            ...(conflict && {
              text: fixed('Your payment came too late: the slot was already taken. The owner will pay you back.'),
            }),
            start: toIso(found.start),
            end: toIso(found.end),
          },
        }
      },
    },
    'GET /public/:id/appointments/:payment_hash/calendar.ics': {
      access: 'public',
      summary: 'Get a paid booking as a calendar entry',
      description: 'iCalendar (RFC 5545). 404 until the booking is paid.',
      replyType: 'text',
      replyMedia: 'text/calendar',
      async handle({ params }, ctx) {
        const calendar = await requireCalendar(ctx, params.id)
        const booking = await requireBooking(ctx, params)
        if (booking.state !== 'paid') throw reject('There is no such booking.', 404)
        const host = new URL(ctx.url('/')).hostname
        return {
          text: calendarFile(calendar, booking, { host, now: nowOf(ctx) }),
          type: 'text/calendar; charset=utf-8',
          headers: { 'Content-Disposition': 'attachment; filename="booking.ics"', 'Cache-Control': 'no-store' },
        }
      },
    },
    'GET /p/:id/booking/:payment_hash': {
      access: 'public',
      summary: 'Open the page of a booking',
      description: 'Shows day and time, with a calendar entry to download.',
      async handle({ params }, ctx) {
        return { page: bookedPage(await requireCalendar(ctx, params.id), await requireBooking(ctx, params)) }
      },
    },
    'GET /p/:id': route({
      access: 'public',
      summary: 'Open the page of a calendar',
      description:
        'Shows the days with free slots in the two weeks from `from`, or the slots of one `day` and a form to book.',
      query: { from: DATES.from, day: { ...DATES.from, doc: 'Date, in the time zone of the calendar.' } },
      async handle({ params, query }, ctx) {
        const calendar = await requireCalendar(ctx, params.id)
        const today = dateIn(calendar.timezone, nowOf(ctx))
        const asked = query.day ?? query.from ?? today
        const from = asked < today ? today : asked
        const to = query.day === undefined ? addDays(from, SHOWN_DAYS - 1) : from
        const slots = await listFreeSlots(ctx, calendar, from, to)
        const next = addDays(from, SHOWN_DAYS)
        const isLast = next > addDays(today, calendar.horizon_days)
        const offered = { slots, next: isLast ? undefined : next }
        const days = new Set(slots.map(({ start }) => dateIn(calendar.timezone, start)))
        return {
          page: days.size > 1 ? daysPage(calendar, offered) : bookingPage(calendar, offered, query.day !== undefined),
        }
      },
    }),
  },
})
