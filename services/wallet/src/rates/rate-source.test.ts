import type { AddressInfo } from 'node:net'
import { SILENT_LOG } from '@satchel/http/log'
import { decimalOf } from '@satchel/money/decimal'
import { afterAll, beforeAll } from 'vitest'
import { type MockExchanges, startMockExchanges } from '../../../price-aggregator/mock/mock-exchanges.ts'
import { openPrices } from '../../../price-aggregator/mock/open-prices.ts'
import { createFixedRates } from './fixed-rates.ts'
import { followPriceAggregator } from './price-aggregator.ts'
import { rateSourceContract } from './rate-source.contract.ts'

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

/** The real price aggregator on a port, with every exchange telling the same prices and no others. */
rateSourceContract('the price aggregator', async (prices) => {
  await mocks.reset()
  for (const [sourceId, listed] of Object.entries(mocks.prices)) {
    for (const currency of Object.keys(listed)) {
      mocks.setPrice(sourceId as keyof typeof mocks.prices, currency, prices[currency]?.toString() ?? null)
    }
  }
  const world = await openPrices({ mocks })
  world.now = Date.now()
  await world.aggregator.runCycle()
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
