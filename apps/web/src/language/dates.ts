import { locale } from './language.ts'

/** The time if it is today, else the day. */
export function shortTime(unixSeconds: number, now = Date.now()): string {
  const date = new Date(unixSeconds * 1000)
  const isToday = date.toDateString() === new Date(now).toDateString()
  return new Intl.DateTimeFormat(locale(), isToday ? { timeStyle: 'short' } : shapeOf(date, now)).format(date)
}

const shapeOf = (date: Date, now: number): Intl.DateTimeFormatOptions =>
  date.getFullYear() === new Date(now).getFullYear()
    ? { day: 'numeric', month: 'short' }
    : { day: 'numeric', month: 'short', year: 'numeric' }

/** The date without the time. */
export const fullDay = (unixSeconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(unixSeconds * 1000)

/** Date and time. */
export const fullTime = (unixSeconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeStyle: 'short' }).format(unixSeconds * 1000)

/** Units with their seconds, longest first. */
export const PERIOD_UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

export type PeriodUnit = (typeof PERIOD_UNITS)[number][0]

/** `3 hours`: in the largest unit that fits, rounded down; pass `Math.ceil` for a time to wait. */
export function durationText(seconds: number, round = Math.floor): string {
  const [unit, length] = PERIOD_UNITS.find((each) => seconds >= each[1]) ?? PERIOD_UNITS[3]
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(round(seconds / length))
}

/** 1 January 2024 is a Monday. */
const A_MONDAY = Date.UTC(2024, 0, 1)

/** `Monday` for 0. */
export const weekdayName = (day: number): string =>
  new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(A_MONDAY + day * 86_400_000)

/** The browser's time zone. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** `3 hours ago`: in the largest unit that fits, rounded down. */
export function agoText(seconds: number): string {
  const [unit, length] = PERIOD_UNITS.find((each) => seconds >= each[1]) ?? PERIOD_UNITS[3]
  return new Intl.RelativeTimeFormat(locale()).format(-Math.floor(seconds / length), unit)
}
