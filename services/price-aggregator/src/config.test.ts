import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '@satchel/http/environment'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'satchel-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function configOf(env: Environment) {
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.config
}
function problemsOf(env: Environment): string {
  const read = readConfig(env)
  return 'problems' in read ? read.problems.join('\n') : ''
}

test('without any variable: loopback, port 5001, every 60 seconds, five currencies, seven sources', () => {
  const config = configOf({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 5001,
    intervalMs: 60_000,
    dataFolder: './data',
    warmStart: false,
  })
  expect(config.currencies).toEqual(['USD', 'EUR', 'CHF', 'GBP', 'CZK'])
  expect(config.sources.map(({ id }) => id).join()).toBe(
    'source_a,source_b,source_c,source_d,source_e,source_f,source_g',
  )
  expect(config.rateLimit).toBeUndefined()
})

test('the shipped exchanges cover the pairs of the specification', () => {
  const pairs = Object.fromEntries(configOf({}).sources.map((source) => [source.id, [...source.pairs.keys()]]))
  expect(pairs['source_a']).not.toContain('CHF')
  expect(configOf({}).sources[4]?.pairs.get('USD')).toBe('BTCUSDT')
  expect(pairs['source_f']?.sort()).toEqual(['CZK', 'EUR'])
  expect(pairs['source_g']?.sort()).toEqual(['EUR', 'GBP', 'USD'])
})

test.each([
  ['usd, eur ,USD,,', ['USD', 'EUR']],
  ['["usd","EUR","eur"]', ['USD', 'EUR']],
  [' CZK ', ['CZK']],
  ['', ['USD', 'EUR', 'CHF', 'GBP', 'CZK']],
])('CURRENCIES=%j is a list, upper-cased and without duplicates', (text, currencies) => {
  expect(configOf({ CURRENCIES: text }).currencies).toEqual(currencies)
})

test.each(['US', 'USDT', 'U$D', '[USD]', '["USD",5]', '[]', ',', '["US"]'])('CURRENCIES=%j stops the start', (text) => {
  expect(problemsOf({ CURRENCIES: text })).toContain('CURRENCIES: ')
})

test.each(['0', '-1', 'abc', '1.5', '1e3', '86401'])('FETCH_INTERVAL_SECONDS=%j stops the start', (text) => {
  expect(problemsOf({ FETCH_INTERVAL_SECONDS: text })).toBe(
    `FETCH_INTERVAL_SECONDS: must be a whole number from 1 to 86400, not "${text}"`,
  )
})

test('a broken exchanges file is named with the place inside it', () => {
  const file = join(folder, 'mine.json')
  writeFileSync(file, '{"sources": [')
  expect(problemsOf({ EXCHANGES_FILE: file })).toContain('mine.json')
  writeFileSync(file, JSON.stringify({ sources: [{ id: 'source_a', label: 'A', timeout_seconds: 'soon' }] }))
  expect(problemsOf({ EXCHANGES_FILE: file })).toMatch(/mine\.json.*sources\[0\]\.timeout_seconds/)
  expect(problemsOf({ EXCHANGES_FILE: '/nowhere/x.json' })).toContain('/nowhere/x.json')
})

test('one error names every problem of the configuration, by variable', () => {
  const problems = problemsOf({
    CURRENCIES: 'DOLLAR',
    EXCHANGES_FILE: '/nowhere/x.json',
    FETCH_INTERVAL_SECONDS: 'abc',
    PORT: '70000',
    PRICES_WARM_START: 'maybe',
    ACCESS_LOG: 'loud',
    SERVICE_RATE_LIMIT_NO: '-1',
    SERVICE_RATE_LIMIT_UNIT: 'year',
  })
  for (const name of [
    'CURRENCIES',
    'EXCHANGES_FILE',
    'FETCH_INTERVAL_SECONDS',
    'PORT',
    'PRICES_WARM_START',
    'ACCESS_LOG',
  ]) {
    expect(problems).toContain(`${name}: `)
  }
  expect(problems).toContain('SERVICE_RATE_LIMIT_NO: ')
  expect(problems).toContain('SERVICE_RATE_LIMIT_UNIT: ')
})

test('the rate limit is off unless asked for, and 0 is off', () => {
  expect(configOf({ SERVICE_RATE_LIMIT_NO: '0' }).rateLimit).toBeUndefined()
  expect(configOf({ SERVICE_RATE_LIMIT_NO: '5' }).rateLimit).toEqual({ requests: 5, windowMs: 60_000 })
  expect(configOf({ SERVICE_RATE_LIMIT_NO: '5', SERVICE_RATE_LIMIT_UNIT: 'day' }).rateLimit?.windowMs).toBe(86_400_000)
})
