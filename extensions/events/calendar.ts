import type { Event } from './fields.ts'

type Days = Pick<Event, 'timezone' | 'closing_date' | 'event_end_date'>

/** `2027-05-01` where the event takes place. */
const today = (timezone: string, nowMs: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    nowMs,
  )

export const isClosed = ({ timezone, closing_date: last }: Days, nowMs: number): boolean =>
  today(timezone, nowMs) > last

export const isOver = ({ timezone, event_end_date: last }: Days, nowMs: number): boolean =>
  today(timezone, nowMs) > last

export function isTimezone(name: string): boolean {
  try {
    today(name, 0)
    return true
  } catch {
    return false
  }
}
