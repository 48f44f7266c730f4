import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPrices, type PricesWorld, START } from '../mock/open-prices.ts'

let world: PricesWorld
beforeEach(async () => {
  world = await openPrices()
})
afterEach(() => world.close())

const sources = async () => (await world.app.inject('/sources')).json()

test('/sources answers before the first cycle, with nulls', async () => {
  const { timestamp, sources: list } = await sources()
  expect(timestamp).toBeNull()
  expect(list).toHaveLength(7)
  expect(list[0]).toMatchObject({
    id: 'source_a',
    last_success: null,
    last_error: null,
    age_seconds: null,
    stale: true,
  })
})

test('last success, age, error and consecutive failures are reported per source', async () => {
  await world.aggregator.runCycle()
  await world.mocks.misbehave('source_c', 'status-500')
  world.now = START + 60_000
  await world.aggregator.runCycle()
  world.now = START + 120_000
  await world.aggregator.runCycle()
  const { sources: list } = await sources()
  expect(list[2]).toMatchObject({
    id: 'source_c',
    label: 'Bitfinex',
    last_success: '2026-11-20T12:00:00.000Z',
    last_error: 'HTTP 500',
    age_seconds: 120,
    consecutive_failures: 2,
    stale: false,
  })
  expect(list[0]).toMatchObject({ last_error: null, age_seconds: 0, consecutive_failures: 0, stale: false })
  await world.mocks.misbehave('source_c', undefined)
  await world.aggregator.runCycle()
  expect((await sources()).sources[2]).toMatchObject({ last_error: null, age_seconds: 0, consecutive_failures: 0 })
})

test('a source that missed three cycles is stale, and its value is published all the same', async () => {
  await world.aggregator.runCycle()
  await world.mocks.misbehave('source_f', 'never-answers')
  world.now = START + 181_000
  const { sources: list } = await sources()
  expect(list[5]).toMatchObject({ stale: true })
  expect(list[5].currencies.CZK).toMatchObject({ stale: true, price: world.mocks.prices['source_f']['CZK'] })
  expect((await world.app.inject('/rate/CZK')).json().rates.source_f).toBe(world.mocks.prices['source_f']['CZK'])
})

test('an outlier is flagged and stays in the published statistics', async () => {
  world.mocks.setPrice('source_d', 'USD', 9_523_000)
  await world.aggregator.runCycle()
  const { sources: list } = await sources()
  expect(list[3].currencies.USD).toMatchObject({ outlier: true, price: 9_523_000 })
  expect(list[0].currencies.USD).toMatchObject({ outlier: false })
  expect((await world.app.inject('/rate/USD')).json().rates).toMatchObject({ source_d: 9_523_000, max: 9_523_000 })
})

test('with fewer than three prices no source is called an outlier', async () => {
  world.mocks.setPrice('source_b', 'CHF', 1)
  await world.aggregator.runCycle()
  const { sources: list } = await sources()
  expect([list[1].currencies.CHF.outlier, list[2].currencies.CHF.outlier]).toEqual([false, false])
})

test('requests carry our User-Agent and ask only for listed pairs, in bulk where the exchange offers it', async () => {
  await world.aggregator.runCycle()
  const counts = (['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const).map(
    (letter) => world.mocks.requests(`source_${letter}`).length,
  )
  expect(counts).toEqual([3, 1, 1, 1, 1, 1, 1])
  for (const request of world.mocks.requests('source_b')) {
    expect(request.headers['user-agent']).toBe('satchel-prices/1.0.0')
    expect(request.url).not.toContain('CZK')
  }
})

test('/metrics has the age and failures of every source and the medians', async () => {
  await world.mocks.misbehave('source_g', 'status-451')
  await world.aggregator.runCycle()
  const text = (await world.app.inject('/metrics')).body
  expect(text).toContain('satchel_source_consecutive_failures{source="source_g"} 1')
  expect(text).toContain('satchel_source_age_seconds{source="source_a"} 0')
  expect(text).toMatch(/satchel_price_median\{currency="USD"\} \d+/)
})
