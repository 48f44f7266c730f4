import { expect, test } from 'vitest'
import { quickAmounts } from './quick-amounts.ts'

const rate = (currency: string, perBtc: number) => ({ currency, perBtc, timestamp: 0 })

test.each([
  ['EUR', 50_000, ['5', '10', '20']],
  ['USD', 110_000, ['10', '20', '50']],
  ['JPY', 16_000_000, ['2000', '5000', '10000']],
  ['HUF', 36_000_000, ['5000', '10000', '20000']],
  ['KWD', 31_000, ['2', '5', '10']],
  ['VND', 2_700_000_000, ['200000', '500000', '1000000']],
  ['IDR', 1_700_000_000, ['200000', '500000', '1000000']],
  // An ounce of gold buys so much that a hundredth is the least that can be typed.
  ['XAU', 25, ['0.01', '0.02', '0.05']],
])('quick amounts in %s are round and of a usual size', (currency, perBtc, texts) => {
  expect(quickAmounts(currency, rate(currency, perBtc), {})).toEqual(texts)
})

test('quick amounts in satoshis need no price; a currency without a price has none', () => {
  expect(quickAmounts('sat', undefined, {})).toEqual(['1000', '5000', '21000'])
  expect(quickAmounts('EUR', undefined, {})).toEqual([])
  expect(quickAmounts('EUR', rate('USD', 110_000), {})).toEqual([])
})

test('quick amounts stay within the bounds', () => {
  expect(quickAmounts('sat', undefined, { min: 2_000_000n, max: 6_000_000n })).toEqual(['5000'])
  expect(quickAmounts('EUR', rate('EUR', 50_000), { max: 20_000_000n })).toEqual(['5', '10'])
  expect(quickAmounts('sat', undefined, { max: 500_000n })).toEqual([])
})
