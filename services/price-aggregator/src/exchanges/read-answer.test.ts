import { expect, test } from 'vitest'
import { DEFAULT_EXCHANGES_FILE, readExchangeFile } from './exchange-file.ts'
import { readAnswer } from './read-answer.ts'
import type { SourceId } from './source.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const { sources } = readExchangeFile(DEFAULT_EXCHANGES_FILE, ['USD', 'EUR', 'CHF', 'GBP', 'CZK'])

function read(id: SourceId, form: 'bulk' | 'single', currencies: string[], json: unknown) {
  const source = sources.find((candidate) => candidate.id === id)
  const request = source?.[form]
  if (source === undefined || request === undefined) throw new Error(`${id} has no ${form} form`)
  const reading = readAnswer(json, { source, request, currencies, nowMs: NOW })
  if (!reading.ok) return reading.error
  return Object.fromEntries([...reading.cells].map(([currency, cell]) => [currency, cell.ok ? cell.price : cell.error]))
}

const kraken = (price: unknown) => ({ a: ['1', '1', '1.0'], c: [price, '0.0015'], o: '94500.0' })
const bitfinex = (symbol: string, price: unknown) => [symbol, 1, 12.3, 2, 10.1, 512, 0.005, price, 1503, 3, 4]
const bitstamp = { timestamp: '1795176000', open: '94500', last: '95230', vwap: '94980', bid: '1', ask: '2' }
const binance = { symbol: 'BTCUSDT', price: '95250.01000000' }

test.each<[string, SourceId, 'bulk' | 'single', string[], unknown, Record<string, unknown>]>([
  ['Coinbase', 'source_a', 'single', ['USD'], { ask: '1', price: '95230.25', time: 'x' }, { USD: 95230.25 }],
  [
    'Kraken in the long form',
    'source_b',
    'bulk',
    ['USD', 'CHF'],
    { error: [], result: { XXBTZUSD: kraken('95230.10000'), XBTCHF: kraken('76200.5') } },
    { USD: 95230.1, CHF: 76200.5 },
  ],
  [
    'Kraken in the other form',
    'source_b',
    'bulk',
    ['USD', 'CHF'],
    { error: [], result: { XBTUSD: kraken('95230.10000'), XXBTZCHF: kraken(76200.5) } },
    { USD: 95230.1, CHF: 76200.5 },
  ],
  [
    'Kraken with a pair missing',
    'source_b',
    'bulk',
    ['USD', 'GBP'],
    { error: [], result: { XXBTZUSD: kraken('5') } },
    { USD: 5, GBP: 'not in the answer' },
  ],
  [
    'Kraken with nulls',
    'source_b',
    'bulk',
    ['USD', 'EUR', 'GBP'],
    { error: null, result: { XXBTZUSD: kraken('5'), XXBTZEUR: null, XXBTZGBP: kraken(null) } },
    { USD: 5, EUR: 'not in the answer', GBP: 'not a price' },
  ],
  [
    'Bitfinex in any order',
    'source_c',
    'bulk',
    ['USD', 'EUR'],
    [bitfinex('tBTCEUR', 82195), bitfinex('tBTCUSD', 95230.5)],
    { USD: 95230.5, EUR: 82195 },
  ],
  [
    'Bitfinex with a symbol silently missing',
    'source_c',
    'bulk',
    ['USD', 'CHF'],
    [bitfinex('tBTCUSD', 95230.5)],
    { USD: 95230.5, CHF: 'not in the answer' },
  ],
  [
    'Bitfinex with noise between the rows',
    'source_c',
    'bulk',
    ['USD'],
    [null, 'error', 5, [], bitfinex('tBTCUSD', 5)],
    { USD: 5 },
  ],
  ['Bitfinex with a short row', 'source_c', 'bulk', ['USD'], [['tBTCUSD', 1, 2]], { USD: 'not a price' }],
  [
    'Bitstamp',
    'source_d',
    'bulk',
    ['USD', 'EUR'],
    [
      { ...bitstamp, pair: 'BTC/EUR', last: '82200' },
      { ...bitstamp, pair: 'BTC/USD' },
      { ...bitstamp, pair: 'XRP/USD', last: '2' },
    ],
    { USD: 95230, EUR: 82200 },
  ],
  [
    'Bitstamp, doubled rows',
    'source_d',
    'bulk',
    ['USD'],
    [
      { ...bitstamp, pair: 'BTC/USD' },
      { pair: 'BTC/USD', last: '1' },
    ],
    { USD: 95230 },
  ],
  ['Bitstamp per pair', 'source_d', 'single', ['USD'], bitstamp, { USD: 95230 }],
  [
    'Binance',
    'source_e',
    'bulk',
    ['USD', 'EUR'],
    [binance, { symbol: 'BTCEUR', price: 82210.55 }],
    { USD: 95250.01, EUR: 82210.55 },
  ],
  ['Binance per pair', 'source_e', 'single', ['USD'], binance, { USD: 95250.01 }],
  [
    'Coinmate',
    'source_f',
    'bulk',
    ['EUR', 'CZK'],
    { error: false, errorMessage: null, data: { BTC_EUR: { last: '82205.3' }, BTC_CZK: { last: 1998500.0 } } },
    { EUR: 82205.3, CZK: 1998500 },
  ],
  [
    'Coinmate per pair',
    'source_f',
    'single',
    ['CZK'],
    { error: false, errorMessage: null, data: { last: 1998500.0 } },
    { CZK: 1998500 },
  ],
  [
    'Gemini',
    'source_g',
    'bulk',
    ['USD', 'GBP'],
    [
      { pair: 'BTCUSD', price: '95230.00' },
      { pair: 'BTCGBP', price: '0' },
    ],
    { USD: 95230, GBP: 'not a price' },
  ],
  [
    'Gemini per pair',
    'source_g',
    'single',
    ['USD'],
    { bid: '1', last: '95230.00', volume: { BTC: '2' } },
    { USD: 95230 },
  ],
])('%s is understood', (_name, id, form, currencies, json, prices) => {
  expect(read(id, form, currencies, json)).toEqual(prices)
})

