import { createReader } from '@satchel/http/environment'
import { decimalText } from '@satchel/money/decimal'
import { expect, test } from 'vitest'
import { type RatesConfig, readRates } from './rates.ts'

function read(env: Record<string, string>): { config: RatesConfig; problems: string[] } {
  const problems: string[] = []
  return { config: readRates(createReader(env, problems), problems), problems }
}

test('by default there are the currencies of the price aggregator and no source (S106)', () => {
  expect(read({})).toEqual({
    config: {
      currencies: ['USD', 'EUR', 'CHF', 'GBP', 'CZK'],
      accountingCurrency: 'USD',
      isCurrencyChosen: false,
      maxAgeSeconds: 600,
      source: { kind: 'none' },
    },
    problems: [],
  })
})

test('every set variable is read', () => {
  const { config, problems } = read({
    PRICE_AGGREGATOR_URL: 'https://prices.example/base/',
    SERVICE_CURRENCIES: ' eur, usd ,EUR',
    SERVICE_ACCOUNTING_CURRENCY: 'usd',
    SERVICE_RATE_MAX_AGE_SECONDS: '90',
    SERVICE_REFERENCE_RATES_URL: 'Off',
  })
  expect(problems).toEqual([])
  expect(config).toEqual({
    currencies: ['EUR', 'USD'],
    accountingCurrency: 'USD',
    isCurrencyChosen: true,
    maxAgeSeconds: 90,
    source: { kind: 'aggregator', url: 'https://prices.example/base', referenceUrl: undefined },
  })
  expect(read({ SERVICE_CURRENCIES: '["chf", "usd"]' }).config).toMatchObject({
    currencies: ['CHF', 'USD'],
    accountingCurrency: 'CHF',
  })
})

test('with prices and reference rates there are thirty currencies by default', () => {
  const { currencies, source } = read({ PRICE_AGGREGATOR_URL: 'http://127.0.0.1:5001' }).config
  expect([currencies.length, currencies.slice(0, 6)]).toEqual([30, ['USD', 'EUR', 'CHF', 'GBP', 'CZK', 'AUD']])
  expect(source).toMatchObject({ referenceUrl: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml' })
  const without = { PRICE_AGGREGATOR_URL: 'http://127.0.0.1:5001', SERVICE_REFERENCE_RATES_URL: 'off' }
  expect(read(without).config.currencies.length).toBe(5)
})

test('fixed rates are exact, have priority over the price aggregator, and add their currencies', () => {
  const { config, problems } = read({
    SERVICE_FIXED_RATES: '{"USD": 50000.10, "jpy": 7654321}',
    PRICE_AGGREGATOR_URL: 'http://127.0.0.1:5001',
    SERVICE_CURRENCIES: 'USD',
  })
  expect(problems).toEqual([])
  expect(config.currencies).toEqual(['USD', 'JPY'])
  const prices = config.source.kind === 'fixed' ? [...config.source.prices] : []
  expect(prices.map(([currency, price]) => [currency, decimalText(price)])).toEqual([
    ['USD', '50000.1'],
    ['JPY', '7654321'],
  ])
})

test.each([
  ['SERVICE_FIXED_RATES', ['50000', '[]', 'null', '{"USD":50000', '{"USD":0}', '{"USD":-1}', '{"USD":1e12}']],
  ['SERVICE_FIXED_RATES', ['{"USD":"1"}', '{"USD":null}', '{"USD":1e999}', '{"DOLLAR":1}', '{"":1}']],
  ['SERVICE_CURRENCIES', ['US', 'USD,EURO', 'USD;EUR', '["USD"', '[1]', ',']],
  ['SERVICE_ACCOUNTING_CURRENCY', ['JPY', 'x']],
  ['SERVICE_RATE_MAX_AGE_SECONDS', ['0', '-1', 'x', '604801']],
  ['PRICE_AGGREGATOR_URL', ['127.0.0.1:5001', 'ftp://x', 'http://u:s3cret@x', 'http://:s3cret@x', 'http://x/?s3cret']],
  ['PRICE_AGGREGATOR_URL', ['http://x/#s3cret', '/rates', 's3cret']],
])('%s: an invalid value is a problem with its name, without the value', (name, values) => {
  for (const value of values) {
    const { problems } = read({ [name]: value })
    expect([value, problems.length]).toEqual([value, 1])
    expect(problems[0]).toMatch(new RegExp(`^${name}: `))
    expect(problems[0]).not.toContain('s3cret')
  }
})
