import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { NOW, openExchange, type Said, sourceAt, type Talk } from '../../mock/local-exchange.ts'
import { closedOrigin, openLocalServer } from '../../mock/local-server.ts'
import { createSourceFetcher } from './fetch-source.ts'
import type { SourceAnswer, SourceId } from './source.ts'

function prices({ cells }: SourceAnswer): Record<string, unknown> {
  return Object.fromEntries([...cells].map(([currency, cell]) => [currency, cell.ok ? cell.price : cell.error]))
}

const json = JSON.stringify
const KEYS: Record<string, string> = { XBTUSD: 'XXBTZUSD', XBTEUR: 'XXBTZEUR', XBTCHF: 'XBTCHF', XBTGBP: 'XXBTZGBP' }

/** Like the real Kraken: one unlisted pair fails the whole list. */
function kraken(unlisted: () => string[]): Talk {
  return (url) => {
    const pairs = url.searchParams.get('pair')?.split(',') ?? []
    if (pairs.some((pair) => unlisted().includes(pair))) return json({ error: ['EQuery:Unknown asset pair'] })
    const result = Object.fromEntries(pairs.map((pair) => [KEYS[pair] ?? pair, { c: ['95230.1', '1'] }]))
    return json({ error: [], result })
  }
}

const REAL: [SourceId, Talk, string[], Record<string, number>][] = [
  [
    'source_a',
    (url) => json({ price: url.pathname.includes('USD') ? '95230.25' : '5', time: '2026-11-20T11:59:59.123456Z' }),
    ['/products/BTC-EUR/ticker', '/products/BTC-GBP/ticker', '/products/BTC-USD/ticker'],
    { USD: 95230.25, EUR: 5, GBP: 5 },
  ],
  [
    'source_b',
    kraken(() => []),
    ['/0/public/Ticker?pair=XBTUSD,XBTEUR,XBTCHF,XBTGBP'],
    { USD: 95230.1, EUR: 95230.1, CHF: 95230.1, GBP: 95230.1 },
  ],
  [
    'source_c',
    () =>
      json(['EUR', 'USD', 'GBP', 'CHF'].map((name, index) => [`tBTC${name}`, 1, 2, 3, 4, 5, 6, 7 + index, 8, 9, 1])),
    ['/v2/tickers?symbols=tBTCUSD,tBTCEUR,tBTCCHF,tBTCGBP'],
    { EUR: 7, USD: 8, GBP: 9, CHF: 10 },
  ],
  [
    'source_d',
    () => json(['USD', 'EUR', 'GBP'].map((name, index) => ({ pair: `BTC/${name}`, last: `${index + 1}` }))),
    ['/api/v2/ticker/'],
    { USD: 1, EUR: 2, GBP: 3 },
  ],
  [
    'source_e',
    (url) =>
      json(JSON.parse(url.searchParams.get('symbols') ?? '').map((symbol: string) => ({ symbol, price: '5.5' }))),
    ['/api/v3/ticker/price?symbols=["BTCUSDT","BTCEUR"]'],
    { USD: 5.5, EUR: 5.5 },
  ],
  [
    'source_f',
    () =>
      json({ error: false, errorMessage: null, data: { BTC_EUR: { last: '82205.3' }, BTC_CZK: { last: 1998500 } } }),
    ['/api/tickerAll'],
    { EUR: 82205.3, CZK: 1998500 },
  ],
  [
    'source_g',
    () => json(['USD', 'EUR', 'GBP'].map((name) => ({ pair: `BTC${name}`, price: '95230.00' }))),
    ['/v1/pricefeed'],
    { USD: 95230, EUR: 95230, GBP: 95230 },
  ],
]

test.each(REAL)('%s answers all its pairs with the fewest requests', async (id, exchange, requests, expected) => {
  const round = await (await openExchange(id, exchange)).round()
  expect(prices(round)).toEqual(expected)
  expect(round.requests.sort()).toEqual(requests)
  expect([round.error, round.retryAfterMs]).toEqual([undefined, undefined])
})

test('the trade time comes along where the exchange tells it', async () => {
  const round = await (await openExchange('source_a', REAL[0]?.[1] ?? (() => 500))).round()
  expect(round.cells.get('USD')).toEqual({ ok: true, price: 95230.25, tradedAt: NOW - 877 })
})

test('an exchange that is disabled, or lists no configured currency, is not queried', async () => {
  const off = await (await openExchange('source_a', () => '{}', { enabled: false })).round()
  expect([off.requests, off.cells.size, off.error]).toEqual([[], 0, undefined])
  const empty = await (await openExchange('source_b', () => '{}', { pairs: new Map() })).round()
  expect([empty.requests, empty.cells.size, empty.error]).toEqual([[], 0, undefined])
})

