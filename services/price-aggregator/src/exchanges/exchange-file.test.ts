import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_EXCHANGES_FILE, readExchangeFile } from './exchange-file.ts'
import { SOURCE_IDS } from './source.ts'

const CURRENCIES = ['USD', 'EUR', 'CHF', 'GBP', 'CZK']
const SINGLE = { url: 'http://127.0.0.1:8080/{pair}', price: ['price'] }

type Json = Record<string, unknown>

function source(id: string, changes: Json = {}): Json {
  return { id, label: id, pairs: { USD: 'BTCUSD' }, single: SINGLE, ...changes }
}

/** Seven good sources, the first of them changed. */
function fileWith(changes: Json, top: Json = {}): Json {
  return { ...top, sources: SOURCE_IDS.map((id, index) => source(id, index === 0 ? changes : {})) }
}

function readText(text: string | Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'exchanges-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'exchanges.json')
  writeFileSync(path, text)
  const { sources, problems } = readExchangeFile(path, CURRENCIES)
  expect(problems.filter((problem) => !problem.startsWith(`${path}: `))).toEqual([])
  return { sources, problems: problems.map((problem) => problem.slice(path.length + 2)) }
}

const readJson = (json: unknown) => readText(JSON.stringify(json))

test('the shipped file describes the seven exchanges', () => {
  const { sources, problems } = readExchangeFile(DEFAULT_EXCHANGES_FILE, CURRENCIES)
  expect(problems).toEqual([])
  expect(sources.map(({ id, label, pairs }) => [id, label, [...pairs.keys()].join()])).toEqual([
    ['source_a', 'Coinbase Exchange', 'USD,EUR,GBP'],
    ['source_b', 'Kraken', 'USD,EUR,CHF,GBP'],
    ['source_c', 'Bitfinex', 'USD,EUR,CHF,GBP'],
    ['source_d', 'Bitstamp', 'USD,EUR,GBP'],
    ['source_e', 'Binance', 'USD,EUR'],
    ['source_f', 'Coinmate', 'EUR,CZK'],
    ['source_g', 'Gemini', 'USD,EUR,GBP'],
  ])
})

test('only pairs of configured currencies are kept', () => {
  const { sources } = readExchangeFile(DEFAULT_EXCHANGES_FILE, ['CZK'])
  expect(sources.flatMap(({ pairs }) => [...pairs])).toEqual([['CZK', 'BTC_CZK']])
})

test('defaults, upper case and the order a to g do not depend on the file', () => {
  const json = fileWith({ pairs: { usd: 'BTCUSD' }, enabled: false, timeout_seconds: 0.25 }, { timeout_seconds: 9 })
  const { sources, problems } = readJson({ ...json, sources: (json.sources as unknown[]).toReversed() })
  expect(problems).toEqual([])
  expect(sources.map(({ id }) => id)).toEqual([...SOURCE_IDS])
  expect(sources[0]).toMatchObject({ enabled: false, timeoutMs: 250, failure: undefined, bulk: undefined })
  expect(sources[0]?.pairs).toEqual(new Map([['USD', 'BTCUSD']]))
  expect(sources[1]).toMatchObject({ enabled: true, timeoutMs: 9000 })
  expect(readJson(fileWith({})).sources[0]?.timeoutMs).toBe(5000)
})

test('a byte-order mark is no problem', () => {
  expect(readText(`\uFEFF${JSON.stringify(fileWith({}))}`).problems).toEqual([])
})

test('a file that cannot be read, or is not JSON, is one problem', () => {
  const missing = join(tmpdir(), 'no-such-folder', 'exchanges.json')
  expect(readExchangeFile(missing, CURRENCIES)).toEqual({
    sources: [],
    problems: [`${missing}: cannot be read (ENOENT)`],
  })
  expect(readExchangeFile(tmpdir(), CURRENCIES).problems).toEqual([`${tmpdir()}: cannot be read (EISDIR)`])
  expect(readText('').problems).toEqual([expect.stringMatching(/^is not JSON \(.+\)$/)])
  expect(readText('{"sources":\n[,]}').problems).toEqual([expect.stringMatching(/^is not JSON \(.+\)$/)])
})

