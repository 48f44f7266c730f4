import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  MAX_MSAT,
  MAX_SAT,
  msat,
  msatToSatCeil,
  msatToSatFloor,
  msatToSatTowardsZero,
  partsPerMillionCeil,
  sat,
  satToMsat,
  toJson,
} from './units.ts'

const amounts = fc.bigInt({ min: -MAX_MSAT, max: MAX_MSAT }).map(msat)
const positive = fc.bigInt({ min: 0n, max: MAX_MSAT }).map(msat)

test('the displayed balance never exceeds the balance, and is less than a satoshi below it (A32)', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const shown = satToMsat(msatToSatFloor(amount))
      expect(shown <= amount && amount - shown < 1000n).toBe(true)
    }),
  )
})

test('a displayed required amount is never below the required amount (A32)', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const shown = satToMsat(msatToSatCeil(amount))
      expect(shown >= amount && shown - amount < 1000n).toBe(true)
    }),
  )
})

test('a payment row shows the same amount in both directions (A32)', () => {
  fc.assert(
    fc.property(positive, (amount) => {
      expect(msatToSatTowardsZero(msat(-amount))).toBe(-msatToSatTowardsZero(amount))
      expect(msatToSatTowardsZero(amount)).toBe(msatToSatFloor(amount))
    }),
  )
})

test('whole satoshis are unchanged after a conversion to msat and back (A32)', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -MAX_SAT, max: MAX_SAT }), (amount) => {
      expect(msatToSatFloor(satToMsat(sat(amount)))).toBe(amount)
      expect(msatToSatCeil(satToMsat(sat(amount)))).toBe(amount)
    }),
  )
})

test('the largest amount is a JSON number, one more satoshi in msat is not (A35)', () => {
  expect(toJson(MAX_MSAT)).toBe(9_007_199_254_740_000)
  expect(() => toJson(msat(MAX_MSAT + 1000n))).toThrow(RangeError)
})

test('a fee in parts per million never falls with the amount, and two halves cost at most 1 msat less (A39)', () => {
  fc.assert(
    fc.property(positive, positive, fc.integer({ min: 0, max: 1_000_000 }), (first, second, parts) => {
      const fee = (amount: bigint): bigint => partsPerMillionCeil(msat(amount), parts)
      expect(fee(first + second) >= fee(first)).toBe(true)
      expect(fee(first) + fee(second) >= fee(first + second) - 1n).toBe(true)
      expect(fee(first) >= 0n && fee(first) <= first).toBe(true)
    }),
  )
})
