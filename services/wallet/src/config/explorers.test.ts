import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (text: string, env: Readonly<Record<string, string>> = {}) =>
  readConfig({ SERVICE_EXPLORER_URLS: text, SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false', ...env })

test('explorers are configured by network; a single one is for mainnet', () => {
  expect(read('https://a.example/api/, regtest=https://b.example/?x=1')).toMatchObject({
    config: { explorers: { mainnet: 'https://a.example/api', regtest: 'https://b.example/?x=1' } },
  })
  expect(read('')).toMatchObject({ config: { explorers: {} } })
})

test.each([
  'moon=https://a.example',
  'testnet=http://a.example',
  'https://a.example,mainnet=https://b.example',
  'signet=',
])('%s is a configuration error that names the variable', (text) => {
  expect(read(text)).toMatchObject({ problems: [expect.stringContaining('SERVICE_EXPLORER_URLS')] })
})

test('plain http is allowed for hosts that the operator permits', () => {
  const allowed = { SERVICE_OUTBOUND_ALLOW: '10.0.0.7:3002' }
  expect(read('http://10.0.0.7:3002', allowed)).toMatchObject({
    config: { explorers: { mainnet: 'http://10.0.0.7:3002' } },
  })
})
