import { expect, test } from 'vitest'
import { nextAttemptAt, readRetryAfter } from './webhook-schedule.ts'

const HOUR = 3_600_000
const next = (attempts: number, random = 0.5, retryAfterMs?: number) =>
  nextAttemptAt({ attempts, now: 1000, random, retryAfterMs })

test('a failed webhook is attempted ten times in all, over about 75 hours', () => {
  const delays = Array.from({ length: 9 }, (_delay, index) => (next(index + 1) ?? 0) - 1000)
  expect(delays).toEqual([5000, 300_000, 1_800_000, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR])
  expect(delays.reduce((sum, delay) => sum + delay, 0) / HOUR).toBeCloseTo(75.6, 1)
  expect(next(10)).toBeUndefined()
})

test('the delay varies by ten per cent either way', () => {
  expect([next(1, 0), next(1, 1)]).toEqual([5500, 6500])
})

test('a receiver may request a longer delay, up to a day, and no shorter one', () => {
  expect(next(1, 0.5, 60_000)).toBe(61_000)
  expect(next(4, 0.5, 1000)).toBe(1000 + 2 * HOUR)
  expect(next(1, 0.5, 1e12)).toBe(1000 + 24 * HOUR)
})

test.each([
  ['120', 120_000],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %s means %s ms', (value, ms) => {
  expect(readRetryAfter(value, Date.UTC(2026, 10, 20, 12))).toBe(ms)
})
