import type { AnswerOf } from '../../api/routes.ts'

export type HistoryRow = AnswerOf<'GET /api/v1/payments/history'>[number]
export type Group = 'day' | 'week' | 'month'

/** A point on the time axis. */
export interface Point {
  /** `2026-11-23`, or `2026-11` for months. */
  readonly date: string
  readonly income: number
  readonly spending: number
  /** Undefined before the wallet's first payment. */
  readonly balanceMsat: number | undefined
}

/** Number of periods shown. */
const PERIODS: Readonly<Record<Group, number>> = { day: 31, week: 26, month: 24 }

/** Local periods up to today, oldest first. */
export function datesOf(group: Group, now: Date): readonly string[] {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const monday = date - ((now.getDay() + 6) % 7)
  return Array.from({ length: PERIODS[group] }, (_, index) => {
    const back = PERIODS[group] - 1 - index
    if (group === 'month') return textOf(new Date(year, month - back, 1)).slice(0, 7)
    return textOf(group === 'week' ? new Date(year, month, monday - back * 7) : new Date(year, month, date - back))
  })
}

const textOf = (day: Date): string =>
  [String(day.getFullYear()), ...[day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  )

/** A period without payments keeps the previous balance. */
export function pointsOf(dates: readonly string[], rows: readonly HistoryRow[]): readonly Point[] {
  const found = new Map(rows.map((row) => [row.date, row]))
  let balanceMsat: number | undefined
  return dates.map((date) => {
    const row = found.get(date)
    balanceMsat = row?.balance_msat ?? balanceMsat
    return { date, income: row?.income ?? 0, spending: row?.spending ?? 0, balanceMsat }
  })
}

export interface Line {
  /** SVG path; empty if no balance is known. */
  readonly path: string
  /** Last point; undefined if no balance is known. */
  readonly end: { readonly x: number; readonly y: number } | undefined
  /** Only one balance is known: draw a horizontal line at it. */
  readonly isSingle: boolean
}

/** The balance as an SVG path in a box of this size. */
export function lineOf(points: readonly Point[], width: number, height: number): Line {
  const top = Math.max(1, ...points.map(({ balanceMsat = 0 }) => balanceMsat))
  const step = width / Math.max(1, points.length - 1)
  const places = points.flatMap(({ balanceMsat }, index) =>
    balanceMsat === undefined ? [] : [{ x: round(index * step), y: round(height - (balanceMsat / top) * height) }],
  )
  const path = places.length === 0 ? '' : `M${places.map(({ x, y }) => `${x} ${y}`).join('L')}`
  return { path, end: places.at(-1), isSingle: places.length === 1 }
}

export interface Bar {
  readonly x: number
  readonly width: number
  /** Height above the middle. */
  readonly income: number
  /** Height below the middle. */
  readonly spending: number
}

/** Income above the middle, spending below, on one scale. */
export function barsOf(points: readonly Point[], width: number, height: number): readonly Bar[] {
  const top = Math.max(1, ...points.flatMap(({ income, spending }) => [income, spending]))
  const step = width / points.length
  return points.map(({ income, spending }, index) => ({
    x: round(index * step + step * 0.15),
    width: round(step * 0.7),
    income: round((income / top) * (height / 2)),
    spending: round((spending / top) * (height / 2)),
  }))
}

const round = (place: number): number => Math.round(place * 10) / 10
