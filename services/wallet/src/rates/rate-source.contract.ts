import { decimalText } from '@satchel/money/decimal'
import { afterEach, describe, expect, test } from 'vitest'
import type { RateSource } from './rate-source.ts'

export interface RateSourceWorld {
  /** Not started yet. */
  readonly source: RateSource
  readonly now: () => number
  close(): Promise<void>
}

const PATIENCE = { timeout: 10_000, interval: 10 }

/** The contract of every source of rates. */
export function rateSourceContract(
  name: string,
  open: (prices: Readonly<Record<string, number>>) => Promise<RateSourceWorld>,
): void {
  describe(`${name} keeps the contract of a rate source`, () => {
    let world: RateSourceWorld | undefined
    afterEach(async () => {
      await world?.source.stop()
      await world?.close()
    })
    const openSource = async (prices: Readonly<Record<string, number>>): Promise<RateSourceWorld> =>
      (world = await open(prices))
    const pricesOf = ({ source }: RateSourceWorld) =>
      Object.fromEntries([...source.quotes()].map(([currency, { price }]) => [currency, decimalText(price)]))

    test('a price is exact to its last digit, with a time that is not in the future', async () => {
      const opened = await openSource({ USD: 95230.25, EUR: 0.1, CZK: 2_000_000.07 })
      opened.source.start()
      const exact = { USD: '95230.25', EUR: '0.1', CZK: '2000000.07' }
      await expect.poll(() => pricesOf(opened), PATIENCE).toEqual(exact)
      for (const { at } of opened.source.quotes().values()) {
        expect(at).toBeLessThanOrEqual(opened.now())
        expect(at).toBeGreaterThan(opened.now() - 60_000)
      }
    })

    test('a currency without a price is undefined, under any name', async () => {
      const opened = await openSource({ USD: 50_000 })
      opened.source.start()
      await expect.poll(() => pricesOf(opened), PATIENCE).toEqual({ USD: '50000' })
      for (const currency of ['EUR', 'usd', '', 'constructor', '__proto__']) {
        expect(opened.source.quotes().get(currency)).toBeUndefined()
      }
    })

    test('reading and starting do not wait; known prices stay after the stop, which may come twice or first', async () => {
      const opened = await openSource({ USD: 50_000 })
      expect(opened.source.quotes().size).toBeLessThanOrEqual(1)
      opened.source.start()
      await expect.poll(() => pricesOf(opened), PATIENCE).toEqual({ USD: '50000' })
      await opened.source.stop()
      await opened.source.stop()
      expect(pricesOf(opened)).toEqual({ USD: '50000' })
      const unused = await open({ USD: 1 })
      await unused.source.stop()
      await unused.close()
    })
  })
}