test.each<[string, SourceId, 'bulk' | 'single', unknown, string]>([
  [
    'an error list',
    'source_b',
    'bulk',
    { error: ['EQuery:Unknown asset pair', 'EGeneral:Oops'] },
    'EQuery:Unknown asset pair EGeneral:Oops',
  ],
  [
    'an error list beside a result',
    'source_b',
    'bulk',
    { error: ['EService:Busy'], result: { XXBTZUSD: kraken('5') } },
    'EService:Busy',
  ],
  ['an error list of objects', 'source_b', 'bulk', { error: [{ deep: [] }] }, 'the exchange reports a failure'],
  ['no result', 'source_b', 'bulk', { error: [] }, 'not in the answer'],
  ['an empty object', 'source_b', 'bulk', {}, 'not in the answer'],
  ['an error row', 'source_c', 'bulk', ['error', 11010, 'ratelimit: error'], 'error 11010 ratelimit: error'],
  ['an error object', 'source_c', 'bulk', { error: 'ERR_RATE_LIMIT' }, 'ERR_RATE_LIMIT'],
  ['an empty list', 'source_c', 'bulk', [], 'not in the answer'],
  ['null', 'source_c', 'bulk', null, 'not a list of pairs'],
  ['a maintenance note', 'source_d', 'bulk', { error: 'scheduled\nmaintenance' }, 'scheduled maintenance'],
  ['one object for a list', 'source_d', 'bulk', bitstamp, 'not a list of pairs'],
  ['a list for one object', 'source_d', 'single', [bitstamp], 'not in the answer'],
  ['an error code', 'source_e', 'bulk', { code: -1121, msg: 'Invalid symbol.' }, 'not a list of pairs'],
  [
    'an error flag with words',
    'source_f',
    'single',
    { error: true, errorMessage: 'Unknown pair', data: null },
    'Unknown pair',
  ],
  [
    'an error flag without words',
    'source_f',
    'single',
    { error: true, errorMessage: null, data: null },
    'the exchange reports a failure',
  ],
  ['no data', 'source_f', 'single', { error: false, errorMessage: null, data: null }, 'not in the answer'],
  [
    'a result that is an error',
    'source_g',
    'single',
    { result: 'error', reason: 'RateLimit', message: 'x' },
    'RateLimit',
  ],
  ['a text', 'source_a', 'single', 'price', 'not in the answer'],
  ['nothing but inherited names', 'source_a', 'single', JSON.parse('{"__proto__":{"price":"5"}}'), 'not in the answer'],
])('an answer that holds %s fails as a whole', (_name, id, form, json, error) => {
  const currency = id === 'source_f' ? 'CZK' : 'USD'
  expect(read(id, form, [currency], json)).toBe(error)
})

test('an error text is cut to 200 characters', () => {
  expect(read('source_b', 'bulk', ['USD'], { error: ['x'.repeat(5000)] })).toHaveLength(200)
})

test.each([
  ['2026-11-20T11:59:59.123456Z', NOW - 877],
  ['2026-11-20T12:59:59+01:00', NOW - 1000],
  ['2026-11-20T00:00:00Z', NOW - 12 * 3_600_000],
  ['2026-11-20T12:01:00Z', NOW + 60_000],
  ['2026-11-20T12:01:00.001Z', undefined],
  ['2026-11-20T11:59:59', undefined],
  ['2026-13-45T11:59:59Z', undefined],
  ['yesterday', undefined],
  ['', undefined],
  [1795176000, undefined],
  [null, undefined],
])('the trade time %j is %j', (time, tradedAt) => {
  const source = sources[0]
  if (source?.single === undefined) throw new Error('Coinbase has a single form')
  const question = { source, request: source.single, currencies: ['USD'], nowMs: NOW }
  const reading = readAnswer({ price: '5', time }, question)
  expect(reading.ok && reading.cells.get('USD')).toEqual({ ok: true, price: 5, tradedAt })
})
