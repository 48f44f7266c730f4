import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Readonly<Record<string, string>>) => {
  const answer = readConfig(env)
  return 'problems' in answer ? answer.problems : answer.config.nostr
}

test('relays have a default', () => {
  expect(read({})).toEqual({ relays: ['wss://relay.getalby.com/v1'], lookBackSeconds: 0, hasOwnRelay: false })
  const named = {
    SERVICE_NOSTR_RELAYS: 'wss://a.example, ws://127.0.0.1:7777,wss://a.example',
    SERVICE_NOSTR_LOOK_BACK_SECONDS: '300',
  }
  const relays = ['wss://a.example', 'ws://127.0.0.1:7777']
  expect(read(named)).toEqual({ relays, lookBackSeconds: 300, hasOwnRelay: false })
})

test.each([
  'https://a.example',
  'wss://',
  'wss://user:secret@a.example',
  'a.example',
  `wss://a.example/${'x'.repeat(200)}`,
  Array.from({ length: 6 }, (_, at) => `wss://${at}.example`).join(','),
])('%s is not a list of relays, and the problem names the variable only', (relays) => {
  expect(read({ SERVICE_NOSTR_RELAYS: relays })).toEqual([expect.stringMatching(/^SERVICE_NOSTR_RELAYS: must be/)])
})

test('a relay without TLS is rejected where private addresses are not allowed', () => {
  const env = { SERVICE_NOSTR_RELAYS: 'ws://a.example', SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false' }
  expect(read(env)).toEqual([expect.stringMatching(/^SERVICE_NOSTR_RELAYS: /)])
})

test('our own relay comes first if it is on, and alone unless others are configured', () => {
  const env = { SERVICE_NOSTR_OWN_RELAY: 'true', SERVICE_PUBLIC_URL: 'https://pay.example/' }
  const ownRelay = 'wss://pay.example/nwcprovider/relay'
  expect(read(env)).toMatchObject({ hasOwnRelay: true, relays: [ownRelay] })
  expect(read({ ...env, SERVICE_NOSTR_RELAYS: 'wss://a.example' })).toMatchObject({
    relays: [ownRelay, 'wss://a.example'],
  })
  const five = Array.from({ length: 5 }, (_, at) => `wss://${at}.example`).join(',')
  expect(read({ ...env, SERVICE_NOSTR_RELAYS: five })).toEqual([expect.stringContaining('at most 4 URLs')])
})
