import { dayBounds } from '../../language/day-bounds.ts'
import { locale } from '../../language/language.ts'

/** Local days such as `2026-11-23`, both inclusive; undefined: open. */
export interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** First and last day of `2026` or `2026-03`. */
export function periodOf(name: string): Required<Period> {
  const [year = '', month] = name.split('-')
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` }
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return { from: `${name}-01`, to: `${name}-${last}` }
}

/** The name of a period; undefined: neither a month nor a year. */
export function nameOf({ from, to }: Period): string | undefined {
  if (from === undefined || to === undefined) return undefined
  return [from.slice(0, 4), from.slice(0, 7)].find((name) => {
    const whole = periodOf(name)
    return whole.from === from && whole.to === to
  })
}

/** The current month and the eleven before. */
export function lastMonths(now = new Date()): string[] {
  return Array.from({ length: 12 }, (_, back) => {
    const first = new Date(now.getFullYear(), now.getMonth() - back, 1)
    return `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, '0')}`
  })
}

export const lastYears = (now = new Date()): string[] => [0, 1].map((back) => String(now.getFullYear() - back))

/** `March 2026`, `2026`, or both days. */
export function periodText(period: Period): string {
  const name = nameOf(period)
  if (name?.length === 4) return name
  if (name !== undefined) return dateText(`${name}-01`, { month: 'long', year: 'numeric' })
  const { from, to } = period
  const days: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }
  if (from === undefined || to === undefined)
    return `${from === undefined ? '' : dateText(from, days)} – ${to === undefined ? '' : dateText(to, days)}`.trim()
  return from === to ? dateText(from, days) : `${dateText(from, days)} – ${dateText(to, days)}`
}

const dateText = (day: string, shape: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale(), shape).format((dayBounds({ from: day }).from ?? 0) * 1000)
