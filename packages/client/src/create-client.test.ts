import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, ClientError, createClient } from './create-client.ts'

let server: Server
let client: Client
let asked: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[]
let answer: { status: number; type: string; body: string }

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      if (answer.status === 0) return
      response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  client = createClient({ baseUrl: `http://127.0.0.1:${port}`, key: 'k', timeoutMs: 300 })
})
beforeEach(() => {
  asked = []
  answer = { status: 200, type: 'application/json', body: '{"ok":true}' }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('path, query, body, key and idempotency key are sent in their places', async () => {
  expect(await client.call('getPayment', { path: { checking_id: 'a/b?' } })).toEqual({ ok: true })
  await client.call('listPayments', { query: { limit: 5, wallet_id: 'ü' } })
  await client.call('createPayment', { body: { out: false, amount: 7 }, idempotencyKey: 'once' })
  expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', '/api/v1/payments/a%2Fb%3F', ''],
    ['GET', '/api/v1/payments?limit=5&wallet_id=%C3%BC', ''],
    ['POST', '/api/v1/payments', '{"out":false,"amount":7}'],
  ])
  expect(asked[0]?.headers).toMatchObject({ 'x-api-key': 'k' })
  expect(asked[0]?.headers).not.toHaveProperty('content-type')
  expect(asked[2]?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'once' })
})

test('another credential replaces the first', async () => {
  await client.as({ token: 't' }).call('listWallets')
  expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer t' })
  expect(asked[0]?.headers).not.toHaveProperty('x-api-key')
})

test('an error gives a program its code and the facts of its text', async () => {
  const body = { detail: 'At most 5 sat.', code: 'amount_too_large', params: { max_sat: 5 } }
  answer = { status: 400, type: 'application/json', body: JSON.stringify(body) }
  await expect(client.call('listWallets')).rejects.toMatchObject({ code: 'amount_too_large', params: { max_sat: 5 } })
  answer = { status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' }
  await expect(client.call('listWallets')).rejects.toMatchObject({ code: undefined, params: {} })
})

test('a rejection is thrown with its status, its detail and its whole body', async () => {
  answer = { status: 422, type: 'application/json', body: '{"detail":"body.amount: Field required","errors":[1]}' }
  const error = await client.call('createPayment', { body: { out: false } }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ClientError)
  expect(error).toMatchObject({ status: 422, detail: 'body.amount: Field required', body: { errors: [1] } })
  answer = { status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' }
  await expect(client.call('listWallets')).rejects.toMatchObject({ status: 502, detail: '<h1>Bad Gateway</h1>' })
})

test('text stays text, an empty answer is undefined, and a silent service times out', async () => {
  answer = { status: 200, type: 'text/csv', body: 'a,b' }
  expect(await client.call('exportPayments')).toBe('a,b')
  answer = { status: 200, type: 'application/json', body: '' }
  expect(await client.call('listWallets')).toBeUndefined()
  answer = { status: 0, type: '', body: '' }
  await expect(client.call('listWallets')).rejects.toMatchObject({ name: 'TimeoutError' })
})
