import type { Settled } from '@satchel/extension-sdk/context'
import { reject } from '@satchel/extension-sdk/rejection'
import { clockText, fixed, weekdayText } from '@satchel/extension-sdk/text'
import { notifyOwner } from '@satchel/extension-sdk/webhook-fields'
import { type Appointment, type Calendar, type CalendarCtx, nowOf } from './fields.ts'
import { dayKey, findSlot, listOccupied, listUnavailable, occupies, overlaps, type Slot } from './slots.ts'
import { toIso } from './zone-time.ts'

/** How long a slot is held for a visitor who has not paid. */
const HOLD_SECONDS = 15 * 60
/** How long the visitor's data are kept for a late payment. */
const KEPT_SECONDS = 24 * 3600
const PURGED_AT_ONCE = 200
const HOUR_SECONDS = 3600

export interface Booking {
  readonly name: string
  readonly email?: string | undefined
  readonly info?: string | undefined
  /** Unix seconds. */
  readonly start: number
}

const slotKey = (itemId: string, start: number): string => `${itemId} ${start}`

/** Holds the slot and makes its invoice atomically: the slot's unique key lets only one of many visitors succeed. */
export async function bookSlot(ctx: CalendarCtx, calendar: Calendar, { start, ...visitor }: Booking) {
  const slot = findSlot(ctx, calendar, start)
  if (slot === undefined) throw reject('body.start: no slot that can be booked begins then.')
  if ((await listUnavailable(ctx, calendar.id)).some((range) => overlaps(slot, range))) throw taken()
  if (!(await takeOver(ctx, calendar.id, slot))) throw taken()
  await requireFewUnpaid(ctx, calendar.id)
  const invoice = await ctx.wallets.createInvoice(calendar.wallet, {
    money: [calendar.amount, calendar.currency],
    memo: `${calendar.name}, ${toIso(start)}`,
    itemId: calendar.id,
    data: { start, end: slot.end },
    expirySec: HOLD_SECONDS,
  })
  const held_until = Math.floor(Date.parse(invoice.expiresAt) / 1000)
  const { email, info, name } = visitor
  const row = {
    item: calendar.id,
    slot: slotKey(calendar.id, start),
    day: dayKey(calendar.id, start),
    payment_hash: invoice.paymentHash,
    visitor: ctx.visitor.id === '' ? undefined : ctx.visitor.id,
    name,
    email,
    info,
    language: ctx.visitor.language,
    ...slot,
    held_until,
    state: 'held',
  }
  await ctx.table('appointments').insert(row, calendar.wallet)
  return { invoice, slot, held_until }
}

/** Limits holds per address: a few addresses must not block a calendar without paying. */
async function requireFewUnpaid(ctx: CalendarCtx, itemId: string): Promise<void> {
  const { id: visitor, reserves } = ctx.visitor
  if (visitor === '') return
  await ctx.lock(`visitor ${visitor}`)
  const unpaid = await ctx.table('appointments').find({ where: { visitor }, limit: PURGED_AT_ONCE })
  const recent = unpaid.filter(({ item, created_at: at }) => item === itemId && at > nowOf(ctx) - HOUR_SECONDS)
  if (recent.length < reserves.slots) return
  throw reject(
    fixed('Unpaid times: at most {most} for one connection in an hour; none is left for you. Pay first.', {
      most: reserves.slots,
    }),
    429,
  )
}

const taken = () => reject('This slot is taken.')

/** False: another booking has the slot. Replaces a lapsed hold that is not deleted yet. */
async function takeOver(ctx: CalendarCtx, itemId: string, slot: Slot, ownId?: string): Promise<boolean> {
  const isOther = ({ id }: Appointment): boolean => id !== ownId
  if ((await listOccupied(ctx, itemId, slot)).some(isOther)) return false
  const same = await ctx.table('appointments').find({ where: { slot: slotKey(itemId, slot.start) } })
  const others = same.filter(isOther)
  // The slot may have been booked after the list was read.
  if (others.some((one) => occupies(ctx, one))) return false
  for (const one of others) await lapse(ctx, one)
  return true
}

