import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Decimal, parseDecimal } from './decimal.ts'
import { fiatToSatsFloor } from './fiat-to-sats.ts'

const decimal = (text: string): Decimal => parseDecimal(text) as Decimal

test.each([
  ['900', '50000', 1_800_000n],
  ['7', '100000', 7_000n],
  ['75', '62500', 120_000n],
  ['0', '50000', 0n],
  ['-5', '45000.5', -11_111n],
  ['0.0001', '50000', 0n],
  ['-0.0001', '50000', -1n],
  ['9007199254740993', '100000000', 9007199254740993n],
  ['1e300', '0.01', 10n ** 310n],
])('%s of fiat at %s per BTC is exactly %s sat', (amount, price, sats) => {
  expect(fiatToSatsFloor(decimal(amount), decimal(price))).toBe(sats)
})

test('conversion agrees with big-integer arithmetic for every amount in cents and price in cents', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (cents, price) => {
        const top = cents * 100_000_000n
        const floored = top / price - (top % price < 0n ? 1n : 0n)
        const text = (value: bigint): string => `${value}e-2`
        expect(fiatToSatsFloor(decimal(text(cents)), decimal(text(price)))).toBe(floored)
      },
    ),
    { numRuns: 1000 },
  )
})
