import { expect, test } from 'vitest'
import { codeOf, openTestSandbox } from '../../world/open-test-sandbox.ts'

const { run } = openTestSandbox()

test('a currency has the digits of ISO 4217 in the sandbox, unless the code gives others', async () => {
  const code = codeOf(`f: (given) => given.map(([currency, more]) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code', ...more }).format(1234.5678))`)
  const given = [
    ['HUF', {}],
    ['RSD', {}],
    ['IQD', {}],
    ['JPY', {}],
    ['JPY', { minimumFractionDigits: 1 }],
    ['EUR', { maximumFractionDigits: 0 }],
    ['EUR', { notation: 'compact' }],
  ]
  expect(((await run(code, 'f', [given])) as string[]).map((text) => text.replace('\u{a0}', ' '))).toEqual([
    'HUF 1,234.57',
    'RSD 1,234.57',
    'IQD 1,234.568',
    'JPY 1,235',
    'JPY 1,234.6',
    'EUR 1,235',
    'EUR 1.2K',
  ])
})
