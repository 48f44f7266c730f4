import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalOf, nearestDouble } from './decimal.ts'
import { percentOf, percentOfSats, percentWithin } from './percent-of.ts'

test.each([
  [10, 7.7, 2, 0.77],
  [0.05, 10, 2, 0.01],
  [0.04, 10, 2, 0],
  [9.99, 0, 2, 0],
  [9.99, 100, 2, 9.99],
  [3.33, 33.33, 2, 1.11],
  [1e21, 10, 2, 1e20],
  // An amount with more digits than its currency: the share has those of the currency.
  [1999.5, 27, 0, 540],
  [1.005, 100, 2, 1.01],
])('%d, and %d percent of it with %i digits: %d', (amount, percent, digits, share) => {
  expect(nearestDouble(percentOf(decimalOf(amount), percent, digits))).toBe(share)
})

test.each([
  [1000n, 7.7, 77n],
  [5n, 10, 1n],
  [4n, 10, 0n],
])('of %s sat, %d percent are %s', (sats, percent, share) => {
  expect(percentOfSats(sats, percent)).toBe(share)
})

test('tax included in an amount and tax added to one agree', () => {
  expect(percentWithin(decimalOf(119), 19, 2)).toEqual({ coefficient: 1900n, scale: 2 })
  expect(percentWithin(decimalOf(108.1), 8.1, 2)).toEqual({ coefficient: 810n, scale: 2 })
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 9n), fc.integer({ min: 0, max: 100 }), (net, percent) => {
      const tax = percentOf({ coefficient: net, scale: 2 }, percent, 2).coefficient
      const within = percentWithin({ coefficient: net + tax, scale: 2 }, percent, 2).coefficient
      expect(within - tax >= -1n && within - tax <= 1n).toBe(true)
    }),
  )
})
