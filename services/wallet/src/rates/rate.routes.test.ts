import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPrices, type PricesWorld } from '../../../price-aggregator/mock/open-prices.ts'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../test/world/test-database.ts'

const USD_SOURCES = ['source_a', 'source_b', 'source_c', 'source_d', 'source_e', 'source_g'] as const

const convertIn = async (world: World, from: unknown, to: unknown, amount: unknown) => {
  const { status, body } = await world.call('POST', '/api/v1/conversion', { body: { from, to, amount } })
  return status === 200 ? body.result : status
}

describe.each(LOGIC_DIALECTS)('rates, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    const env = { SERVICE_FIXED_RATES: '{"usd":50000,"JPY":7654321.25}', SERVICE_CURRENCIES: 'EUR,USD' }
    world = await openWorld({ dialect, env })
  })
  afterAll(() => world.close())

  test('the price of a currency is returned with its time, in any letter case', async () => {
    for (const currency of ['USD', 'usd', 'Usd']) {
      const { status, body } = await world.call('GET', `/api/v1/rate/${currency}`)
      const timestamp = world.nowSeconds()
      expect([status, body]).toEqual([200, { rate: 50_000, price: 50_000, currency: 'USD', timestamp }])
    }
    expect((await world.call('GET', '/api/v1/rate/JPY')).body.rate).toBe(7_654_321.25)
  })

  test('the currencies are the configured ones, and a fixed rate adds one', async () => {
    const { status, body } = await world.call('GET', '/api/v1/currencies')
    expect([status, body]).toEqual([200, ['EUR', 'USD', 'JPY']])
  })

  test('a currency that is not configured is 404, one without a price 503', async () => {
    for (const currency of ['XXX', 'constructor', '__proto__', 'sat', 'BTC', 'US', '%00', 'US%2FD']) {
      const { status, body } = await world.call('GET', `/api/v1/rate/${currency}`)
      expect([currency, status, typeof body.detail]).toEqual([currency, 404, 'string'])
    }
    expect((await world.call('GET', '/api/v1/rate/EUR')).status).toBe(503)
  })

  test.each([
    ['USD', 'sat', 900, 1_800_000],
    ['usd', 'SAT', 0.00049999, 0],
    ['USD', 'sat', 0.0005, 1],
    ['sat', 'usd', 1, 0.0005],
    ['BTC', 'USD', 1, 50_000],
    ['USD', 'BTC', 1, 0.00002],
    ['USD', 'BTC', 0.0004, 0],
    ['sat', 'btc', 123_456_789, 1.23456789],
    ['Btc', 'Sat', 0.29, 29_000_000],
    ['USD', 'JPY', 1, 153.086425],
    ['sat', 'sat', 1.9, 1],
    ['BTC', 'BTC', 0.1, 0.1],
    ['EUR', 'eur', 0.1, 0.1],
    ['EUR', 'EUR', 0.123456789, 0.12345678],
    ['USD', 'sat', 0, 0],
  ])('%s to %s: %d is %d', async (from, to, amount, result) => {
    expect(await convertIn(world, from, to, amount)).toBe(result)
  })

  test('conversion of an unknown unit is 400, of one without a price 503', async () => {
    expect(await convertIn(world, '\0', 'sat', 1)).toBe(422)
    for (const unknown of ['XXX', 'sats', '', ' USD', 'toString', 'USDUSD']) {
      expect([unknown, await convertIn(world, unknown, 'sat', 1)]).toEqual([unknown, 400])
      expect([unknown, await convertIn(world, 'sat', unknown, 1)]).toEqual([unknown, 400])
      expect([unknown, await convertIn(world, unknown, unknown, 1)]).toEqual([unknown, 400])
    }
    expect(await convertIn(world, 'EUR', 'sat', 1)).toBe(503)
    expect(await convertIn(world, 'USD', 'EUR', 1)).toBe(503)
  })

  test.each([-1, -1e-9, '1', null, true, undefined, [], 1e300])('an amount of %j is 422', async (amount) => {
    expect(await convertIn(world, 'BTC', 'sat', amount)).toBe(422)
  })

  test('from, to and a number that fits a double are required; a result too large to answer is 422', async () => {
    expect(await convertIn(world, undefined, 'sat', 1)).toBe(422)
    expect(await convertIn(world, 'sat', 7, 1)).toBe(422)
    for (const text of ['1e999', 'NaN', 'Infinity']) {
      const payload = `{"from":"BTC","to":"sat","amount":${text}}`
      const headers = { 'content-type': 'application/json' }
      expect((await world.call('POST', '/api/v1/conversion', { body: payload, headers })).status).toBe(422)
    }
    expect(await convertIn(world, 'BTC', 'sat', 90_071_992)).toBe(9_007_199_200_000_000)
    expect(await convertIn(world, 'BTC', 'sat', 90_071_993)).toBe(422)
  })
})

