import { withLatinDigits } from '@satchel/money/with-latin-digits'
import { expect, test } from 'vitest'
import {
  decimalText,
  formatFiat,
  formatPrice,
  formatSat,
  formatSignedSat,
  formatWorth,
  fromFiat,
  msatToSat,
  toFiat,
} from './money.ts'

const rate = (currency: string, perBtc: number) => ({ currency, perBtc, timestamp: 0 })

test('conversions are exact in integers at every price', () => {
  expect(toFiat(100_000_000_000n, rate('EUR', 58_234.51))).toBe(5_823_451n)
  expect(toFiat(-1_000n, rate('USD', 1e8))).toBe(-100n)
  expect(toFiat(1_000n, rate('USD', 1.5e21))).toBe(1_500_000_000_000_000n)
  expect(toFiat(100_000_000_000n, rate('JPY', 9_000_000.5))).toBe(9_000_001n)
  expect(fromFiat(100n, rate('EUR', 58_234.51))).toBe(1_717_000n)
  expect(fromFiat(100n, rate('EUR', 0))).toBe(0n)
})

test('amounts are written with all digits, without floating point', () => {
  expect(decimalText(-5n, 2)).toBe('-0.05')
  expect(decimalText(7n, 0)).toBe('7')
  expect(formatFiat(123_456_789_012_345_678n, 'EUR')).toBe('€1,234,567,890,123,456.78')
  expect(formatSat(12_345_999n)).toBe('12,345')
  expect(msatToSat(1_999n)).toBe(1n)
})

test.each([
  ['HUF', 'HUF 1,999.50', 'HUF 1,999.50'],
  ['IQD', 'IQD 1,999.500', 'IQD 1,999.500'],
  // A price that was asked for is exact; what something was worth has the digits of its currency.
  ['JPY', '¥2,000', '¥1,999.5'],
])('%s has the decimals of ISO 4217, whatever the browser knows', (currency, worth, price) => {
  expect(formatWorth(1999.5, currency).replace('\u{a0}', ' ')).toBe(worth)
  expect(formatPrice(1999.5, currency).replace('\u{a0}', ' ')).toBe(price)
})

/** Which holds what follows it to its left, in a line from right to left, too. */
const LEFT_TO_RIGHT = '\u200e'

test.each([
  ['en', '+150', '−1,234'],
  ['de', '+150', '−1.234'],
  ['es', '+150', '−1234'],
  ['ar', `${LEFT_TO_RIGHT}+150`, `${LEFT_TO_RIGHT}−1,234`],
  ['ar-EG', `${LEFT_TO_RIGHT}+150`, `${LEFT_TO_RIGHT}−1,234`],
  ['ar-MA', `${LEFT_TO_RIGHT}+150`, `${LEFT_TO_RIGHT}−1.234`],
])('in %s the sign stays on the side of the number where people read it', (language, income, spending) => {
  const latin = withLatinDigits(language)
  expect(formatSignedSat(150_999n, latin)).toBe(income)
  expect(formatSignedSat(-1_234_999n, latin)).toBe(spending)
})

test('an outgoing amount below one satoshi has its sign', () => {
  expect([formatSignedSat(-999n), formatSignedSat(0n), formatSignedSat(999n)]).toEqual(['−0', '+0', '+0'])
})
