import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SOURCE_IDS, type SourceId } from '../src/exchanges/source.ts'
import { type MockExchanges, startMockExchanges } from './mock-exchanges.ts'
import { createMovingPrices } from './moving-prices.ts'
import { rawGet } from './raw-client.ts'

let mocks: MockExchanges
beforeEach(async () => {
  mocks = await startMockExchanges({ journalLimit: 5, now: () => 1_795_176_000_000 })
})
afterEach(() => mocks.close())

test('exchangesFile is the product file with only the origins changed', () => {
  const { sources } = mocks.exchangesFile()
  expect(sources.map(({ id }) => id)).toEqual(SOURCE_IDS)
  const text = JSON.stringify(sources)
  expect(text).not.toContain('https://')
  expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/products\/\{pair\}\/ticker/)
  expect(new Set(text.match(/127\.0\.0\.1:\d+/g)).size).toBe(7)
})

test('default prices cover the listed pairs of each exchange, and differ slightly', () => {
  expect(Object.values(mocks.prices).map((prices) => Object.keys(prices).length)).toEqual([3, 4, 4, 3, 2, 2, 3])
  const dollars = Object.values(mocks.prices).flatMap(({ USD }) => (typeof USD === 'number' ? [USD] : []))
  expect(Math.max(...dollars) / Math.min(...dollars)).toBeLessThan(1.001)
  expect(new Set(dollars).size).toBeGreaterThan(3)
})

test('a price is sent digit by digit, null delists a pair, a new currency is listed', async () => {
  mocks.setPrice('source_a', 'USD', '95230.123456789012345678')
  mocks.setPrice('source_a', 'EUR', null)
  mocks.setPrice('source_a', 'JPY', 14_500_000)
  expect((await ticker('BTC-USD')).body.toString()).toContain('"price":"95230.123456789012345678"')
  expect((await ticker('BTC-EUR')).status).toBe(404)
  expect((await ticker('BTC-JPY')).body.toString()).toContain('"price":"14500000.00"')
})

test('a decimal text stays a JSON number where the exchange sends numbers', async () => {
  mocks.setPrice('source_c', 'USD', '95230.10')
  const answer = await rawGet(`${originOf('source_c')}/v2/ticker/tBTCUSD`)
  expect(answer.body.toString()).toContain(',95230.10,')
})

test('the journal keeps the newest requests and no more than its limit', async () => {
  for (let nth = 0; nth < 8; nth += 1) await ticker(`NO-${nth}`)
  const journal = mocks.requests('source_a')
  expect(journal.map(({ url }) => url)).toEqual([3, 4, 5, 6, 7].map((nth) => `/products/NO-${nth}/ticker`))
  expect(journal[0]).toMatchObject({ method: 'GET', startedAt: 1_795_176_000_000, headers: { 'user-agent': 'raw' } })
  expect(mocks.requests('source_b')).toEqual([])
})

test('requests in flight are counted, and their maximum is kept', async () => {
  await mocks.misbehave('source_a', 'never-answers')
  await Promise.all([1, 2, 3].map(() => ticker('BTC-USD', 100)))
  await mocks.misbehave('source_a', undefined)
  await ticker('BTC-USD')
  expect(mocks.maxConcurrent('source_a')).toBe(3)
  await expect.poll(() => mocks.inFlight('source_a')).toBe(0)
})

test('a mock stops misbehaving on request, even if its port was closed', async () => {
  const origin = originOf('source_a')
  await mocks.misbehave('source_a', 'refuses-connection')
  await mocks.misbehave('source_a', 'refuses-connection')
  expect((await ticker('BTC-USD')).end).toBe('ECONNREFUSED')
  await mocks.misbehave('source_a', undefined)
  expect((await ticker('BTC-USD')).status).toBe(200)
  expect(originOf('source_a')).toBe(origin)
})

test('reset restores the state after the start on the same ports', async () => {
  const file = mocks.exchangesFile()
  const { prices } = mocks
  await mocks.misbehave('source_a', 'never-answers')
  await mocks.misbehave('source_b', 'refuses-connection')
  mocks.setPrice('source_a', 'USD', null)
  const hanging = ticker('BTC-USD')
  await expect.poll(() => mocks.inFlight('source_a')).toBe(1)
  await mocks.reset()
  expect((await hanging).end).toBe('ECONNRESET')
  expect(mocks.exchangesFile()).toEqual(file)
  expect(mocks.prices).toEqual(prices)
  expect(mocks.requests('source_a')).toEqual([])
  expect((await ticker('BTC-USD')).status).toBe(200)
  expect((await rawGet(`${originOf('source_b')}/0/public/Ticker?pair=XBTUSD`)).status).toBe(200)
})

test('an unknown misbehaviour, or one that is for other exchanges, is refused by name', async () => {
  await expect(mocks.misbehave('source_a', 'is-nice')).rejects.toThrow('No misbehaviour is-nice.')
  await expect(mocks.misbehave('source_a', 'kraken-busy')).rejects.toThrow(
    'kraken-busy is for source_b, not for source_a.',
  )
})

test('a port in use fails the start and leaves none of the other ports open', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const { port } = blocker.address() as { port: number }
  await expect(startMockExchanges({ firstPort: port - 1 })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect((await rawGet(`http://127.0.0.1:${port - 1}/`)).end).toBe('ECONNREFUSED')
  blocker.close()
})

test.for(['never-answers', 'drips', 'stalls-in-body', 'slow-first-byte', 'fifty-megabytes'])(
  'after close no timer and no socket keeps the process alive: %s',
  async (name) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', HANGING_PROGRAM, name], {
      cwd: import.meta.dirname,
    })
    const output: string[] = []
    child.stdout.on('data', (chunk) => output.push(String(chunk)))
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
    const closedAfterMs = Number(/closed after (\d+)/.exec(output.join(''))?.[1])
    expect(closedAfterMs).toBeLessThan(500)
  },
)

const HANGING_PROGRAM = `
  import { get } from 'node:http'
  import { startMockExchanges } from './mock-exchanges.ts'
  const mocks = await startMockExchanges()
  await mocks.misbehave('source_a', process.argv[1])
  const url = mocks.exchangesFile().sources[0].single.url.replace('{pair}', 'BTC-USD')
  get(url, { headers: { 'user-agent': 'x' } }, (response) => response.pause().on('error', () => {})).on('error', () => {})
  while (mocks.inFlight('source_a') === 0) await new Promise(setImmediate)
  const start = performance.now()
  await mocks.close()
  console.log('closed after', Math.round(performance.now() - start))
`

test('moving prices change slowly, stay plausible and leave fixed ones unchanged', () => {
  const moving = createMovingPrices(mocks)
  mocks.setPrice('source_b', 'USD', 1)
  moving.pin('source_b', 'USD')
  let last = Number(mocks.prices.source_a.USD)
  for (let step = 0; step < 10_000; step += 1) {
    moving.step()
    const price = Number(mocks.prices.source_a.USD)
    expect(Math.abs(price / last - 1)).toBeLessThan(0.001)
    last = price
  }
  expect(Math.abs(last / 95_230 - 1)).toBeLessThan(0.05)
  expect(mocks.prices.source_b.USD).toBe(1)
})

function ticker(product: string, timeoutMs = 1000) {
  return rawGet(`${originOf('source_a')}/products/${product}/ticker`, { timeoutMs })
}

function originOf(sourceId: SourceId): string {
  const source = mocks.exchangesFile().sources.find(({ id }) => id === sourceId)
  return new URL(((source?.['bulk'] ?? source?.['single']) as { url: string } | undefined)?.url ?? '').origin
}
