import { isoIn } from '@satchel/extension-sdk/instant'

/** The time that a clock in the zone shows, read as if it were UTC: Unix seconds. */
export const clockIn = (zone: string, at: number): number =>
  Date.parse(`${isoIn(zone, at * 1000).slice(0, 19)}Z`) / 1000

const DAY = 86_400

/**
 * The inverse of `clockIn`: when a clock in the zone shows this time. For a repeated time, in autumn, the first one; a
 * skipped one, in spring, moves forward by the gap (RFC 5545).
 */
export function momentOf(zone: string, clock: number): number {
  const offsetAt = (at: number): number => clockIn(zone, at) - at
  const before = clock - offsetAt(clock - DAY)
  const after = clock - offsetAt(clock + DAY)
  const shown = [before, after].filter((at) => clockIn(zone, at) === clock)
  return shown.length === 0 ? before : Math.min(...shown)
}

/** `2026-03-29` → the seconds at which a clock in the zone shows its start, as in `clockIn`. */
export const clockOfDate = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000

/** The date that a clock in the zone shows. */
export const dateIn = (zone: string, at: number): string =>
  new Date(clockIn(zone, at) * 1000).toISOString().slice(0, 10)

export const addDays = (date: string, days: number): string =>
  new Date((clockOfDate(date) + days * DAY) * 1000).toISOString().slice(0, 10)

/** Monday is 0. */
export const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7

export const toIso = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z')
