import { expect, test } from 'vitest'
import { oldestPriceOf } from './rate-then.ts'

const NOW = 1_800_000_000
const DAYS = 86_400

test.each([
  ['a minute ago', 60, 600],
  ['29 days ago', 29 * DAYS, 600],
  ['31 days ago', 31 * DAYS, DAYS],
  ['two years ago', 730 * DAYS, DAYS],
])('of a payment %s the price counts that is as old as the service keeps them', (_when, age, oldest) => {
  expect(oldestPriceOf(NOW - age, NOW)).toBe(oldest)
})