test('an unlisted pair does not affect the others: it is requested alone from then on, until it is listed again', async () => {
  let unlisted = ['XBTCHF']
  const exchange = await openExchange(
    'source_b',
    kraken(() => unlisted),
  )
  const first = await exchange.round()
  expect(prices(first)).toEqual({ USD: 95230.1, EUR: 95230.1, CHF: 'EQuery:Unknown asset pair', GBP: 95230.1 })
  expect([first.error, first.requests.length]).toEqual([undefined, 5])

  const together = '/0/public/Ticker?pair=XBTUSD,XBTEUR,XBTGBP'
  const alone = '/0/public/Ticker?pair=XBTCHF'
  // Refusals 2 to 5 come in the next rounds, then every other round is skipped (`random` is 0).
  const expected = [2, 3, 4, 5].map(() => [together, alone]).concat([[together], [together, alone], [together]])
  for (const requests of expected) {
    const round = await exchange.round()
    expect(round.requests).toEqual(requests)
    expect(prices(round)).toEqual(prices(first))
    expect(round.error).toBeUndefined()
  }

  unlisted = []
  expect(prices(await exchange.round())).toMatchObject({ CHF: 95230.1 })
  expect((await exchange.round()).requests).toEqual(['/0/public/Ticker?pair=XBTUSD,XBTEUR,XBTCHF,XBTGBP'])
})

test('an exchange that rejects every pair does not mark the pairs as unlisted', async () => {
  const exchange = await openExchange('source_e', () => ({ status: 400, body: '{"code":-1121}' }))
  for (let count = 0; count < 8; count += 1) {
    const round = await exchange.round()
    expect(round.error).toBe('HTTP 400')
    expect(round.requests).toHaveLength(3)
    expect(round.requests[0]).toBe('/api/v3/ticker/price?symbols=["BTCUSDT","BTCEUR"]')
  }
})

const singlesOnly = (bulk: ReturnType<Talk>): Talk => {
  return (url) => (url.pathname === '/v1/pricefeed' ? bulk : json({ last: '95230.00' }))
}

test.each<[string, Said]>([
  ['is gone', 404],
  ['is refused', 400],
  ['says in words that it failed', json({ result: 'error', reason: 'InvalidPath' })],
  ['holds one object', json({ pair: 'BTCUSD', price: '5' })],
  ['holds an empty list', '[]'],
  ['is a web page', '<html>'],
  ['is larger than 1 MiB', `"${'x'.repeat(1_100_000)}"`],
])('if the bulk answer %s, the pairs are requested one by one in the same cycle', async (_name, bulk) => {
  const exchange = await openExchange('source_g', singlesOnly(bulk))
  for (let count = 0; count < 2; count += 1) {
    const round = await exchange.round()
    expect(prices(round)).toEqual({ USD: 95230, EUR: 95230, GBP: 95230 })
    expect([round.requests.length, round.error]).toEqual([4, undefined])
  }
})

test.each<[string, ReturnType<Talk>, string]>([
  ['403', 403, 'HTTP 403'],
  ['418', 418, 'HTTP 418'],
  ['429', 429, 'HTTP 429'],
  ['451', 451, 'HTTP 451'],
  ['500', 500, 'HTTP 500'],
  ['503', 503, 'HTTP 503'],
  ['520', 520, 'HTTP 520'],
  ['204', 204, 'HTTP 204'],
  ['silence', 'silence', 'timed out after 0.1 s'],
  ['a reset', 'reset', 'connection broke off (ECONNRESET)'],
  ['a rate limit in words', json({ result: 'error', reason: 'RateLimit' }), 'RateLimit'],
  ['maintenance in words', json({ result: 'error', reason: 'Maintenance' }), 'Maintenance'],
  ['a lockout in words', json({ reason: 'EGeneral:Temporary lockout' }), 'EGeneral:Temporary lockout'],
  [
    'a service error in words',
    json({ reason: 'EService:Market in cancel_only mode' }),
    'EService:Market in cancel_only mode',
  ],
])('after %s the exchange is not queried again in this cycle', async (_name, bulk, error) => {
  const exchange = await openExchange('source_g', singlesOnly(bulk), { timeoutMs: bulk === 'silence' ? 100 : 5000 })
  const round = await exchange.round()
  expect(round.requests).toEqual(['/v1/pricefeed'])
  expect(round.error).toBe(error)
  expect(prices(round)).toEqual({ USD: error, EUR: error, GBP: error })
})

test('a connection that is refused fails the source and every cell', async () => {
  const source = sourceAt(await closedOrigin(), 'source_d')
  const fetcher = createSourceFetcher({ source, userAgent: 'x', clock: () => NOW, random: Math.random })
  const answer = await fetcher.fetch()
  const error = 'connection refused (ECONNREFUSED)'
  expect([answer.error, prices(answer)]).toEqual([error, { USD: error, EUR: error, GBP: error }])
})

