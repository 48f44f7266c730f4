import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SourceId } from '../src/exchanges/source.ts'
import { type MockExchanges, startMockExchanges } from './mock-exchanges.ts'
import { rawGet } from './raw-client.ts'

const NOW = Date.parse('2026-11-20T12:00:00.123Z')
let mocks: MockExchanges
beforeAll(async () => {
  mocks = await startMockExchanges({ now: () => NOW })
})
afterAll(() => mocks.close())

/** The answers of the exchanges (rules T2–T8), with the prices of the mocks. */
const EXAMPLES: readonly [title: string, source: SourceId, path: string, answer: unknown][] = [
  [
    'Coinbase',
    'source_a',
    '/products/BTC-USD/ticker',
    {
      ask: '95239.77',
      bid: '95220.73',
      volume: '7312.55120311',
      trade_id: 751234567,
      price: '95230.25',
      size: '0.00150000',
      time: '2026-11-20T12:00:00.123456Z',
    },
  ],
  [
    'Kraken, short and long keys',
    'source_b',
    '/0/public/Ticker?pair=XBTUSD,XBTCHF',
    {
      error: [],
      result: {
        XXBTZUSD: expect.objectContaining({
          a: ['95239.62000', '1', '1.000'],
          b: ['95220.58000', '2', '2.000'],
          c: ['95230.10000', '0.00150000'],
          t: [12010, 25020],
          o: '94500.00000',
        }),
        XBTCHF: expect.objectContaining({ c: ['76200.50000', '0.00150000'] }),
      },
    },
  ],
  [
    'Kraken, asked by the long name',
    'source_b',
    '/0/public/Ticker?pair=XXBTZEUR',
    { error: [], result: { XXBTZEUR: expect.objectContaining({ c: ['82201.50000', '0.00150000'] }) } },
  ],
  [
    'Bitfinex, unknown symbols silently missing',
    'source_c',
    '/v2/tickers?symbols=tBTCUSD,tBTCXXX,tBTCEUR',
    [
      ['tBTCUSD', 95220.98, 12.31, 95240.02, 10.12, 512, 0.0054, 95230.5, 1503.2, 95800, 94200],
      ['tBTCEUR', 82181.78, 12.31, 82198.22, 10.12, 512, 0.0054, 82190, 1503.2, 95800, 94200],
    ],
  ],
  [
    'Bitfinex, one symbol without its name',
    'source_c',
    '/v2/ticker/tBTCEUR',
    [82181.78, 12.31, 82198.22, 10.12, 512, 0.0054, 82190, 1503.2, 95800, 94200],
  ],
  [
    'Bitstamp, one pair',
    'source_d',
    '/api/v2/ticker/btcusd/',
    {
      timestamp: '1795176000',
      open: '94500',
      high: '95900',
      low: '94000',
      last: '95230',
      volume: '1200.51',
      vwap: '94980',
      bid: '95220.48',
      ask: '95239.52',
      side: '0',
      open_24: '94700',
      percent_change_24: '0.56',
    },
  ],
  [
    'Bitstamp, all pairs among those of other assets',
    'source_d',
    '/api/v2/ticker/',
    ['ETH/USD', 'BTC/USD', 'BTC/EUR', 'BTC/GBP'].map((pair) =>
      expect.objectContaining({ pair, last: expect.any(String) }),
    ),
  ],
  [
    'Binance, a JSON list',
    'source_e',
    '/api/v3/ticker/price?symbols=%5B%22BTCUSDT%22%2C%22BTCEUR%22%5D',
    [
      { symbol: 'BTCUSDT', price: '95250.01000000' },
      { symbol: 'BTCEUR', price: '82210.55000000' },
    ],
  ],
  [
    'Binance, one symbol',
    'source_e',
    '/api/v3/ticker/price?symbol=BTCEUR',
    { symbol: 'BTCEUR', price: '82210.55000000' },
  ],
  [
    'Coinmate, one pair with numbers',
    'source_f',
    '/api/ticker?currencyPair=BTC_CZK',
    {
      error: false,
      errorMessage: null,
      data: {
        last: 1998500,
        high: 2010000,
        low: 1975000,
        amount: 14.2,
        bid: 1998300.15,
        ask: 1998699.85,
        change: 0.4,
        open: 1990000,
        timestamp: 1795176000,
      },
    },
  ],
  [
    'Coinmate, all pairs with text',
    'source_f',
    '/api/tickerAll',
    {
      error: false,
      errorMessage: null,
      data: { ETH_EUR: { last: '2690.2' }, BTC_EUR: { last: '82205.3' }, BTC_CZK: { last: '1998500.0' } },
    },
  ],
  [
    'Gemini, ticker',
    'source_g',
    '/v1/pubticker/btcusd',
    {
      bid: '95220.48',
      ask: '95239.52',
      last: '95230.00',
      volume: { BTC: '210.55', USD: '20051234.10', timestamp: NOW },
    },
  ],
  ['Gemini, second version', 'source_g', '/v2/ticker/btcusd', expect.objectContaining({ close: '95230.00' })],
  [
    'Gemini, feed of all pairs',
    'source_g',
    '/v1/pricefeed',
    ['ETHUSD', 'BTCUSD', 'BTCEUR', 'BTCGBP'].map((pair) => ({
      pair,
      price: expect.stringMatching(/^\d+\.\d\d$/),
      percentChange24h: expect.any(String),
    })),
  ],
]

