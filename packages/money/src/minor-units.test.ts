import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromMinor, minorDigits, moneyText, percentOf, percentWithin, toMinor } from './minor-units.ts'

describe('amounts of a currency in its smallest unit', () => {
  test.each([
    ['sat', 0],
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
  ])('%s has %i places', (currency, digits) => {
    expect(minorDigits(currency)).toBe(digits)
  })

  test.each([
    [12.5, 'EUR', 1250n],
    [0.1 + 0.2, 'EUR', undefined],
    [0.3, 'EUR', 30n],
    [1.005, 'EUR', undefined],
    [1.005, 'KWD', 1005n],
    [21, 'sat', 21n],
    [21.5, 'sat', undefined],
    [1e12, 'EUR', 100_000_000_000_000n],
  ])('%d %s is %s', (amount, currency, minor) => {
    expect(toMinor(amount, currency)).toBe(minor)
  })

  test('every amount comes back as it was', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 14n), fc.constantFrom('EUR', 'sat', 'KWD'), (minor, currency) => {
        expect(toMinor(fromMinor(minor, currency), currency)).toBe(minor)
      }),
    )
  })

  test.each([
    [1000n, 7.7, 77n],
    [5n, 10, 1n],
    [4n, 10, 0n],
    [999n, 0, 0n],
    [999n, 100, 999n],
    [333n, 33.33, 111n],
  ])('of %s, %d percent are %s', (minor, percent, share) => {
    expect(percentOf(minor, percent)).toBe(share)
  })

  test('tax inside of an amount and tax on top of one are the same tax', () => {
    expect(percentWithin(11_900n, 19)).toBe(1900n)
    expect(percentWithin(10_810n, 8.1)).toBe(810n)
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 9n), fc.integer({ min: 0, max: 100 }), (net, percent) => {
        const tax = percentOf(net, percent)
        const within = percentWithin(net + tax, percent)
        expect(within - tax >= -1n && within - tax <= 1n).toBe(true)
      }),
    )
  })

  test.each([
    [1250n, 'EUR', '12.50 EUR'],
    [5n, 'EUR', '0.05 EUR'],
    [123_456_789n, 'sat', '123,456,789 sat'],
    [100_000n, 'EUR', '1,000.00 EUR'],
    [-5n, 'EUR', '-0.05 EUR'],
  ])('%s of %s is read as %s', (minor, currency, text) => {
    expect(moneyText(minor, currency)).toBe(text)
  })
})