test('one error reports every problem of a file, and then there are no sources', () => {
  const { sources, problems } = readJson({
    timeout: 5,
    sources: [
      source('source_a', { label: ' ', enabled: 'yes', timeout_seconds: 0, colour: 'red' }),
      source('source_b', { single: { url: '/relative/{pair}', price: [] } }),
      source('source_c', { bulk: { url: 'ftp://example.com/{pairs}', price: ['x'] } }),
      source('source_a', { pairs: { US: 'x', EUR: '', eur: 'y' } }),
      source('source_z'),
      'source_e',
      source('source_f', { single: undefined }),
    ],
  })
  expect(sources).toEqual([])
  expect(problems).toEqual([
    'sources[0].label: must be a text that is not empty',
    'sources[0].enabled: must be true or false',
    'sources[0].timeout_seconds: must be a number above 0 and at most 60',
    expect.stringMatching(/^sources\[0\]\.colour: is unknown \(known: id, label, .+\)$/),
    'sources[1].single.url: must be an absolute http(s) URL',
    'sources[1].single.price: must hold at least one step',
    'sources[2].bulk.url: must be an absolute http(s) URL',
    'sources[2].bulk.price: must hold the step "{key}", or rows must be there',
    'sources[3].id: source_a is there twice',
    'sources[3].pairs.US: is not a currency: three letters',
    'sources[3].pairs.EUR: must be a text that is not empty',
    'sources[3].pairs.eur: EUR is there twice',
    'sources[4].id: must be one of source_a to source_g',
    'sources[5]: must be an object',
    'sources[6]: needs bulk, single or both',
    ...['source_d', 'source_e', 'source_g'].map(
      (id) => `sources: ${id} is missing (use "enabled": false to switch a source off)`,
    ),
    'timeout: is unknown (known: timeout_seconds, sources)',
  ])
})

const BULK = { url: 'https://example.com/?pairs={pairs}', price: ['{key}', 'last'] }

test.each<[string, unknown, string]>([
  ['a list at the top', [], 'must be an object'],
  ['null at the top', null, 'must be an object'],
  ['no sources', {}, 'sources: is missing'],
  ['sources by name', { sources: { source_a: {} } }, 'sources: must be a list'],
  ['no id', fileWith({ id: undefined }), 'sources[0].id: is missing'],
  ['no label', fileWith({ label: undefined }), 'sources[0].label: is missing'],
  ['no pairs', fileWith({ pairs: undefined }), 'sources[0].pairs: is missing'],
  ['pairs in a list', fileWith({ pairs: ['USD'] }), 'sources[0].pairs: must be an object'],
  [
    'a prototype name as currency',
    JSON.parse(JSON.stringify(fileWith({ pairs: 0 })).replace('"pairs":0', '"pairs":{"__proto__":"x"}')),
    'sources[0].pairs.__proto__: is not a currency: three letters',
  ],
  [
    'a timeout over a minute',
    fileWith({}, { timeout_seconds: 61 }),
    'timeout_seconds: must be a number above 0 and at most 60',
  ],
  [
    'a timeout in quotes',
    fileWith({ timeout_seconds: '5' }),
    'sources[0].timeout_seconds: must be a number above 0 and at most 60',
  ],
  ['no url', fileWith({ single: { price: ['x'] } }), 'sources[0].single.url: is missing'],
  ['no price', fileWith({ single: { url: SINGLE.url } }), 'sources[0].single.price: is missing'],
  [
    'a single url for no pair',
    fileWith({ single: { ...SINGLE, url: 'http://a.b/' } }),
    'sources[0].single.url: must hold {pair}',
  ],
  [
    'a mistyped placeholder',
    fileWith({ single: { ...SINGLE, url: 'http://a.b/{pairs}' } }),
    'sources[0].single.url: may hold {pair}, not {pairs}',
  ],
  [
    'a password in the url',
    fileWith({ single: { ...SINGLE, url: 'http://u:p@a.b/{pair}' } }),
    'sources[0].single.url: must not hold a user name or password',
  ],
  [
    'a negative step',
    fileWith({ single: { ...SINGLE, price: ['a', -1] } }),
    'sources[0].single.price[1]: must be a name or a list index from 0',
  ],
  [
    'a broken step',
    fileWith({ single: { ...SINGLE, price: [0.5] } }),
    'sources[0].single.price[0]: must be a name or a list index from 0',
  ],
  ['a path as text', fileWith({ failure: 'error' }), 'sources[0].failure: must be a list'],
  [
    'a bulk form for one price',
    fileWith({ bulk: { ...BULK, price: ['last'] } }),
    'sources[0].bulk.price: must hold the step "{key}", or rows must be there',
  ],
  ['rows without a key', fileWith({ bulk: { ...BULK, rows: { at: [] } } }), 'sources[0].bulk.rows.key: is missing'],
  [
    'a mistyped key in rows',
    fileWith({ bulk: { ...BULK, rows: { at: [], key: [0], kee: 1 } } }),
    'sources[0].bulk.rows.kee: is unknown (known: at, key)',
  ],
  [
    'pairs joined by spaces',
    fileWith({ bulk: { ...BULK, pairs_as: 'space' } }),
    'sources[0].bulk.pairs_as: must be "comma" or "json"',
  ],
  [
    'no accepted key',
    fileWith({ bulk: { ...BULK, answer_keys: { USD: [] } } }),
    'sources[0].bulk.answer_keys.USD: must hold at least one key',
  ],
  [
    'an accepted key that is no text',
    fileWith({ bulk: { ...BULK, answer_keys: { USD: [7] } } }),
    'sources[0].bulk.answer_keys.USD[0]: must be a text that is not empty',
  ],
])('%s is a problem', (_name, json, problem) => {
  expect(readJson(json).problems).toContain(problem)
})
