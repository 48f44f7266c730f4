import { expect, test } from 'vitest'
import { oldestPriceOf } from './rate-then.ts'

const NOW = 1_800_000_000
const DAYS = 86_400

test.each([
  ['a minute ago', 60, 600],
  ['29 days ago', 29 * DAYS, 600],
  ['31 days ago', 31 * DAYS, DAYS],
  ['two years ago', 730 * DAYS, DAYS],
])(
  'a payment %s accepts a price as old as the interval at which the service keeps prices then',
  (_when, age, oldest) => {
    expect(oldestPriceOf(NOW - age, NOW)).toBe(oldest)
  },
)
