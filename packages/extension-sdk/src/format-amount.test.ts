import { expect, test } from 'vitest'
import { formatAmount } from './format-amount.ts'

test.each([
  [0, 'sat', '0 sat'],
  [1_250_000, undefined, '1,250,000 sat'],
  [2_100_000_000_000_000, 'sat', '2,100,000,000,000,000 sat'],
  [12.5, 'EUR', '12.50 EUR'],
  [1234.005, 'EUR', '1,234.005 EUR'],
  [5000, 'JPY', '5,000 JPY'],
  [1999.5, 'IDR', '1,999.50 IDR'],
  [1999.5, 'JPY', '1,999.5 JPY'],
])('%s %s reads as %s', (amount, currency, text) => {
  expect(formatAmount(amount, currency)).toBe(text)
})
