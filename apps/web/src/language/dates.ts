import { locale } from './language.ts'

/** `today 14:03`-like: the time for today, the day for others. */
export function shortTime(unixSeconds: number, now = Date.now()): string {
  const date = new Date(unixSeconds * 1000)
  const isToday = date.toDateString() === new Date(now).toDateString()
  return new Intl.DateTimeFormat(locale(), isToday ? { timeStyle: 'short' } : shapeOf(date, now)).format(date)
}

const shapeOf = (date: Date, now: number): Intl.DateTimeFormatOptions =>
  date.getFullYear() === new Date(now).getFullYear()
    ? { day: 'numeric', month: 'short' }
    : { day: 'numeric', month: 'short', year: 'numeric' }

/** The day, without its time. */
export const fullDay = (unixSeconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(unixSeconds * 1000)

/** Day and time in full. */
export const fullTime = (unixSeconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeStyle: 'short' }).format(unixSeconds * 1000)

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** `3 hours`: the largest unit that fits, rounded down. */
export function durationText(seconds: number): string {
  const [unit, length] = UNITS.find((each) => seconds >= each[1]) ?? UNITS[3]
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(seconds / length),
  )
}
