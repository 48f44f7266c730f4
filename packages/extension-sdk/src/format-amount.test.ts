import { minorDigits } from '@satchel/money/minor-digits'
import { writeMoney } from '@satchel/money/write-money'
import { expect, test } from 'vitest'
import { formatAmount } from './format-amount.ts'

test.each([
  [0, 'sat', '0 sat'],
  [1_250_000, undefined, '1,250,000 sat'],
  [2_100_000_000_000_000, 'sat', '2,100,000,000,000,000 sat'],
  [12.5, 'EUR', '€12.50'],
  [1234.005, 'EUR', '€1,234.005'],
  [5000, 'JPY', '¥5,000'],
  [1999.5, 'IDR', 'IDR 1,999.50'],
  [1999.5, 'JPY', '¥1,999.5'],
])('%s %s is formatted as %s', (amount, currency, text) => {
  const said = formatAmount(amount, currency)
  expect(said.replace('\u{a0}', ' ')).toBe(text)
  expect(said).toBe(writeMoney(amount, currency ?? 'sat', { locale: 'en', digits: minorDigits(currency ?? 'sat') }))
})
