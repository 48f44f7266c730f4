import { Agent } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { SOURCE_IDS, type SourceId } from '../src/exchanges/source.ts'
import type { Misbehaviour } from './misbehaviours/misbehaviour.ts'
import { appliesTo, expectationOf, findMisbehaviour, misbehaviours } from './misbehaviours/misbehaviours.ts'
import { type MockExchanges, startMockExchanges } from './mock-exchanges.ts'
import { type RawAnswer, type RawOptions, rawGet } from './raw-client.ts'
import { createStrictClient } from './strict-client.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const opened: MockExchanges[] = []
afterAll(() => Promise.all(opened.map((mocks) => mocks.close())))

test('names are unique, and words joined by hyphens', () => {
  const names = misbehaviours.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
})

test('every exchange has misbehaviours of every kind', () => {
  for (const sourceId of SOURCE_IDS) {
    const kinds = misbehaviours.filter((entry) => appliesTo(entry, sourceId)).map(({ kind }) => kind)
    expect(new Set(kinds).size).toBe(7)
  }
})

describe.concurrent('a strict client keeps or updates its values as in the table', { timeout: 20_000 }, () => {
  test.for(misbehaviours.filter(({ does }) => !does.origin))('$name', async (misbehaviour) => {
    const mocks = await openMocks()
    const sources = SOURCE_IDS.filter((sourceId) => appliesTo(misbehaviour, sourceId))
    await Promise.all(sources.map((sourceId) => keepsItsWord(mocks, misbehaviour, sourceId)))
    await mocks.close()
  })
})

/** Good value, mischief together with a new price, value as promised; then good behaviour, and the newest price. */
async function keepsItsWord(mocks: MockExchanges, misbehaviour: Misbehaviour, sourceId: SourceId): Promise<void> {
  const client = createStrictClient(mocks, { sourceId, timeoutMs: 1500, now: () => NOW })
  const before = mocks.prices[sourceId]
  await client.round()
  await mocks.misbehave(sourceId, misbehaviour)
  movePrices(mocks, sourceId, 1.01)
  for (let round = 0; round < (misbehaviour.rounds ?? 1); round += 1) await client.round()
  for (const [currency, old] of Object.entries(before)) {
    const expectation = expectationOf(misbehaviour, sourceId, currency)
    const fresh = Number(mocks.prices[sourceId][currency])
    const promised = expectation === 'kept' ? Number(old) : (misbehaviour.shown?.(fresh) ?? fresh)
    const shown = client.price(currency) ?? 0
    const where = `${misbehaviour.name} ${sourceId} ${currency}: ${shown}, not ${promised}`
    expect(Math.abs(shown / promised - 1), where).toBeLessThan(1e-12)
  }
  await mocks.misbehave(sourceId, undefined)
  movePrices(mocks, sourceId, 1.02)
  await client.round()
  for (const [currency, price] of Object.entries(mocks.prices[sourceId])) {
    expect(client.price(currency), `${misbehaviour.name} ${sourceId} ${currency} afterwards`).toBe(price)
  }
}

function movePrices(mocks: MockExchanges, sourceId: SourceId, factor: number): void {
  for (const [currency, price] of Object.entries(mocks.prices[sourceId])) {
    mocks.setPrice(sourceId, currency, Math.round(Number(price) * factor * 100) / 100)
  }
}

type Look = (name: string, source?: SourceId, options?: RawOptions) => Promise<RawAnswer>

/** One request to a misbehaving exchange, as it came over the wire. */
const look: Look = async (name, source = 'source_d', options = {}) => {
  const mocks = await openMocks()
  await mocks.misbehave(source, name)
  return rawGet(singleUrl(mocks, source), { timeoutMs: 5000, ...options })
}

/** Long enough for an answer on loopback, short enough to wait for if none comes. */
const HANGING = { timeoutMs: 500 }