test.for(EXAMPLES)('%s answers as in the reference', async ([, source, path, example]) => {
  const answer = await ask(source, path)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(JSON.parse(answer.body.toString())).toEqual(example)
})

const REFUSALS: readonly [title: string, source: SourceId, path: string, status: number, answer: unknown][] = [
  ['Coinbase', 'source_a', '/products/BTC-CHF/ticker', 404, { message: 'NotFound' }],
  [
    'Kraken fails the whole list',
    'source_b',
    '/0/public/Ticker?pair=XBTUSD,XBTCZK',
    200,
    { error: ['EQuery:Unknown asset pair'] },
  ],
  ['Bitfinex', 'source_c', '/v2/ticker/tBTCCZK', 500, ['error', 10020, 'symbol: invalid']],
  ['Bitstamp', 'source_d', '/api/v2/ticker/btcczk/', 404, expect.objectContaining({ status: 'error' })],
  [
    'Bitstamp without the slash',
    'source_d',
    '/api/v2/ticker/btcusd',
    404,
    expect.objectContaining({ status: 'error' }),
  ],
  [
    'Binance fails the whole list',
    'source_e',
    '/api/v3/ticker/price?symbols=["BTCUSDT","BTCGBP"]',
    400,
    { code: -1121, msg: 'Invalid symbol.' },
  ],
  [
    'Binance, a list that is not JSON',
    'source_e',
    '/api/v3/ticker/price?symbols=BTCUSDT,BTCEUR',
    400,
    expect.objectContaining({ code: -1100 }),
  ],
  [
    'Binance, a list with blanks',
    'source_e',
    '/api/v3/ticker/price?symbols=["BTCUSDT",%20"BTCEUR"]',
    400,
    expect.objectContaining({ code: -1100 }),
  ],
  ['Coinmate', 'source_f', '/api/ticker?currencyPair=BTC_USD', 200, { error: false, errorMessage: null, data: null }],
  [
    'Gemini',
    'source_g',
    '/v1/pubticker/btcczk',
    400,
    expect.objectContaining({ result: 'error', reason: 'InvalidSymbol' }),
  ],
]

test.for(REFUSALS)('an unknown pair: %s', async ([, source, path, status, example]) => {
  const answer = await ask(source, path)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body.toString())).toEqual(example)
})

test('Coinbase rejects a request without a user agent', async () => {
  const answer = await ask('source_a', '/products/BTC-USD/ticker', {})
  expect(answer.status).toBe(403)
  expect(answer.headers['content-type']).toMatch(/^text\/html/)
})

test('Kraken answers a request without a pair with every market, some 200 KB', async () => {
  const answer = await ask('source_b', '/0/public/Ticker')
  expect(answer.body.length).toBeGreaterThan(150_000)
  expect(JSON.parse(answer.body.toString()).result.XXBTZUSD.c[0]).toBe('95230.10000')
})

test('Binance reports the used weight', async () => {
  const answer = await ask('source_e', '/api/v3/ticker/price?symbol=BTCEUR')
  expect(answer.headers['x-mbx-used-weight-1m']).toBe('2')
})

test.for(['source_a', 'source_b', 'source_c', 'source_d', 'source_e', 'source_f', 'source_g'] as const)(
  '%s serves only its own paths',
  async (source) => {
    const answer = await ask(source, '/somewhere/else')
    expect(answer.status).toBe(404)
  },
)

function ask(source: SourceId, path: string, headers?: Record<string, string>) {
  return rawGet(`${originOf(source)}${path}`, headers ? { headers } : {})
}

function originOf(source: SourceId): string {
  const entry = mocks.exchangesFile().sources.find(({ id }) => id === source)
  return new URL(((entry?.['single'] ?? entry?.['bulk']) as { url: string } | undefined)?.url ?? '').origin
}
