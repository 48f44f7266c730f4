import type { Appointment, Calendar, CalendarCtx } from './fields.ts'
import { nowOf } from './fields.ts'
import { addDays, clockOfDate, dateIn, momentOf, weekdayOf } from './zone-time.ts'

/** Unix seconds. */
export interface Slot {
  readonly start: number
  readonly end: number
}

type Hours = Pick<Calendar, 'start_day' | 'end_day' | 'start_time' | 'end_time' | 'timezone' | 'slot_minutes'>

const MINUTE = 60
const DAY = 86_400
const MAX_SLOT = 480 * MINUTE
const MAX_RANGES = 1000

const secondsOf = (time: string): number => Number(time.slice(0, 2)) * 3600 + Number(time.slice(3)) * MINUTE

/** Clocks and time pickers have no 24:00: people choose midnight, or the last minute. */
const END_OF_DAY: ReadonlySet<string> = new Set(['24:00', '00:00', '23:59'])

const endSecondsOf = (time: string): number => (END_OF_DAY.has(time) ? DAY : secondsOf(time))

/** Seconds from the first slot to the end of the last one on a day without clock change. */
export const openSeconds = ({ start_time, end_time }: Pick<Hours, 'start_time' | 'end_time'>): number =>
  endSecondsOf(end_time) - secondsOf(start_time)

/**
 * Every slot of a date in the calendar's zone, taken or not. Hours that the clock skips have no slots, and repeated
 * hours have twice as many.
 */
export function slotsOfDate(calendar: Hours, date: string): Slot[] {
  if (!isOpenOn(calendar, weekdayOf(date))) return []
  const { timezone, start_time, end_time } = calendar
  const length = calendar.slot_minutes * MINUTE
  const opens = momentOf(timezone, clockOfDate(date) + secondsOf(start_time))
  const closes = momentOf(timezone, clockOfDate(date) + endSecondsOf(end_time))
  const many = Math.max(0, Math.floor((closes - opens) / length))
  return Array.from({ length: many }, (_one, n) => ({ start: opens + n * length, end: opens + (n + 1) * length }))
}

const isOpenOn = ({ start_day: first, end_day: last }: Hours, day: number): boolean =>
  first <= last ? first <= day && day <= last : day >= first || day <= last

/** The bookable slots on these dates of the calendar's zone, both included, oldest first. */
export async function listFreeSlots(ctx: CalendarCtx, calendar: Calendar, from: string, to: string): Promise<Slot[]> {
  const { timezone, horizon_days: horizon } = calendar
  const today = dateIn(timezone, nowOf(ctx))
  const end = addDays(today, horizon + 1)
  const slots: Slot[] = []
  for (let date = from < today ? today : from; date <= to && date <= end; date = addDays(date, 1)) {
    slots.push(...slotsOfDate(calendar, date).filter((slot) => isInTime(ctx, calendar, slot)))
  }
  const [first] = slots
  const last = slots.at(-1)
  if (first === undefined || last === undefined) return []
  const busy = await listBusy(ctx, calendar.id, { start: first.start, end: last.end })
  return slots.filter((slot) => !busy.some((other) => overlaps(slot, other)))
}

/** The slot that starts then, if it is one of the calendar and neither too soon nor too far in the future. */
export function findSlot(ctx: CalendarCtx, calendar: Calendar, start: number): Slot | undefined {
  const found = slotsOfDate(calendar, dateIn(calendar.timezone, start)).find((slot) => slot.start === start)
  return found !== undefined && isInTime(ctx, calendar, found) ? found : undefined
}

const isInTime = (ctx: CalendarCtx, { lead_minutes, horizon_days }: Calendar, { start }: Slot): boolean =>
  start >= nowOf(ctx) + lead_minutes * MINUTE && start <= nowOf(ctx) + horizon_days * DAY

export const overlaps = (one: Slot, other: Slot): boolean => one.start < other.end && other.start < one.end

/** Taken and closed times in this period. */
async function listBusy(ctx: CalendarCtx, itemId: string, span: Slot): Promise<Slot[]> {
  return [...(await listUnavailable(ctx, itemId)), ...(await listOccupied(ctx, itemId, span))]
}

export const listUnavailable = (ctx: CalendarCtx, itemId: string) =>
  ctx.table('unavailable').find({ where: { item: itemId }, limit: MAX_RANGES })

export const dayKey = (itemId: string, at: number): string =>
  `${itemId} ${new Date(at * 1000).toISOString().slice(0, 10)}`

/** Bookings that occupy their slot and overlap this time: paid ones, and those held while their invoice is open. */
export async function listOccupied(ctx: CalendarCtx, itemId: string, span: Slot): Promise<Appointment[]> {
  const days: string[] = []
  for (let at = span.start - MAX_SLOT; at < span.end + DAY; at += DAY) days.push(dayKey(itemId, at))
  const found = await Promise.all(
    days.map((day) => ctx.table('appointments').find({ where: { day }, limit: MAX_RANGES })),
  )
  return found.flat().filter((one) => occupies(ctx, one) && overlaps(one, span))
}

export const occupies = (ctx: CalendarCtx, { slot, state, held_until: until }: Appointment): boolean =>
  slot !== undefined && (state === 'paid' || until > nowOf(ctx))
