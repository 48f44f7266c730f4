import { expect, test } from 'vitest'
import { writeMoney } from './write-money.js'

const plain = (text: string): string => text.replaceAll('\u{a0}', ' ')

test.each([
  [4.2, 'EUR', 'de', 2, '4,20 €'],
  [4.2, 'EUR', 'en', 2, '€4.20'],
  [12.5, 'EUR', 'es', 2, '12,50 €'],
  ['1250', 'sat', 'de', 0, '1.250 sat'],
  ['1250.5', 'sat', 'ar-EG', 0, '1,250.5 ساتوشي'],
  [1500, 'JPY', 'en', 0, '¥1,500'],
  [1234.005, 'EUR', 'en', 2, '€1,234.005'],
  ['123456789012345678.9', 'EUR', 'en', 2, '€123,456,789,012,345,678.90'],
] as const)('%s %s in %s is written one way, with all its digits', (amount, unit, locale, digits, text) => {
  expect(plain(writeMoney(amount, unit, { locale, digits }))).toBe(text)
})

test('digits are Latin in every language, and no more than requested', () => {
  expect(plain(writeMoney(12.345, 'EUR', { locale: 'ar-EG', digits: 2, maxDigits: 2 }))).toMatch(/12[.,]3[45]/)
})

test('Arabic money is one run from left to right, in which no symbol is separated from its number', () => {
  const forms = { locale: 'ar', digits: 2 }
  expect(plain(writeMoney(-12.5, 'USD', forms))).toMatch(/^\u200e[^\u200f]*-12\.50 US\$\u200e$/)
  expect(plain(writeMoney(12.5, 'EUR', forms))).toBe('\u200e12.50 €\u200e')
})
