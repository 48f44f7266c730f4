import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrices, type PricesWorld, START } from '../mock/open-prices.ts'

let world: PricesWorld
beforeAll(async () => {
  world = await openPrices({ env: { FETCH_INTERVAL_SECONDS: '30' } })
  await world.aggregator.runCycle()
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })
const HOT = ['/rates', '/rate/USD', '/rate/USD/100']

test.each(HOT)('%s: max-age counts down to the next cycle', async (url) => {
  for (const [seconds, left] of [
    [0, 30],
    [12.4, 17],
    [29.5, 0],
    [45, 0],
  ] as const) {
    world.now = START + seconds * 1000
    expect((await get(url)).headers['cache-control']).toBe(`public, max-age=${left}`)
  }
  world.now = START
})

test.each(HOT)('%s: an ETag that matches answers 304 without a body, and changes with the next cycle', async (url) => {
  const first = await get(url)
  const etag = String(first.headers.etag)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await get(url, { 'if-none-match': known })
    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag])
  }
  world.now += 1000
  await world.aggregator.runCycle()
  const next = await get(url, { 'if-none-match': etag })
  expect(next.statusCode).toBe(200)
  expect(next.headers.etag).not.toBe(etag)
})

test('gzip and br carry the same bytes, each with its own ETag', async () => {
  const plain = await get('/rates')
  const gzip = await get('/rates', { 'accept-encoding': 'gzip' })
  const br = await get('/rates', { 'accept-encoding': 'gzip, deflate, br' })
  expect([gzip.headers['content-encoding'], br.headers['content-encoding']]).toEqual(['gzip', 'br'])
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size).toBe(3)
})

test.each(HOT)('%s always says Vary: Accept-Encoding and allows any origin', async (url) => {
  const answer = await get(url, { origin: 'https://shop.example' })
  expect(answer.headers).toMatchObject({ vary: 'Accept-Encoding', 'access-control-allow-origin': '*' })
})

test.each([...HOT, '/health', '/ready', '/sources', '/history?currency=USD'])(
  'HEAD %s has the headers of GET and no body',
  async (url) => {
    const [head, whole] = [await world.app.inject({ method: 'HEAD', url }), await get(url)]
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(whole.headers['content-length'])
  },
)

test('errors are not cached', async () => {
  expect((await get('/rate/JPY')).headers['cache-control']).toBe('no-store')
})

test('the rate limit is off by default, and never applies to health, readiness and metrics', async () => {
  const limited = await openPrices({ env: { SERVICE_RATE_LIMIT_NO: '2' } })
  await limited.aggregator.runCycle()
  const statuses = async (url: string) => [
    (await limited.app.inject(url)).statusCode,
    (await limited.app.inject(url)).statusCode,
    (await limited.app.inject(url)).statusCode,
  ]
  expect(await statuses('/rates')).toEqual([200, 200, 429])
  const refused = await limited.app.inject('/rate/USD')
  expect(refused.json()).toEqual({ detail: expect.stringContaining('Rate limit exceeded') })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  for (const url of ['/health', '/ready', '/metrics']) expect(await statuses(url)).toEqual([200, 200, 200])
  expect((await get('/rates')).headers['ratelimit-limit']).toBeUndefined()
  await limited.close()
})
