import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPrices, type PricesWorld, START } from '../mock/open-prices.ts'
import { SOURCE_IDS } from './exchanges/source.ts'

let world: PricesWorld
beforeAll(async () => {
  world = await openPrices()
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })

describe('before the first cycle', () => {
  test.each(['/rates', '/rate/USD', '/rate/JPY', '/rate/USD/100'])(
    '%s answers 503 with the agreed detail',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(503)
      expect(answer.json()).toEqual({ detail: 'No rate data available yet' })
    },
  )

  test('a malformed amount is 422 even then: 422 comes before 503', async () => {
    expect((await get('/rate/xyz/abc')).statusCode).toBe(422)
  })

  test('/health is ok and /ready is not', async () => {
    expect((await get('/health')).json()).toEqual({ status: 'ok' })
    expect((await get('/ready')).statusCode).toBe(503)
  })
})

describe('after a cycle', () => {
  beforeAll(() => world.aggregator.runCycle())

  test('/rates has every configured currency and every source, nulls included, in the agreed order', async () => {
    const answer = await get('/rates')
    expect(answer.headers['content-type']).toBe('application/json')
    const body = answer.json()
    expect(Object.keys(body)).toEqual(['timestamp', 'base', 'rates'])
    expect(body).toMatchObject({ timestamp: '2026-11-20T12:00:00.000Z', base: 'BTC' })
    expect(Object.keys(body.rates)).toEqual(['USD', 'EUR', 'CHF', 'GBP', 'CZK'])
    for (const rates of Object.values<object>(body.rates)) {
      expect(Object.keys(rates)).toEqual(['median', 'min', 'max', ...SOURCE_IDS])
    }
  })

  test('a source is null exactly where it lists no pair', async () => {
    const { rates } = (await get('/rates')).json()
    const listing = (currency: string) =>
      SOURCE_IDS.filter((id) => rates[currency][id] !== null)
        .map((id) => id.at(-1))
        .join('')
    expect({
      USD: listing('USD'),
      EUR: listing('EUR'),
      CHF: listing('CHF'),
      GBP: listing('GBP'),
      CZK: listing('CZK'),
    }).toEqual({
      USD: 'abcdeg',
      EUR: 'abcdefg',
      CHF: 'bc',
      GBP: 'abcdg',
      CZK: 'f',
    })
  })

  test('prices are those of the exchanges, and min, max and median are over them', async () => {
    const { rates } = (await get('/rate/USD')).json()
    const sent = SOURCE_IDS.map((id) => world.mocks.prices[id]['USD'])
      .filter((price) => price !== undefined)
      .map(Number)
    expect(SOURCE_IDS.map((id) => rates[id]).filter((price) => price !== null)).toEqual(sent)
    expect(rates.min).toBe(Math.min(...sent))
    expect(rates.max).toBe(Math.max(...sent))
  })

  test('with two sources the median is their mean', async () => {
    world.mocks.setPrice('source_b', 'CHF', 100)
    world.mocks.setPrice('source_c', 'CHF', 101)
    await world.aggregator.runCycle()
    expect((await get('/rate/chf')).json().rates).toMatchObject({ median: 100.5, min: 100, max: 101 })
  })

  test('the currency is taken in any case, answered in upper case and not trimmed', async () => {
    for (const url of ['/rate/usd', '/rate/US%44', '/rate/uSd']) expect((await get(url)).json().currency).toBe('USD')
    expect((await get('/rate/USD%20')).statusCode).toBe(404)
    const keys = Object.keys((await get('/rate/usd')).json())
    expect(keys).toEqual(['timestamp', 'base', 'currency', 'rates'])
  })

  test.each([
    ['/rate/jpy', 'JPY'],
    ['/rate/JPY/5', 'JPY'],
    ['/rate/%zz', '%ZZ'],
    ['/rate/USD%20', 'USD '],
    ['/rate/constructor', 'CONSTRUCTOR'],
    ['/rate/%F0%9F%92%B0', '💰'],
  ])('%s is not configured: 404', async (url, shown) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ detail: `Currency ${shown} not configured` })
  })

  test.each(['/rates/', '/health/', '/rate/USD/', '/rate/USD/1/'])(
    '%s redirects to the path without the slash',
    async (url) => {
      const answer = await get(url, { host: 'evil.example' })
      expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([307, url.slice(0, -1), ''])
    },
  )

  test.each(['/rate', '/rate/', '/rate//10', '/RATES', '//rates', '/rate/USD/1%2F2', '/unknown'])(
    '%s is unknown: 404',
    async (url) => {
      const answer = await get(url)
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not Found' }])
    },
  )

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s is not allowed: 405 with Allow', async (method) => {
    for (const url of ['/rates', '/rate/USD', '/rate/USD/5', '/health']) {
      const answer = await world.app.inject({ method, url })
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
      expect(answer.json()).toEqual({ detail: 'Method Not Allowed' })
    }
  })

  test('query strings are ignored', async () => {
    expect((await get('/rate/USD?currency=EUR&x')).json().currency).toBe('USD')
  })
})