describe.concurrent('on the wire', () => {
  test.for([
    ['refuses-connection', 'ECONNREFUSED'],
    ['resets-on-connect', 'ECONNRESET'],
    ['never-answers', 'timed out'],
    ['bad-tls', 'HPE_INVALID_CONSTANT'],
  ])('%s sends no status: %s', async ([name = '', end]) => {
    expect(await look(name, 'source_d', HANGING)).toMatchObject({ end, status: undefined })
  })

  test('stalls-after-headers sends status 200 and no byte of the body', async () => {
    const answer = await look('stalls-after-headers', 'source_d', HANGING)
    expect(answer).toMatchObject({ end: 'timed out', status: 200 })
    expect(answer.body.length).toBe(0)
  })

  test.for([
    ['stalls-in-body', 'timed out'],
    ['resets-in-body', 'ECONNRESET'],
    ['closes-in-body', 'ECONNRESET'],
  ])('%s breaks off halfway: %s', async ([name = '', end]) => {
    const answer = await look(name, 'source_d', HANGING)
    expect(answer).toMatchObject({ end, status: 200 })
    expect(answer.body.length).toBe(Math.floor(Number(answer.headers['content-length']) / 2))
  })

  test('drips sends one byte at a time', async () => {
    const answer = await look('drips', 'source_d', { timeoutMs: 1500 })
    expect(answer.end).toBe('timed out')
    expect(answer.body.length).toBe(1)
  })

  test.for(misbehaviours.filter(({ kind }) => kind === 'status'))('$name has its status', async ({ name }) => {
    const answer = await look(name)
    expect(answer).toMatchObject({ end: 'complete', status: Number(name.slice(7, 10)) })
  })

  test('Retry-After is absent, in seconds, or a date', async () => {
    expect((await look('status-429')).headers['retry-after']).toBeUndefined()
    expect((await look('status-429-retry-after-seconds')).headers['retry-after']).toBe('2')
    expect((await look('status-429-retry-after-date')).headers['retry-after']).toBe('Fri, 20 Nov 2026 12:00:02 GMT')
  })

  test('fifty-megabytes is as long as its header says when the client reads to the end', async () => {
    const answer = await look('fifty-megabytes', 'source_a', { maxBytes: 2 ** 30, timeoutMs: 10_000 })
    expect(answer.end).toBe('complete')
    expect(answer.body.length).toBeGreaterThan(50 * 1024 * 1024)
    expect(JSON.parse(answer.body.toString())).toHaveProperty('price')
  })

  test('gzip-bomb is small before decompression', async () => {
    const answer = await look('gzip-bomb', 'source_a', { timeoutMs: 5000 })
    expect(answer.body.length).toBeLessThan(1024 * 1024)
    expect(gunzipSync(answer.body).length).toBeGreaterThan(50 * 1024 * 1024)
  })

  test('https-on-plain-port and dns-failure change the file and nothing else', async () => {
    const mocks = await openMocks()
    await mocks.misbehave('source_a', 'https-on-plain-port')
    expect(singleUrl(mocks, 'source_a')).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/products\/BTC-USD\/ticker$/)
    await mocks.misbehave('source_a', 'dns-failure')
    expect(singleUrl(mocks, 'source_a')).toMatch(/^http:\/\/exchange\.invalid:\d+\/products/)
    expect(singleUrl(mocks, 'source_b')).toMatch(/^http:\/\/127\.0\.0\.1:/)
  })
})

describe.concurrent('connections and redirects', () => {
  test('closes-kept-alive answers every request on a new connection', async () => {
    const mocks = await openMocks()
    await mocks.misbehave('source_a', 'closes-kept-alive')
    const agent = new Agent({ keepAlive: true })
    const first = await rawGet(singleUrl(mocks, 'source_a'), { agent })
    await expect.poll(() => Object.keys(agent.freeSockets)).toEqual([])
    const second = await rawGet(singleUrl(mocks, 'source_a'), { agent })
    expect([first, second].map(({ end, headers }) => `${end} ${headers.connection}`)).toEqual([
      'complete keep-alive',
      'complete keep-alive',
    ])
    agent.destroy()
  })

  test('resets-reused-connection breaks the second request on a connection', async () => {
    const mocks = await openMocks()
    await mocks.misbehave('source_a', 'resets-reused-connection')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ends = [
      await rawGet(singleUrl(mocks, 'source_a'), { agent }),
      await rawGet(singleUrl(mocks, 'source_a'), { agent }),
    ]
    expect(ends.map(({ end }) => end)).toEqual(['complete', 'ECONNRESET'])
    agent.destroy()
  })

  test.for([
    ['redirects-to-same-host', /^http:\/\/127\.0\.0\.1:/],
    ['redirects-to-another-host', /^http:\/\/localhost:/],
  ] as const)('%s redirects to a good answer', async ([name, host]) => {
    const mocks = await openMocks()
    await mocks.misbehave('source_a', name)
    const { status, headers } = await rawGet(singleUrl(mocks, 'source_a'))
    const location = headers.location ?? ''
    expect({ status, location }).toEqual({ status: 302, location: expect.stringMatching(host) })
    expect(await rawGet(location.replace('localhost', '127.0.0.1'))).toMatchObject({ status: 200 })
  })
})

