import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestNode, type TestNode } from '../../../world/simulated/open-test-node.ts'
import { startControlServer } from './control-server.ts'

let world: TestNode
let resumed = 0
beforeAll(async () => {
  const service = { state: async () => ({ halted: false }), resume: async () => void (resumed += 1) }
  world = await openTestNode({ control: { host: '127.0.0.1', port: 0, service } })
})
afterAll(() => world.close())

interface Answered {
  readonly status: number
  readonly body: Record<string, unknown>
}

async function call(
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const url = `${world.node.controlUrl}${path}`
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('the simulated node is controlled over HTTP', async () => {
  const made = await call('POST', '/invoice', '{"amount_msat":1000}')
  expect(made.status).toBe(200)
  expect(Object.keys(made.body)).toEqual(['bolt11', 'hash', 'preimage'])
  expect(await call('GET', '/truth')).toMatchObject({ status: 200, body: { balance_msat: 1_000_000_000_000 } })
  expect((await call('POST', '/up')).status).toBe(200)
})

test('the service side reports its state and can be resumed', async () => {
  expect(await call('GET', '/state')).toEqual({ status: 200, body: { halted: false } })
  expect(await call('POST', '/resume')).toEqual({ status: 200, body: {} })
  expect(resumed).toBe(1)
})

const HASH = 'ab'.repeat(32)

test.each([
  ['/script', 'not json'],
  ['/script', '[]'],
  ['/script', ''],
  ['/script', '{"match":{"any":true}}'],
  ['/script', '{"match":{"any":true},"pay":["sing"]}'],
  ['/script', '{"match":{"any":true},"pay":[{"do":"settle","fee":3}]}'],
  ['/script', '{"match":{"any":true},"pay":["barrier"]}'],
  ['/script', '{"match":{"any":true},"pay":["needs_fee"]}'],
  ['/script', '{"match":{"any":true,"nth":1},"pay":["hang"]}'],
  ['/script', '{"match":{"nth":0},"pay":["hang"]}'],
  ['/script', '{"match":{"hash":"short"},"pay":["hang"]}'],
  ['/invoice', '{"amount_msat":0}'],
  ['/invoice', '{"amount_msat":1.5}'],
  ['/invoice', '{"mutate":"ugly"}'],
  ['/invoice', '{"hrp":"xx"}'],
  ['/invoice', `{"hash":"${HASH}","preimage":"${HASH}"}`],
  ['/settle', '{"fee_msat":1}'],
  ['/settle', `{"hash":"${HASH}","fee_msat":-1}`],
  ['/receive', '{}'],
  ['/receive', '{"bolt11":"lnbc1nonsense"}'],
  ['/receive', `{"hash":"${HASH}","notify":"often"}`],
  ['/down', '{"mode":"up"}'],
  ['/release', '{}'],
])('POST %s %s is a 400 that says why', async (path, body) => {
  const answer = await call('POST', path, body)
  expect(answer.status).toBe(400)
  expect(String(answer.body['detail']).length).toBeGreaterThan(15)
})

test('an unknown path is a 404', async () => {
  expect((await call('GET', '/nothing')).status).toBe(404)
  expect((await call('GET', '/script')).status).toBe(404)
  for (const path of ['/settle', '/fail', '/receive', '/expire_htlc']) {
    expect(await call('POST', path, `{"hash":"${HASH}"}`)).toMatchObject({ status: 404 })
  }
})

test('web pages and other machines cannot control the node', async () => {
  expect((await call('POST', '/up', '', { origin: 'http://evil.example' })).status).toBe(403)
  await expect(startControlServer({ host: '0.0.0.0', port: 0, sendControl: world.node.sendControl })).rejects.toThrow(
    'loopback',
  )
})
