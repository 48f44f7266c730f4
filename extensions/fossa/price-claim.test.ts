import { expect, test } from 'vitest'
import { toMajor } from './price-claim.ts'

test.each([
  [1250, 'USD', 12.5],
  [1, 'EUR', 0.01],
  [0, 'EUR', 0],
  [1250, 'JPY', 1250],
  [1250, 'KWD', 1.25],
  [1250, 'sat', 1250],
  [999_999_999_999, 'USD', 9_999_999_999.99],
])('%d minor units of %s are %d', (amount, currency, expected) => {
  expect(toMajor(amount, currency)).toBe(expected)
})
