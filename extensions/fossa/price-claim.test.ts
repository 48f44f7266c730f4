import { expect, test } from 'vitest'
import { digitsAfter, digitsOf, toMajor } from './price-claim.ts'

test.each([
  [1250, 2, 12.5],
  [1, 2, 0.01],
  [0, 2, 0],
  [1250, 0, 1250],
  [1250, 3, 1.25],
  [999_999_999_999, 2, 9_999_999_999.99],
])('%d with %i decimal places is %d', (amount, digits, expected) => {
  expect(toMajor(amount, digits)).toBe(expected)
})

test('a machine keeps its own decimal places, whatever those of its currency are now', () => {
  expect(digitsOf({ currency: 'HUF', digits: 0 })).toBe(0)
  expect(digitsOf({ currency: 'JPY', digits: 2 })).toBe(2)
})

test('a machine of an older version uses the digits of ISO 4217, unless its Node had others: then its owner is asked', () => {
  expect(digitsOf({ currency: 'EUR', digits: undefined })).toBe(2)
  expect(digitsOf({ currency: 'KWD', digits: undefined })).toBe(3)
  expect(digitsOf({ currency: 'sat', digits: undefined })).toBe(0)
  for (const currency of ['HUF', 'IDR', 'COP', 'PKR', 'RSD', 'IQD']) {
    expect(() => digitsOf({ currency, digits: undefined })).toThrow('has to set how many digits')
  }
})

test.each([
  ['another title', { currency: 'EUR', digits: 2 }, { currency: 'EUR', digits: 2 }, 2],
  ['the digits', { currency: 'HUF', digits: undefined }, { currency: 'HUF', digits: 0 }, 0],
  ['the digits, by mistake to none', { currency: 'EUR', digits: 2 }, { currency: 'EUR', digits: undefined }, 2],
  ['a currency with more digits', { currency: 'sat', digits: 0 }, { currency: 'EUR', digits: 0 }, 2],
  ['a currency with fewer digits', { currency: 'EUR', digits: 2 }, { currency: 'JPY', digits: 2 }, 2],
  ['currency and digits', { currency: 'EUR', digits: 2 }, { currency: 'JPY', digits: 0 }, 0],
  [
    'the currency of an older machine',
    { currency: 'HUF', digits: undefined },
    { currency: 'EUR', digits: undefined },
    2,
  ],
  [
    'the title of an older machine',
    { currency: 'HUF', digits: undefined },
    { currency: 'HUF', digits: undefined },
    undefined,
  ],
])('a machine set to %s changes its digits %j to %j: %s', (_what, old, next, digits) => {
  expect(digitsAfter(old, next)).toBe(digits)
})
