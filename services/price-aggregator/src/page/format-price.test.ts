import { expect, test } from 'vitest'
import { formatChange, formatDuration, formatPrice, formatShare, formatTimestamp } from './format-price.ts'

test.each([
  [95230.175, 'USD', '95,230.18'],
  [1998500, 'CZK', '1,998,500.00'],
  [14_520_000.4, 'JPY', '14,520,000'],
  [28_500_000.25, 'HUF', '28,500,000.25'],
  [0.000012345, 'XAU', '0.00001235'],
  [1e300, 'USD', '1E300'],
  [null, 'USD', '—'],
] as const)('a price has enough digits, and not too many: %d %s', (price, currency, text) => {
  expect(formatPrice(price, currency)).toBe(text)
})

test('shares have two decimals, changes a sign, and missing values stay missing', () => {
  expect(formatShare(0.0417)).toBe('4.17%')
  expect([0.0001, -0.0213, 0, -1e-9].map((ratio) => formatChange(ratio))).toEqual([
    '+0.01%',
    '−2.13%',
    '0.00%',
    '0.00%',
  ])
  expect([formatShare(null), formatChange(null)]).toEqual(['—', '—'])
})

test.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [3599, '59 min'],
  [7200, '2 h'],
  [172_800, '2 d'],
] as const)('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test('a timestamp is marked as UTC', () => {
  expect(formatTimestamp('2026-11-20T13:05:09.123Z')).toBe('2026-11-20 13:05:09 UTC')
})
