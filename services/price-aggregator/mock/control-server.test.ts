import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createControlServer } from './control-server.ts'
import { misbehaviours } from './misbehaviours/misbehaviours.ts'
import { type MockExchanges, startMockExchanges } from './mock-exchanges.ts'

let mocks: MockExchanges
let control: Server
const pinned: string[] = []
beforeEach(async () => {
  mocks = await startMockExchanges()
  pinned.length = 0
  const moving = { pin: (sourceId: string, currency: string) => void pinned.push(`${sourceId} ${currency}`) }
  control = createControlServer({ mocks, moving }).listen(0, '127.0.0.1')
  await once(control, 'listening')
})
afterEach(async () => {
  control.closeAllConnections()
  control.close()
  await mocks.close()
})

test('the list has every source, every misbehaviour, and the current ones', async () => {
  await mocks.misbehave('source_b', 'kraken-busy')
  const text = await (await fetch(url('/'))).text()
  expect(text).toContain('source_b  Kraken: USD 95230.1, EUR 82201.5, CHF 76200.5, GBP 71995.2 (kraken-busy)')
  for (const { name } of misbehaviours) expect(text).toContain(` ${name} `)
})

test('a source misbehaves, with an amount if it takes one, and stops on request', async () => {
  await post('/control', { source: 'source_a', misbehaviour: 'never-answers' })
  expect(mocks.misbehaviourOf('source_a')?.name).toBe('never-answers')
  const slow = await post('/control', { source: 'source_a', misbehaviour: 'slow-first-byte', milliseconds: 4900 })
  expect(slow).toEqual({ status: 200, text: 'source_a: answers well, 4900 ms late\n' })
  await post('/control', { source: 'source_a', misbehaviour: null })
  expect(mocks.misbehaviourOf('source_a')).toBeUndefined()
})

test('a manually set price is served and stays', async () => {
  expect((await post('/price', { source: 'source_c', currency: 'USD', price: 99000 })).status).toBe(200)
  expect((await post('/price', { source: 'source_c', currency: 'EUR', price: null })).status).toBe(200)
  expect(mocks.prices.source_c).toMatchObject({ USD: 99000, EUR: null })
  expect(pinned).toEqual(['source_c USD', 'source_c EUR'])
})

test.for([
  ['/control', {}, 'source must be one of source_a'],
  ['/control', { source: 'source_a' }, 'misbehaviour must be a name'],
  ['/control', { source: 'source_a', misbehaviour: 'is-nice' }, 'misbehaviour must be a name'],
  ['/control', { source: 'source_a', misbehaviour: 'kraken-busy' }, 'kraken-busy is for source_b'],
  ['/control', { source: 'source_a', misbehaviour: 'fails-first', requests: -1 }, 'requests must be a whole number'],
  ['/control', null, 'The body must be a JSON object.'],
  ['/price', { source: 'source_a', currency: 'usd', price: 1 }, 'currency must be three capital letters'],
  ['/price', { source: 'source_a', currency: 'USD', price: [] }, 'price must be a number'],
] as const)('an invalid request is explained: %s %j', async ([path, body, sentence]) => {
  const answer = await post(path, body)
  expect(answer.status).toBe(400)
  expect(answer.text).toContain(sentence)
})

test('other routes are not found', async () => {
  expect((await post('/prices', {})).status).toBe(404)
})

async function post(path: string, body: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(url(path), { method: 'POST', body: JSON.stringify(body) })
  return { status: response.status, text: await response.text() }
}

function url(path: string): string {
  return `http://127.0.0.1:${(control.address() as AddressInfo).port}${path}`
}