test('pairs requested one by one fail one by one', async () => {
  const exchange = await openExchange('source_a', (url) =>
    url.pathname.includes('GBP') ? 'reset' : url.pathname.includes('EUR') ? json({ price: '0' }) : json({ price: '5' }),
  )
  const round = await exchange.round()
  expect(prices(round)).toEqual({ USD: 5, EUR: 'not a price', GBP: expect.stringContaining('connection broke off') })
  expect(round.error).toBeUndefined()
})

test('an exchange without a bulk request is not queried in every cycle for an unlisted pair', async () => {
  const exchange = await openExchange('source_a', (url) => (url.pathname.includes('GBP') ? 404 : json({ price: '5' })))
  let asked = ''
  for (let count = 0; count < 8; count += 1) {
    const round = await exchange.round()
    expect(prices(round)).toEqual({ USD: 5, EUR: 5, GBP: 'HTTP 404' })
    asked += round.requests.includes('/products/BTC-GBP/ticker') ? 'x' : '-'
  }
  expect(asked).toBe('xxxxx-x-')
})

test('invalid prices fail their source only if all of them are invalid', async () => {
  const row = (pair: string, price: unknown) => ({ pair, price })
  let rows = [row('BTCUSD', '5'), row('BTCEUR', '-5'), row('BTCGBP', null)]
  const exchange = await openExchange('source_g', () => json(rows))
  const some = await exchange.round()
  expect(prices(some)).toEqual({ USD: 5, EUR: 'not a price', GBP: 'not a price' })
  expect([some.error, some.requests.length]).toEqual([undefined, 1])
  rows = rows.slice(1)
  const none = await exchange.round()
  expect(prices(none)).toEqual({ USD: 'not in the answer', EUR: 'not a price', GBP: 'not a price' })
  expect([none.error, none.requests.length]).toEqual(['not in the answer', 1])
})

test('the longest wait an exchange asks for is passed on, also beside prices', async () => {
  const wait = (status: number, seconds: string): Said => ({ status, headers: { 'retry-after': seconds } })
  const bulk = await openExchange('source_e', () => wait(429, '30'))
  expect(await bulk.round()).toMatchObject({ error: 'HTTP 429', retryAfterMs: 30_000 })
  const singles = await openExchange('source_a', (url) =>
    url.pathname.includes('USD') ? json({ price: '5' }) : wait(429, url.pathname.includes('EUR') ? '20' : '90'),
  )
  expect(await singles.round()).toMatchObject({ error: undefined, retryAfterMs: 90_000 })
})

const SIX = new Map(['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'].map((name) => [name, `BTC-${name}`]))

test('at most three single requests are in flight at a time', async () => {
  const open: ServerResponse[] = []
  let most = 0
  const server = await openLocalServer((_request, response) => {
    open.push(response)
    most = Math.max(most, open.length)
    // Answers come only once as many requests are waiting as will ever be.
    if (open.length === 3) for (const waiting of open.splice(0)) waiting.end('{"price":"5"}')
  })
  const source = sourceAt(server.origin, 'source_a', { pairs: SIX })
  const answer = await createSourceFetcher({ source, userAgent: 'x', clock: () => NOW, random: () => 0 }).fetch()
  expect([most, server.requests.length, answer.error]).toEqual([3, 6, undefined])
})

test('an exchange that asks for a pause gets no further single requests', async () => {
  const exchange = await openExchange('source_a', () => 429, { pairs: SIX })
  const round = await exchange.round()
  expect(round.requests).toHaveLength(3)
  expect(round.error).toBe('HTTP 429')
  expect(prices(round)).toMatchObject({ AAA: 'HTTP 429', FFF: 'not asked: the exchange wants no more requests' })
})

test('a stopped round ends immediately and sends no more requests', async () => {
  const stop = new AbortController()
  const exchange = await openExchange(
    'source_a',
    () => {
      stop.abort()
      return 'silence'
    },
    { pairs: SIX },
  )
  const round = await exchange.round(stop.signal)
  expect(round.requests.length).toBeLessThanOrEqual(3)
  expect(round.error).toBe('stopped')
})

test('whatever an exchange answers, a cycle is at most one bulk request and one per listed pair', async () => {
  const moods: ReturnType<Talk>[] = [
    404,
    400,
    '[]',
    '{}',
    '<html>',
    json({ error: ['EQuery:Unknown asset pair'] }),
    500,
    429,
  ]
  let turn = 0
  const answers = kraken(() => ['XBTCHF'])
  const exchange = await openExchange('source_b', (url) => {
    turn += 1
    return turn % 3 === 0 ? (moods[(turn / 3) % moods.length] ?? 500) : answers(url)
  })
  for (let count = 0; count < 60; count += 1) {
    const { requests, cells } = await exchange.round()
    expect(cells.size).toBe(4)
    expect(new Set(requests).size).toBe(requests.length)
    expect(requests.filter((request) => request.includes(',')).length).toBeLessThanOrEqual(1)
    expect(requests.length).toBeLessThanOrEqual(5)
  }
})
