import type { PaymentHistoryRow } from '@satchel/client/operations'
import { type Msat, msatOf, satToMsat } from '../../money/money.ts'

export type Group = 'day' | 'week' | 'month'

/** A period on the time axis. */
export interface Point {
  /** `2026-11-23`, or `2026-11` for months. */
  readonly date: string
  readonly in: Msat
  readonly out: Msat
  readonly fees: Msat
  /** At the end of the period. */
  readonly balance: Msat
}

export type Series = Exclude<keyof Point, 'date'>

/** This many local periods up to a day, oldest first; none that ends before `from`. */
export function periodsOf(group: Group, count: number, until: Date, from?: string): readonly string[] {
  const [year, month, date] = [until.getFullYear(), until.getMonth(), until.getDate()]
  const monday = date - ((until.getDay() + 6) % 7)
  const all = Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index
    if (group === 'month') return dayText(new Date(year, month - back, 1)).slice(0, 7)
    return dayText(new Date(year, month, group === 'week' ? monday - back * 7 : date - back))
  })
  if (from === undefined) return all
  const [first] = periodsOf(group, 1, firstDayOf(from))
  return all.filter((each) => first === undefined || each >= first)
}

/** The number of months from one such as `2026-11` to today, both included; at least today's. */
export function monthsSince(month: string, now: Date): number {
  const first = firstDayOf(month)
  return Math.max(1, (now.getFullYear() - first.getFullYear()) * 12 + now.getMonth() - first.getMonth() + 1)
}

/** By the calendar, because a change to summer time may skip midnight. */
export function firstDayOf(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day)
}

export const dayText = (day: Date): string =>
  [String(day.getFullYear()), ...[day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  )

const NOTHING = { in: 0n, out: 0n, fees: 0n }

/** A period without payments keeps the previous balance; without any row it is today's. */
export function pointsOf(dates: readonly string[], rows: readonly PaymentHistoryRow[], today: Msat): readonly Point[] {
  const found = new Map(rows.map((row) => [row.date, row]))
  let balance = balanceBefore(rows[0]) ?? today
  return dates.map((date) => {
    const row = found.get(date)
    if (row?.balance_msat !== undefined) balance = msatOf(row.balance_msat)
    return { date, ...(row === undefined ? NOTHING : movesOf(row)), balance }
  })
}

const movesOf = ({ income, spending, fees_msat: fees }: PaymentHistoryRow): typeof NOTHING => ({
  in: satToMsat(income),
  out: satToMsat(spending),
  fees: fees === undefined ? NOTHING.fees : msatOf(fees),
})

function balanceBefore(first: PaymentHistoryRow | undefined): Msat | undefined {
  if (first?.balance_msat === undefined || first.change_msat === undefined) return undefined
  return msatOf(first.balance_msat) - msatOf(first.change_msat)
}

/** All periods together, with the last balance. */
export const sumOf = (points: readonly Point[]): Omit<Point, 'date'> =>
  points.reduce<Omit<Point, 'date'>>(
    (sum, point) => ({
      in: sum.in + point.in,
      out: sum.out + point.out,
      fees: sum.fees + point.fees,
      balance: point.balance,
    }),
    { ...NOTHING, balance: 0n },
  )
