import { expect, test } from 'vitest'
import { reject } from '../rejection.ts'
import { largestAmount } from './largest-amount.ts'

const at = (satPerUnit: number) => ({
  maxSat: 1_000_000,
  rates: { toSat: async (amount: number) => Math.floor(amount * satPerUnit) },
})

test('the largest amount is the limit of one payment, in whole units of the currency, rounded down', async () => {
  expect(await largestAmount(at(1), 'sat')).toBe(1_000_000)
  expect(await largestAmount(at(1700), 'EUR')).toBe(588.23)
  expect(await largestAmount(at(10), 'JPY')).toBe(100_000)
})

test('without a rate no limit is shown', async () => {
  const rates = { toSat: async () => Promise.reject(reject('There is no price.', 503)) }
  expect(await largestAmount({ maxSat: 1000, rates }, 'EUR')).toBeUndefined()
})
