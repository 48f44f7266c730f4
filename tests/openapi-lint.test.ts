import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrices, type PricesWorld } from '../services/price-aggregator/mock/open-prices.ts'

let world: PricesWorld
let text: string
beforeAll(async () => {
  world = await openPrices()
  text = (await world.app.inject('/openapi.json')).body
})
afterAll(() => world.close())

test('the price aggregator describes itself in OpenAPI 3.1 without a complaint of the linter', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // Reading prices needs no credential; the server is wherever the operator runs it.
    rules: { 'security-defined': 'off', 'operation-4xx-response': 'off', 'no-server-example.com': 'off' },
  })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
})

test('version, licence and the schemas are those of the specification', () => {
  const { openapi, info, components, paths } = JSON.parse(text)
  expect(openapi).toBe('3.1.0')
  expect(info).toMatchObject({ version: '1.0.0', license: { name: 'MIT' } })
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining([
      'ExchangeRates',
      'RatesResponse',
      'CurrencyRateResponse',
      'ConvertResponse',
      'HTTPValidationError',
      'ValidationError',
    ]),
  )
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/rates', '/rate/{currency}', '/rate/{currency}/{amount}', '/health']),
  )
  expect(components.schemas.ValidationError.required).toEqual(['type', 'loc', 'msg'])
})

test('every operation has a name, a summary, a description and a tag', () => {
  const { paths } = JSON.parse(text)
  const operations = Object.values<Record<string, Record<string, unknown>>>(paths).flatMap((path) =>
    Object.values(path),
  )
  expect(operations.length).toBeGreaterThan(7)
  for (const operation of operations) {
    expect(operation).toMatchObject({
      operationId: expect.stringMatching(/^[a-z][A-Za-z]+$/),
      summary: expect.any(String),
      description: expect.any(String),
      tags: [expect.any(String)],
    })
  }
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
})
