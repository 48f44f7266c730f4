import { describe, expect, test } from 'vitest'
import { bonusOf, priceOf } from './prices.ts'

describe('prices', () => {
  test.each([
    [0.1, 3, 0, 0.3],
    [19.99, 1, 15, 16.9915],
    [100, 1, 33.3, 66.7],
    [0.07, 10, 100, 0],
  ])('%d for %d years less %d %% is exactly %d', async (cost, years, off, amount) => {
    const domain = {
      cost,
      max_years: 10,
      currency: 'sat',
      promotions: [{ code: 'x', buyer_discount_percent: off, referer_bonus_percent: 0 }],
    }
    const rates = { toSat: async (value: number) => Math.floor(value) }
    const price = await priceOf({ rates }, domain as never, { localPart: 'ada', years, promo: 'x' })
    expect(price.amount).toBe(amount)
  })

  test.each([
    [1000, 10, 100],
    [999, 10, 99],
    [1, 99.9, 0],
    [1000, 0.1, 1],
    [9_007_199_254_740, 100, 9_007_199_254_740],
  ])('%d sat with %d %% discount are %d', (sats, percent, bonus) => {
    expect(bonusOf(sats, percent)).toBe(bonus)
  })
})
