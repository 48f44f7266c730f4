import type { PaymentHistoryRow } from '@satchel/client/operations'
import { afterEach, expect, test } from 'vitest'
import { dayText, type Group, monthsSince, periodsOf, pointsOf, sumOf } from './periods.ts'

const zone = process.env['TZ']
afterEach(() => {
  process.env['TZ'] = zone
  if (zone === undefined) delete process.env['TZ']
})

const row = (date: string, income: number, spending: number, balance: number, change: number): PaymentHistoryRow => ({
  date,
  income,
  spending,
  fees_msat: 7,
  change_msat: change,
  balance_msat: balance,
})

test('the axis has every period up to today, weeks from Monday', () => {
  const now = new Date(2026, 2, 4)
  expect(periodsOf('day', 5, now)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'])
  expect(periodsOf('week', 2, now)).toEqual(['2026-02-23', '2026-03-02'])
  expect(periodsOf('month', 4, now)).toEqual(['2025-12', '2026-01', '2026-02', '2026-03'])
})

test('the axis begins with the period of the first day that the filter includes', () => {
  const now = new Date(2026, 2, 4)
  expect(periodsOf('day', 30, now, '2026-03-03')).toEqual(['2026-03-03', '2026-03-04'])
  expect(periodsOf('week', 30, now, '2026-02-25')).toEqual(['2026-02-23', '2026-03-02'])
  expect(periodsOf('month', 30, now, '2026-02-25')).toEqual(['2026-02', '2026-03'])
})

test.each([
  // Midnight of 6 September 2026 does not exist in Santiago.
  { name: 'America/Santiago', until: [2026, 8, 8], days: ['2026-09-04', '2026-09-05', '2026-09-06', '2026-09-07'] },
  { name: 'Europe/Berlin', until: [2026, 9, 27], days: ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'] },
  { name: 'Europe/Berlin', until: [2026, 2, 31], days: ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30'] },
] as const)('every day occurs once across a change of the clocks in $name', ({ name, until, days }) => {
  process.env['TZ'] = name
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(name)
  const found = periodsOf('day', 5, new Date(until[0], until[1], until[2], 0, 30))
  expect(found).toEqual([...days, dayText(new Date(until[0], until[1], until[2]))])
})

test('months are counted from the first one to today', () => {
  const now = new Date(2026, 2, 4)
  expect(['2026-04', '2026-03', '2026-01', '2024-12'].map((month) => monthsSince(month, now))).toEqual([1, 1, 3, 16])
})

const balances = (dates: readonly string[], rows: readonly PaymentHistoryRow[], today = 9000n) =>
  pointsOf(dates, rows, today).map(({ balance }) => balance)

test('a period without payments keeps the balance; before the first row it is that before its change', () => {
  expect(balances(['a', 'b', 'c'], [row('b', 5, 1, 4000, 1000)])).toEqual([3000n, 4000n, 4000n])
  expect(balances(['a', 'b'], [])).toEqual([9000n, 9000n])
  expect(balances(['a', 'b'], [{ date: 'b', income: 5, spending: 1, fees_msat: 0 }])).toEqual([9000n, 9000n])
})

test('amounts are added up exactly', () => {
  const points = pointsOf(['a', 'b', 'c'], [row('a', 2_100_000_000_000_000, 1, 5000, 0), row('c', 1, 3, 2000, 0)], 0n)
  expect(sumOf(points)).toEqual({ in: 2_100_000_000_000_001_000n, out: 4000n, fees: 14n, balance: 2000n })
  expect(sumOf([])).toEqual({ in: 0n, out: 0n, fees: 0n, balance: 0n })
})

test.each<Group>(['day', 'week', 'month'])('each period of a %s follows the one before', (group) => {
  const all = periodsOf(group, 400, new Date(2026, 11, 1))
  expect(new Set(all).size).toBe(400)
  expect([...all].sort()).toEqual(all)
})
