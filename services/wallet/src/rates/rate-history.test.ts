import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { DIALECTS } from '../../test/world/test-database.ts'
import { noteRates } from './record-rates.ts'

const DAY = 86_400
/** A midnight, so that periods are easy to read. */
const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z') / 1000

describe.each(DIALECTS)('prices of the past, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({
      dialect,
      env: { SERVICE_FIXED_RATES: '{"USD":50000.5,"EUR":45000}', SERVICE_CURRENCIES: 'USD,EUR,CHF,SEK' },
    })
    world.advance(MIDNIGHT - world.nowSeconds())
  })
  afterAll(() => world.close())

  const history = async (query = '') => (await world.call('GET', `/api/v1/rate/history${query}`)).body
  const timesOf = async (query: string) =>
    ((await history(query)) as { timestamp: number }[]).map(({ timestamp }) => timestamp)
  const note = (at: number, currency: string, rate: string) =>
    world.db.transact(noteRates, { points: [{ currency, rate, at }], now: world.nowSeconds() })
  const countRows = () => world.db.first('SELECT count(*) AS n FROM rate_history', [], (row: { n: bigint }) => row.n)

  test('the first price of a minute is kept, by however many processes, and outlasts a restart', async () => {
    const { recorder } = world.service.prices
    await Promise.all([recorder.record(), recorder.record()])
    world.advance(59)
    await recorder.record()
    await note(world.nowSeconds(), 'USD', '1')
    world.advance(1)
    await recorder.record()
    const expected = [
      { currency: 'EUR', rate: 45000, timestamp: MIDNIGHT },
      { currency: 'USD', rate: 50000.5, timestamp: MIDNIGHT },
      { currency: 'EUR', rate: 45000, timestamp: MIDNIGHT + 60 },
      { currency: 'USD', rate: 50000.5, timestamp: MIDNIGHT + 60 },
    ]
    expect(await history()).toEqual(expected)
    await world.restart()
    await world.service.prices.recorder.record()
    expect(await history()).toEqual(expected)
  })

  test('currency, from, to and limit select: the newest of the range, newest last', async () => {
    await note(MIDNIGHT + 120, 'USD', '3')
    await note(MIDNIGHT + 180, 'USD', '4')
    expect(await timesOf('?currency=usd')).toEqual([0, 60, 120, 180].map((second) => MIDNIGHT + second))
    expect(await timesOf('?currency=USD&limit=2')).toEqual([MIDNIGHT + 120, MIDNIGHT + 180])
    expect(await timesOf(`?currency=USD&from=${MIDNIGHT + 60}&to=${MIDNIGHT + 120}`)).toEqual([
      MIDNIGHT + 60,
      MIDNIGHT + 120,
    ])
    expect(await timesOf(`?from=${MIDNIGHT + 181}`)).toEqual([])
    expect(await timesOf('?currency=CHF')).toEqual([])
    expect(await timesOf('')).toHaveLength(6)
  })

  test.each(['limit=0', 'limit=5001', 'limit=x', 'from=-1', 'to=x', 'from=1.5', 'currency=USD&currency=EUR'])(
    '?%s is 422',
    async (query) => {
      const { status, body } = await world.call('GET', `/api/v1/rate/history?${query}`)
      expect([status, typeof body.detail]).toEqual([422, 'string'])
    },
  )

  test('a currency without rates is 404', async () => {
    for (const currency of ['JPY', 'constructor', '']) {
      expect((await world.call('GET', `/api/v1/rate/history?currency=${currency}`)).status).toBe(404)
    }
  })

  test('with age minutes are thinned to tens of minutes and then days, each time once, and the others are deleted', async () => {
    const start = MIDNIGHT + 40 * DAY
    for (let minute = 0; minute < 31; minute += 1) await note(start + minute * 60, 'USD', String(1000 + minute))
    const of = async (at: number): Promise<number[]> => {
      world.advance(at - world.nowSeconds())
      return (await timesOf(`?currency=USD&from=${start}&limit=5000`)).map((time) => (time - start) / 60)
    }
    const minutes = Array.from({ length: 31 }, (_, minute) => minute)
    expect(await of(start + DAY)).toEqual(minutes)
    expect(await of(start + DAY + 1200)).toEqual([0, 10, ...minutes.slice(20)])
    expect(await of(start + 2 * DAY)).toEqual([0, 10, 20, 30])
    expect(await of(start + 30 * DAY)).toEqual([0, 10, 20, 30])
    expect(await of(start + 31 * DAY)).toEqual([0])
    expect(await of(start + 5000 * DAY)).toEqual([0])
    await note(world.nowSeconds(), 'USD', '1')
    // A price a day for the two days there are, and the new one in its minute, its ten minutes and its day.
    expect(await countRows()).toBe(3n + 3n)
  })

  test('of a converted price one a day is kept', async () => {
    const at = world.nowSeconds()
    for (const [time, rate] of [
      [at, '900000'],
      [at + 60, '900001'],
      [at + DAY, '900002'],
    ] as const)
      await world.db.transact(noteRates, {
        points: [{ currency: 'SEK', rate, at: time, isDaily: true }],
        now: world.nowSeconds(),
      })
    expect(await history('?currency=SEK')).toEqual([
      { currency: 'SEK', rate: 900_000, timestamp: at },
      { currency: 'SEK', rate: 900_002, timestamp: at + DAY },
    ])
  })
})

test.each(DIALECTS)('a hundred points by default, the newest, on %s (S528)', async (dialect) => {
  const world = await openWorld({ dialect })
  onTestFinished(() => world.close())
  world.advance(MIDNIGHT - world.nowSeconds())
  const timesOf = async (more: string): Promise<number[]> => {
    const { body } = await world.call('GET', `/api/v1/rate/history?currency=CHF${more}`)
    return (body as { timestamp: number }[]).map(({ timestamp }) => timestamp)
  }
  const since = MIDNIGHT - 200 * 60
  const points = Array.from({ length: 101 }, (_point, index) => ({
    currency: 'CHF',
    rate: '1',
    at: since + index * 60,
  }))
  await world.db.transact(noteRates, { points, now: world.nowSeconds() })
  const times = await timesOf('')
  expect([times.length, times[0]]).toEqual([100, since + 60])
  expect(await timesOf('&limit=101')).toHaveLength(101)
})