const PRICES: readonly [name: string, source: SourceId, onTheWire: string][] = [
  ['number-and-text-swapped', 'source_d', '"last":95230,'],
  ['number-and-text-swapped', 'source_f', '"last":"82205.3",'],
  ['twenty-decimals', 'source_d', '"last":"95230.00000000000000000001"'],
  ['price-zero', 'source_a', '"price":"0"'],
  ['price-zero', 'source_f', '"last":0,'],
  ['price-negative', 'source_a', '"price":"-95230.25"'],
  ['price-nan', 'source_a', '"price":"NaN"'],
  ['price-1e400', 'source_a', '"price":1e400'],
  ['price-with-thousands-separator', 'source_a', '"price":"95,230.25"'],
  ['price-with-decimal-comma', 'source_a', '"price":"95230,25"'],
  ['price-empty', 'source_a', '"price":""'],
  ['price-blank', 'source_a', '"price":" \\t "'],
  ['price-hexadecimal', 'source_a', '"price":"0x173fe"'],
  ['price-in-unicode-digits', 'source_a', '"price":"９５２３０.２５"'],
  ['factor-100', 'source_a', '"price":"9523025"'],
  ['factor-1e8', 'source_a', '"price":"9523025000000"'],
  ['price-inverted', 'source_d', '"last":"0.00001050089'],
  ['bid-and-ask-crossed', 'source_a', '"ask":"95220.73","bid":"95239.77"'],
  ['duplicate-keys', 'source_g', '"volume":"1","bid":"95220.48"'],
  ['prototype-like-keys', 'source_e', '{"__proto__":{"price":"1"'],
  ['time-in-other-unit', 'source_d', '"timestamp":"1795176000000"'],
  ['time-in-the-future', 'source_a', '"time":"2026-11-21T12:00:00.000456Z"'],
  ['old-trade', 'source_a', '"time":"2026-11-20T00:00:00.000456Z"'],
  ['key-in-other-form', 'source_b', '"XBTUSD":{'],
]

test.concurrent.for(PRICES)('%s on %s prints %s', async ([name, source, onTheWire]) => {
  expect((await look(name, source)).body.toString()).toContain(onTheWire)
})

test('sequences count the requests of each URL', async () => {
  const mocks = await openMocks()
  await mocks.misbehave('source_a', 'fails-works-fails')
  const statuses: unknown[] = []
  for (let nth = 0; nth < 4; nth += 1) statuses.push((await rawGet(singleUrl(mocks, 'source_a'))).status)
  expect(statuses).toEqual([503, 200, 503, 503])
  expect(await rawGet(singleUrl(mocks, 'source_a', 'EUR'))).toMatchObject({ status: 503 })
})

test('an unknown name finds nothing', () => {
  expect(findMisbehaviour('behaves-oddly')).toBeUndefined()
})

async function openMocks(): Promise<MockExchanges> {
  const mocks = await startMockExchanges({ now: () => NOW })
  opened.push(mocks)
  return mocks
}

/** The URL of the first listed pair, or of the given currency. */
function singleUrl(mocks: MockExchanges, sourceId: SourceId, currency?: string): string {
  const source = mocks.exchangesFile().sources.find(({ id }) => id === sourceId) as unknown as {
    pairs: Record<string, string>
    single: { url: string }
  }
  return source.single.url.replace('{pair}', source.pairs[currency ?? Object.keys(source.pairs)[0] ?? ''] ?? '')
}
