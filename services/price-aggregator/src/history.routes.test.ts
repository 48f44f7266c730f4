import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPrices, type PricesWorld, START } from '../mock/open-prices.ts'

let world: PricesWorld
beforeEach(async () => {
  world = await openPrices()
})
afterEach(() => world.close())

const get = (url: string) => world.app.inject(url)
async function cycles(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await world.aggregator.runCycle()
    world.now += 60_000
  }
}

test('/history has a point per cycle, newest last, and takes from, to and limit', async () => {
  await cycles(4)
  const { currency, points } = (await get('/history?currency=usd')).json()
  expect(currency).toBe('USD')
  expect(points.map((point: { timestamp: string }) => point.timestamp.slice(11, 19))).toEqual([
    '12:00:00',
    '12:01:00',
    '12:02:00',
    '12:03:00',
  ])
  expect(Object.keys(points[0])).toEqual(['timestamp', 'median', 'min', 'max'])
  const second = START / 1000
  expect((await get(`/history?currency=USD&from=${second + 60}&to=${second + 120}`)).json().points).toHaveLength(2)
  expect((await get('/history?currency=USD&limit=1')).json().points[0].timestamp).toBe('2026-11-20T12:03:00.000Z')
})

test.each([
  ['/history', 'missing', ['query', 'currency']],
  ['/history?currency=USD&limit=0', 'greater_than_equal', ['query', 'limit']],
  ['/history?currency=USD&limit=5001', 'less_than_equal', ['query', 'limit']],
  ['/history?currency=USD&limit=x', 'int_parsing', ['query', 'limit']],
  ['/history?currency=USD&from=x', 'float_parsing', ['query', 'from']],
])('%s is 422 %s', async (url, type, loc) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.json().detail[0].type, answer.json().detail[0].loc]).toEqual([422, type, loc])
})

test('a currency that is not configured is 404', async () => {
  expect((await get('/history?currency=JPY')).json()).toEqual({ detail: 'Currency JPY not configured' })
})

test('history survives a restart; the snapshot does not, unless a warm start is asked for', async () => {
  await cycles(2)
  const before = (await get('/rates')).body
  await world.restart()
  expect((await get('/history?currency=USD')).json().points).toHaveLength(2)
  expect((await get('/rates')).statusCode).toBe(503)
  await world.restart({ PRICES_WARM_START: 'true' })
  expect((await get('/rates')).body).toBe(before)
  expect((await get('/ready')).statusCode).toBe(200)
})

test('a broken history file does not stop the start', async () => {
  await cycles(1)
  await world.restart()
  const file = join(world.folder, 'price-history.jsonl')
  writeFileSync(file, `garbage\n${readFileSync(file, 'utf8')}`)
  await world.restart()
  expect((await get('/history?currency=USD')).json().points).toHaveLength(1)
})