describe('conversion', () => {
  beforeAll(async () => {
    for (const id of ['source_a', 'source_b', 'source_c', 'source_d', 'source_e', 'source_g'] as const)
      world.mocks.setPrice(id, 'USD', 50_000)
    world.mocks.setPrice('source_f', 'CZK', 45_000.5)
    await world.aggregator.runCycle()
  })

  test('900 at 50 000 is exactly 1 800 000, with the specified keys', async () => {
    expect((await get('/rate/usd/900')).body).toBe(
      '{"timestamp":"2026-11-20T12:00:00.000Z","currency":"USD","amount":900,"sats":1800000,"rate":50000}',
    )
  })

  test.each([
    ['0', '"amount":0,"sats":0,'],
    ['-0', '"amount":0,"sats":0,'],
    ['-5', '"amount":-5,"sats":-10000,'],
    ['1e-400', '"amount":0,"sats":0,'],
    ['.5', '"amount":0.5,"sats":1000,'],
    ['1_000', '"amount":1000,"sats":2000000,'],
    ['9007199254740993', '"amount":9007199254740992,"sats":18014398509481986000,'],
    ['1e300', `"amount":1e+300,"sats":2${'0'.repeat(303)},`],
    ['0.0000000001', '"amount":1e-10,"sats":0,'],
    ['%C2%A0900%E2%80%83', '"amount":900,"sats":1800000,'],
  ])('%s is echoed as the nearest double and converted exactly', async (text, expected) => {
    expect((await get(`/rate/USD/${text}`)).body).toContain(expected)
  })

  test('negative amounts are floored towards minus infinity', async () => {
    expect((await get('/rate/CZK/-5')).json()).toMatchObject({ sats: -11111, rate: 45000.5 })
  })

  test.each([
    ['nan', 'finite_number'],
    ['-Infinity', 'finite_number'],
    ['1e400', 'finite_number'],
    ['1e308', 'finite_number'],
    ['9'.repeat(400), 'finite_number'],
    ['abc', 'float_parsing'],
    ['1,5', 'float_parsing'],
    ['0x10', 'float_parsing'],
    ['_1', 'float_parsing'],
    ['1__0', 'float_parsing'],
    ['%20', 'float_parsing'],
    ['%EF%BB%BF1', 'float_parsing'],
    ['%D9%A1', 'float_parsing'],
  ])('%s is 422 %s', async (text, type) => {
    const answer = await get(`/rate/USD/${text}`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toMatchObject([{ type, loc: ['path', 'amount'], input: decodeURIComponent(text) }])
  })

  test('an encoded slash separates segments: /rate/a%2Fb is a malformed amount', async () => {
    expect((await get('/rate/a%2Fb')).json().detail[0]).toMatchObject({ type: 'float_parsing', input: 'b' })
  })

  test('sats are exact for any amount and price: floor(amount × 10^8 ÷ rate) in whole numbers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }),
        fc.integer({ min: 1, max: 10 ** 11 }),
        async (cents, priceCents) => {
          world.mocks.setPrice('source_f', 'CZK', priceCents / 100)
          await world.aggregator.runCycle()
          const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
          const text = `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
          const body = (await get(`/rate/CZK/${text}`)).body
          const top = cents * 100_000_000n
          const bottom = BigInt(priceCents)
          const floored = top / bottom - (top < 0n && top % bottom !== 0n ? 1n : 0n)
          expect(body).toContain(`"sats":${floored},`)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('when exchanges fail', () => {
  test('the first cycle with all exchanges failing has the no-data state: nulls, a timestamp, no conversion', async () => {
    const dark = await openPrices()
    for (const id of SOURCE_IDS) await dark.mocks.misbehave(id, 'status-500')
    await dark.aggregator.runCycle()
    const rates = await dark.app.inject('/rates')
    expect(rates.statusCode).toBe(200)
    expect(rates.json().timestamp).toBe('2026-11-20T12:00:00.000Z')
    expect(Object.values(rates.json().rates.USD)).toEqual(new Array(10).fill(null))
    const conversion = await dark.app.inject('/rate/usd/5')
    expect([conversion.statusCode, conversion.json()]).toEqual([503, { detail: 'No median price available for USD' }])
    expect((await dark.app.inject('/rate/JPY/5')).statusCode).toBe(404)
    expect((await dark.app.inject('/ready')).statusCode).toBe(200)
    await dark.close()
  })

  test('a failed cycle keeps the values and updates the timestamp', async () => {
    const before = (await get('/rate/EUR')).json()
    for (const id of SOURCE_IDS) await world.mocks.misbehave(id, 'status-503')
    world.now = START + 60_000
    await world.aggregator.runCycle()
    const after = (await get('/rate/EUR')).json()
    expect(after.rates).toEqual(before.rates)
    expect(after.timestamp).toBe('2026-11-20T12:01:00.000Z')
    for (const id of SOURCE_IDS) await world.mocks.misbehave(id, undefined)
  })
})
