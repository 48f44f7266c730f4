import { createReader, type Environment } from '@satchel/http/environment'
import { expect, test } from 'vitest'
import { readFunding } from './read-funding.ts'

/** Every endpoint variable that takes http, with what else its source needs. */
const SOURCES: Readonly<Record<string, { readonly kind: string; readonly env: Environment }>> = {
  LND_REST_ENDPOINT: { kind: 'lnd', env: { LND_REST_MACAROON: `02${'ab'.repeat(40)}` } },
  CLNREST_URL: { kind: 'cln', env: { CLNREST_PAY_RUNE: 'rune' } },
  PHOENIXD_API_ENDPOINT: { kind: 'phoenixd', env: { PHOENIXD_API_PASSWORD: 'word' } },
  ECLAIR_URL: { kind: 'eclair', env: { ECLAIR_PASS: 'word' } },
  LNBITS_ENDPOINT: { kind: 'lnbits', env: { LNBITS_KEY: 'key' } },
  BLINK_API_ENDPOINT: { kind: 'blink', env: { BLINK_TOKEN: 'key' } },
  BLINK_WS_ENDPOINT: { kind: 'blink', env: { BLINK_TOKEN: 'key' } },
  OPENNODE_API_ENDPOINT: { kind: 'opennode', env: { OPENNODE_KEY: 'key' } },
  STRIKE_API_ENDPOINT: { kind: 'strike', env: { STRIKE_API_KEY: 'key' } },
}

const NAMES = Object.keys(SOURCES)

function problemsOf(name: string, endpoint: string, more: Environment = {}): readonly string[] {
  const problems: string[] = []
  const { kind = '', env = {} } = SOURCES[name] ?? {}
  const all = { SERVICE_FUNDING_SOURCE: kind, ...env, [name]: endpoint, ...more }
  readFunding(createReader(all, problems), { env: all, dataFolder: '/data', problems })
  return problems
}

test.each(NAMES)('%s rejects plain http to another machine, and says what to do', (name) => {
  for (const host of ['node.example', '192.168.1.7:8080', '127.evil.example', 'localhost.example', '[2001:db8::1]']) {
    const [problem, ...more] = problemsOf(name, `http://${host}`)
    expect(problem).toMatch(new RegExp(`^${name}: .*in clear.*(https|wss).*SERVICE_ALLOW_PLAIN_NODE=true`))
    expect(problem).not.toContain(host)
    expect(more).toEqual([])
  }
})

test.each(NAMES)('%s accepts https anywhere, and plain http to this machine and to onion services', (name) => {
  for (const endpoint of [
    'https://node.example',
    'node.example:8080',
    'http://127.0.0.1:8080',
    'http://127.1',
    'http://localhost:8080',
    'http://node.localhost',
    'http://[::1]:8080',
    'http://[::ffff:127.0.0.1]',
    `http://${'a'.repeat(56)}.onion:8080`,
  ]) {
    expect(problemsOf(name, endpoint)).toEqual([])
  }
})

test.each(NAMES)('%s accepts plain http to another machine when the operator allows it by name', (name) => {
  expect(problemsOf(name, 'http://node.example', { SERVICE_ALLOW_PLAIN_NODE: 'true' })).toEqual([])
  expect(problemsOf(name, 'http://node.example', { SERVICE_ALLOW_PLAIN_NODE: 'false' })).toHaveLength(1)
})

test('a plain websocket to another machine is rejected like plain http', () => {
  expect(problemsOf('BLINK_WS_ENDPOINT', 'ws://node.example')[0]).toContain('use wss')
  expect(problemsOf('BLINK_WS_ENDPOINT', 'wss://node.example')).toEqual([])
  expect(problemsOf('BLINK_WS_ENDPOINT', 'ws://127.0.0.1:1')).toEqual([])
})

test('the former node is held to the same rule and the same permission', () => {
  const former = {
    SERVICE_FORMER_FUNDING_SOURCE: 'eclair',
    FORMER_ECLAIR_URL: 'http://node.example',
    FORMER_ECLAIR_PASS: 'word',
  }
  const read = (more: Environment) => problemsOf('ECLAIR_URL', 'http://127.0.0.1', { ...former, ...more })
  expect(read({})[0]).toMatch(/^FORMER_ECLAIR_URL: .*SERVICE_ALLOW_PLAIN_NODE=true/)
  expect(read({ SERVICE_ALLOW_PLAIN_NODE: 'true' })).toEqual([])
})