describe('where prices come from', () => {
  test('without any source rates are 503, conversions without a rate work (S106)', async () => {
    const world = await openWorld({ dialect: 'sqlite' })
    expect((await world.call('GET', '/api/v1/currencies')).body).toEqual(['USD', 'EUR', 'CHF', 'GBP', 'CZK'])
    expect((await world.call('GET', '/api/v1/rate/USD')).status).toBe(503)
    expect((await world.call('GET', '/api/v1/rate/JPY')).status).toBe(404)
    expect((await world.call('GET', '/api/v1/rate/history')).body).toEqual([])
    expect(await convertIn(world, 'USD', 'sat', 1)).toBe(503)
    expect(await convertIn(world, 'sat', 'BTC', 1)).toBe(0.00000001)
    expect(await convertIn(world, 'USD', 'usd', 1)).toBe(1)
    await world.close()
  })

  describe('the real price aggregator', () => {
    let prices: PricesWorld
    let world: World
    beforeAll(async () => {
      prices = await openPrices()
      const url = await prices.app.listen({ host: '127.0.0.1', port: 0 })
      const env = { PRICE_AGGREGATOR_URL: url, SERVICE_CURRENCIES: 'USD,CZK,JPY', SERVICE_RATE_MAX_AGE_SECONDS: '300' }
      world = await openWorld({ dialect: 'sqlite', env })
      await world.service.start()
    })
    afterAll(async () => {
      await world.close()
      prices.app.server.closeAllConnections()
      await prices.close()
    })
    const medianOf = async (currency: string): Promise<number> =>
      (await prices.app.inject(`/rate/${currency}`)).json().rates.median
    const shown = async (currency: string) => (await world.call('GET', `/api/v1/rate/${currency}`)).body
    const rateOf = async (currency: string): Promise<number> => (await shown(currency)).rate
    /** A current cycle, which the wallet service has received. */
    const cycle = async (): Promise<void> => {
      prices.now = world.nowSeconds() * 1000
      await prices.aggregator.runCycle()
      await expect.poll(async () => (await shown('CZK')).timestamp, { timeout: 5000 }).toBe(world.nowSeconds())
    }

    test('is 503 before its first cycle, then updated and stored with each cycle', async () => {
      expect((await world.call('GET', '/api/v1/rate/USD')).status).toBe(503)
      await cycle()
      expect([await rateOf('USD'), await rateOf('CZK')]).toEqual([await medianOf('USD'), await medianOf('CZK')])
      expect((await world.call('GET', '/api/v1/rate/JPY')).status).toBe(503)
      world.advance(60)
      for (const source of USD_SOURCES) prices.mocks.setPrice(source, 'USD', '61234.5')
      // One of them is wrong: it changes nothing.
      prices.mocks.setPrice('source_a', 'USD', '1000000000')
      await cycle()
      expect(await rateOf('USD')).toBe(61_234.5)
      const noted = async () => (await world.call('GET', '/api/v1/rate/history?currency=USD')).body as object[]
      await expect.poll(noted).toHaveLength(2)
      expect((await noted()).at(-1)).toEqual({ currency: 'USD', rate: 61_234.5, timestamp: world.nowSeconds() })
    })

    test('a price that is too old is shown with its time, and not used for money (D14)', async () => {
      const wallet = await world.openWallet()
      const body = { out: false, unit: 'USD', amount: 10 }
      const made = await world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body })
      expect([made.status, made.body.amount]).toEqual([201, 16_330])
      world.advance(299)
      expect(await convertIn(world, 'USD', 'sat', 10)).toBe(16_330)
      world.advance(2)
      expect(await convertIn(world, 'USD', 'sat', 10)).toBe(503)
      expect((await world.call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body })).status).toBe(503)
      expect(await shown('USD')).toMatchObject({ rate: 61_234.5, timestamp: world.nowSeconds() - 301 })
    })

    test('a cycle in which no exchange reports a price does not renew its time (D14)', async () => {
      await cycle()
      const { timestamp } = await shown('USD')
      expect(timestamp).toBe(world.nowSeconds())
      for (const source of USD_SOURCES) prices.mocks.setPrice(source, 'USD', null)
      for (let cycles = 0; cycles < 2; cycles += 1) {
        world.advance(200)
        await cycle()
      }
      expect(await shown('USD')).toMatchObject({ rate: 61_234.5, timestamp })
      expect(await convertIn(world, 'USD', 'sat', 10)).toBe(503)
      expect(await convertIn(world, 'CZK', 'BTC', 0)).toBe(0)
    })
  })
})
