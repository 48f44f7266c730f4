import { expect, test } from 'vitest'
import { dayBounds } from '../../language/day-bounds.ts'
import { lastMonths, lastYears, nameOf, periodOf } from './period.ts'

test('a month or year covers its first to last day, also in leap years', () => {
  expect(periodOf('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(periodOf('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(periodOf('2026')).toEqual({ from: '2026-01-01', to: '2026-12-31' })
})

test('days that form a whole month or year get its name', () => {
  for (const name of ['2026', '2026-02', '2026-11']) expect(nameOf(periodOf(name))).toBe(name)
  expect(nameOf({ from: '2026-11-01', to: '2026-11-29' })).toBeUndefined()
  expect(nameOf({ from: '2026-11-01' })).toBeUndefined()
})

test('a day lasts from its first to its last second in local time', () => {
  const { from = 0, to = 0 } = dayBounds({ from: '2026-11-23', to: '2026-11-23' })
  const ends = [from, to].map((seconds) => new Date(seconds * 1000))
  expect(ends.map((end) => [end.getDate(), end.getHours(), end.getMinutes(), end.getSeconds()])).toEqual([
    [23, 0, 0, 0],
    [23, 23, 59, 59],
  ])
  expect(dayBounds({ to: '2026-11-23' })).toEqual({ to })
})

test('the last months continue into the previous year', () => {
  const now = new Date(2026, 1, 28)
  expect(lastMonths(now).slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(lastYears(now)).toEqual(['2026', '2025'])
})
