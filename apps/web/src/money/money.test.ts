import { expect, test } from 'vitest'
import { decimalText, formatFiat, formatSat, fromFiat, msatToSat, toFiat } from './money.ts'

const rate = (currency: string, perBtc: number) => ({ currency, perBtc, timestamp: 0 })

test('conversions are exact, in integers, whatever the price looks like', () => {
  expect(toFiat(100_000_000_000n, rate('EUR', 58_234.51))).toBe(5_823_451n)
  expect(toFiat(-1_000n, rate('USD', 1e8))).toBe(-100n)
  expect(toFiat(1_000n, rate('USD', 1.5e21))).toBe(1_500_000_000_000_000n)
  expect(toFiat(100_000_000_000n, rate('JPY', 9_000_000.5))).toBe(9_000_001n)
  expect(fromFiat(100n, rate('EUR', 58_234.51))).toBe(1_717_000n)
  expect(fromFiat(100n, rate('EUR', 0))).toBe(0n)
})

test('amounts are written with all their digits, never as a double', () => {
  expect(decimalText(-5n, 2)).toBe('-0.05')
  expect(decimalText(7n, 0)).toBe('7')
  expect(formatFiat(123_456_789_012_345_678n, 'EUR')).toBe('€1,234,567,890,123,456.78')
  expect(formatSat(12_345_999n)).toBe('12,345')
  expect(msatToSat(1_999n)).toBe(1n)
})
