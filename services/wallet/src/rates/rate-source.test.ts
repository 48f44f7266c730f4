import type { AddressInfo } from 'node:net'
import { SILENT_LOG } from '@satchel/http/log'
import { decimalOf } from '@satchel/money/decimal'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type MockExchanges, startMockExchanges } from '../../../price-aggregator/mock/mock-exchanges.ts'
import { openPrices, type PricesWorld } from '../../../price-aggregator/mock/open-prices.ts'
import { createFixedRates } from './fixed-rates.ts'
import { followPriceAggregator } from './price-aggregator.ts'
import { rateSourceContract } from './rate-source.contract.ts'
import { readOwnPrices } from './read-own-prices.ts'

const CURRENCIES = ['USD', 'EUR', 'CHF', 'GBP', 'CZK']

rateSourceContract('fixed rates', async (prices) => ({
  source: createFixedRates(
    new Map(Object.entries(prices).map(([currency, price]) => [currency, decimalOf(price)])),
    Date.now,
  ),
  now: Date.now,
  close: async () => undefined,
}))

let mocks: MockExchanges
beforeAll(async () => {
  mocks = await startMockExchanges()
})
afterAll(() => mocks.close())

/** The real price aggregator, with every exchange telling the same prices and no others. */
async function openAggregator(prices: Readonly<Record<string, number>>): Promise<PricesWorld> {
  await mocks.reset()
  for (const [sourceId, listed] of Object.entries(mocks.prices)) {
    for (const currency of Object.keys(listed)) {
      mocks.setPrice(sourceId as keyof typeof mocks.prices, currency, prices[currency]?.toString() ?? null)
    }
  }
  const world = await openPrices({ mocks })
  world.now = Date.now()
  await world.aggregator.runCycle()
  return world
}

rateSourceContract('the price aggregator on a port', async (prices) => {
  const world = await openAggregator(prices)
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  const source = followPriceAggregator({
    url: `http://127.0.0.1:${port}`,
    currencies: CURRENCIES,
    clock: Date.now,
    log: SILENT_LOG,
    random: Math.random,
  })
  const close = async (): Promise<void> => {
    // One that was opened and never used would be waited for.
    world.app.server.closeAllConnections()
    await world.close()
  }
  return { source, now: Date.now, close }
})

rateSourceContract('the price aggregator in the same process', async (prices) => {
  const world = await openAggregator(prices)
  const source = readOwnPrices({
    ownPrices: world.aggregator,
    currencies: CURRENCIES,
    clock: Date.now,
    log: SILENT_LOG,
  })
  return { source, now: Date.now, close: world.close }
})

test('the price aggregator in the same process is read after each of its cycles, until the stop', async () => {
  const world = await openAggregator({ USD: 50_000 })
  onTestFinished(world.close)
  const source = readOwnPrices({
    ownPrices: world.aggregator,
    currencies: CURRENCIES,
    clock: Date.now,
    log: SILENT_LOG,
  })
  const price = () => source.quotes().get('USD')?.price
  const changed = (): Promise<void> => new Promise((resolve) => source.onChange(resolve))
  const learned = changed()
  source.start()
  await learned
  expect(price()).toEqual(decimalOf(50_000))
  const cycle = async (usd: number): Promise<void> => {
    for (const id of Object.keys(mocks.prices)) mocks.setPrice(id as keyof typeof mocks.prices, 'USD', `${usd}`)
    await world.aggregator.runCycle()
  }
  const again = changed()
  await cycle(60_000)
  await again
  expect(price()).toEqual(decimalOf(60_000))
  await source.stop()
  await cycle(70_000)
  await world.aggregator.ask('/rates')
  expect(price()).toEqual(decimalOf(60_000))
})