const lapse = (ctx: CalendarCtx, { id }: Appointment) =>
  ctx.table('appointments').update(id, { slot: undefined, state: 'lapsed' })

/** Books the slot for the payer, unless another visitor got it after the hold had lapsed. */
export async function settleBooking(ctx: CalendarCtx, payment: Settled): Promise<void> {
  const calendar = payment.itemId === undefined ? null : await ctx.items.get(payment.itemId)
  if (calendar === null) return
  const { paymentHash: payment_hash } = payment
  const [found] = await ctx.table('appointments').find({ where: { payment_hash } })
  if (found?.state === 'paid' || found?.state === 'conflict') return
  const appointment = found ?? (await recreate(ctx, calendar, payment))
  const isTheirs = found !== undefined && (await isStillFree(ctx, calendar, found))
  const slot = isTheirs ? slotKey(calendar.id, appointment.start) : undefined
  await ctx
    .table('appointments')
    .update(appointment.id, { state: isTheirs ? 'paid' : 'conflict', slot, visitor: undefined })
  if (isTheirs && appointment.email !== undefined)
    await confirm(ctx, calendar, { ...appointment, email: appointment.email })
  if (isTheirs) await ctx.items.update(calendar.id, { booked_count: calendar.booked_count + 1 })
  await notifyOwner(ctx, calendar, {
    event: isTheirs ? 'appointment_paid' : 'appointment_conflict',
    calendar: calendar.id,
    appointment: appointment.id,
    payment_hash,
    sats: payment.sat,
    start: toIso(appointment.start),
    end: toIso(appointment.end),
    name: appointment.name,
    email: appointment.email ?? null,
    info: appointment.info ?? null,
  })
}

/** Confirms in the calendar's time zone. */
async function confirm(ctx: CalendarCtx, calendar: Calendar, booking: Appointment & { readonly email: string }) {
  const { timezone: zone, wallet, name: customText } = calendar
  const text = fixed(
    'Your booking is paid: {day}, {time} ({zone}).\n\nDay, time and an entry for your calendar: {link}\n',
    {
      day: weekdayText(booking.start * 1000, zone),
      time: clockText(booking.start * 1000, zone),
      zone,
      link: ctx.url(`/p/${calendar.id}/booking/${booking.payment_hash}`),
    },
  )
  const { email, language } = booking
  await ctx.notify.mail(email, fixed('Your booking'), text, { wallet, reason: 'order', language, customText })
}

/** After a lapsed hold, a slot that has begun is not booked any more. */
const isStillFree = async (ctx: CalendarCtx, { id }: Calendar, booking: Appointment): Promise<boolean> =>
  (booking.slot !== undefined || booking.start > nowOf(ctx)) && (await takeOver(ctx, id, booking, booking.id))

/** Recreates a booking that was deleted meanwhile: the owner still sees the money, and what it was for. */
function recreate(ctx: CalendarCtx, calendar: Calendar, payment: Settled): Promise<Appointment> {
  const { paymentHash: payment_hash, at } = payment
  const { start, end } = payment.data as { readonly start: number; readonly end: number }
  const row = { item: calendar.id, day: dayKey(calendar.id, start), payment_hash, name: 'unknown', start, end }
  return ctx.table('appointments').insert({ ...row, held_until: at, state: 'lapsed' }, calendar.wallet)
}

/** Frees unpaid slots, and deletes their visitors' data a day later. */
export async function purgeHolds(ctx: CalendarCtx): Promise<void> {
  const oldest = { order: 'oldest', limit: PURGED_AT_ONCE } as const
  const held = await ctx.table('appointments').find({ where: { state: 'held' }, ...oldest })
  for (const one of held) if (one.held_until <= nowOf(ctx)) await lapse(ctx, one)
  const lapsed = await ctx.table('appointments').find({ where: { state: 'lapsed' }, ...oldest })
  for (const { id, held_until } of lapsed) {
    if (held_until + KEPT_SECONDS <= nowOf(ctx)) await ctx.table('appointments').remove(id)
  }
}
