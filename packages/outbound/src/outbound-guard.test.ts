import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openLoopbackDns, type Zone } from '../world/loopback-dns.ts'
import { openHttpServer, openTcpServer } from '../world/loopback-server.ts'
import { reservePort } from '../world/reserve-port.ts'
import { createOutbound, type OutboundAnswer, type OutboundOptions, type OutboundRequest } from './outbound.ts'
import { sendPinned } from './send-pinned.ts'

const ok: RequestListener = (_request, response) => response.end('ok')

function ask(
  url: string,
  options: Partial<OutboundOptions> = {},
  request: Partial<OutboundRequest> = {},
): Promise<OutboundAnswer> {
  const outbound = createOutbound({ allowPrivate: false, allow: [], userAgent: 'satchel/1.0.0', ...options })
  return outbound.request({ method: 'GET', url, ...request })
}

test.each([
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '0',
  '127.9.9.9',
  'localhost',
  'localhost.',
  'x.localhost',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
])('a request to %s reaches no server on this machine', async (host) => {
  const server = await openHttpServer(ok)
  expect(await ask(`http://${host}:${server.port}/`)).toMatchObject({ kind: 'blocked', reason: 'address' })
  expect(server.connections()).toBe(0)
})

test.each<[name: string, answers: readonly string[]]>([
  ['loopback', ['127.0.0.1']],
  ['another loopback', ['127.255.0.1']],
  ['loopback in IPv6', ['::1']],
  ['mapped loopback', ['::ffff:7f00:1']],
  ['unspecified', ['0.0.0.0']],
  ['private', ['10.1.2.3']],
  ['metadata', ['169.254.169.254']],
  ['unique-local', ['fd00::1']],
  ['link-local', ['fe80::1']],
  ['public first, loopback second', ['8.8.8.8', '127.0.0.1']],
  ['loopback first, public second', ['127.0.0.1', '8.8.8.8']],
  ['public in IPv4, loopback in IPv6', ['8.8.8.8', '::1']],
  ['public in IPv6, private in IPv4', ['2606:4700::1111', '10.0.0.1']],
  ['public, with loopback behind NAT64', ['8.8.8.8', '64:ff9b::7f00:1']],
])('a name is rejected for any of its addresses: %s', async (_name, addresses) => {
  const server = await openHttpServer(ok)
  const dns = await openLoopbackDns(() => addresses)
  const answer = await ask(`http://hook.test:${server.port}/`, { resolver: dns.address })
  expect(answer).toEqual({ kind: 'blocked', reason: 'address', message: expect.stringContaining('not public') })
  expect(server.connections()).toBe(0)
  expect(dns.questions.sort()).toEqual(['A hook.test', 'AAAA hook.test'])
})

test('a name that resolves to our own listener is rejected', async () => {
  const dns = await openLoopbackDns(() => ['8.8.8.8'])
  const ownAddresses = () => [{ address: '8.8.8.8', port: 5000 }]
  const answer = await ask('http://hook.test:5000/', { resolver: dns.address, ownAddresses })
  expect(answer).toMatchObject({ kind: 'blocked', reason: 'own_address' })
})

/** Opens one listener, then, for a second request, the other on the same port. */
test('a name is looked up once: a later DNS answer has no effect', async () => {
  const named = await openHttpServer(ok)
  const rebound = await openHttpServer(ok, { address: '127.0.0.2', port: named.port })
  const zone: Zone = (_name, nth) => (nth === 0 ? ['127.0.0.1'] : ['127.0.0.2'])
  const dns = await openLoopbackDns(zone)
  const allow = [`rebind.test:${named.port}`]
  expect(await ask(`http://rebind.test:${named.port}/`, { resolver: dns.address, allow })).toMatchObject({
    status: 200,
  })
  expect(dns.questions.sort()).toEqual(['A rebind.test', 'AAAA rebind.test'])
  expect([named.hits.length, rebound.connections()]).toEqual([1, 0])
})

test('every request resolves and checks its address again', async () => {
  const server = await openHttpServer(ok)
  const dns = await openLoopbackDns((_name, nth) => (nth === 0 ? ['127.0.0.1'] : ['0.0.0.0']))
  const outbound = createOutbound({ allowPrivate: true, allow: [], userAgent: 'satchel', resolver: dns.address })
  const request = { method: 'GET', url: `http://rebind.test:${server.port}/` } as const
  expect(await outbound.request(request)).toMatchObject({ kind: 'answered' })
  expect(await outbound.request(request)).toMatchObject({ kind: 'blocked', reason: 'address' })
  expect(server.connections()).toBe(1)
})

test('the peer address of the connection is checked again before anything is sent', async () => {
  const server = await openHttpServer(ok)
  const sent = await sendPinned({
    url: new URL(`http://127.0.0.1:${server.port}/`),
    host: '127.0.0.1',
    port: server.port,
    secure: false,
    addresses: ['8.8.8.8'],
    method: 'POST',
    headers: {},
    body: 'secret',
    maxBytes: 1024,
    connectTimeoutMs: 3000,
    stop: new AbortController().signal,
  })
  expect(sent).toEqual({ kind: 'wrong_peer' })
  await server.quiet()
  expect(server.hits).toEqual([])
})

test.each([301, 302, 303, 307, 308])('a redirect with %d is an answer, and is not followed', async (status) => {
  const forbidden = await openHttpServer(ok)
  const location = `http://127.0.0.1:${forbidden.port}/internal`
  const server = await openHttpServer((_request, response) => response.writeHead(status, { location }).end())
  const answer = await ask(`http://127.0.0.1:${server.port}/`, { allow: [`127.0.0.1:${server.port}`] })
  expect(answer).toMatchObject({ kind: 'answered', status, headers: { location } })
  expect(server.hits).toHaveLength(1)
  expect(forbidden.connections()).toBe(0)
})

test('an allow-listed host is reached by its name, and no other host or port', async () => {
  const [listed, other] = [await openHttpServer(ok), await openHttpServer(ok)]
  const dns = await openLoopbackDns(() => ['127.0.0.1'])
  const options = { allow: [`hook.test:${listed.port}`], resolver: dns.address }
  expect(await ask(`http://hook.test:${listed.port}/`, options)).toMatchObject({ kind: 'answered', status: 200 })
  expect(await ask(`http://hook.test:${other.port}/`, options)).toMatchObject({ kind: 'blocked' })
  expect(await ask(`http://127.0.0.1:${listed.port}/`, options)).toMatchObject({ kind: 'blocked' })
  expect([listed.hits.length, other.connections()]).toEqual([1, 0])
})

test('private addresses, where allowed, are reached by literal, by name and as localhost', async () => {
  const server = await openHttpServer(ok)
  const dns = await openLoopbackDns(() => ['127.0.0.1'])
  const options = { allowPrivate: true, resolver: dns.address }
  for (const host of ['127.0.0.1', '2130706433', 'localhost', 'x.localhost.', 'hook.test', '[::ffff:127.0.0.1]']) {
    expect(await ask(`http://${host}:${server.port}/`, options), host).toMatchObject({ kind: 'answered', status: 200 })
  }
  expect(dns.questions.sort()).toEqual(['A hook.test', 'AAAA hook.test'])
})

/** No name has a part this long, so the machine rejects it without a query. */
test('without a configured resolver the system resolver is used', async () => {
  expect(await ask(`http://${'x'.repeat(64)}.test/`)).toMatchObject({ kind: 'failed', reason: 'dns' })
})

test.each<[string, Record<string, string>]>([
  ['a line end in a value', { 'x-note': 'a\r\nx-evil: 1' }],
  ['a line end in a name', { 'x-note\r\nx-evil': 'a' }],
  ['another Host', { Host: 'internal.test' }],
  ['its own framing', { 'Transfer-Encoding': 'chunked' }],
])('a request with %s is not sent', async (_name, headers) => {
  const server = await openHttpServer(ok)
  const answer = await ask(`http://127.0.0.1:${server.port}/`, { allowPrivate: true }, { headers })
  expect(answer).toMatchObject({ kind: 'blocked', reason: 'header' })
  expect(server.connections()).toBe(0)
})

test('the check at creation sends no request and says what is wrong', async () => {
  const dns = await openLoopbackDns(() => ['127.0.0.1'])
  const outbound = createOutbound({ allowPrivate: false, allow: [], userAgent: 'satchel', resolver: dns.address })
  expect(outbound.checkUrl('https://hook.test/')).toBeUndefined()
  expect(outbound.checkUrl('https://127.1/')).toEqual({
    reason: 'address',
    message: 'The URL leads to an address that is not public.',
  })
  expect(dns.questions).toEqual([])
})

test.each([{ resolver: 'dns.test' }, { resolver: '127.0.0.1:99999' }, { allow: ['hook.test'] }])(
  'wrong options throw at creation: %j',
  (wrong) => {
    expect(() => createOutbound({ allowPrivate: false, allow: [], userAgent: 'satchel', ...wrong })).toThrow(/./)
  },
)

test('a raw connection is opened only to allowed addresses', async () => {
  const server = await openTcpServer((socket) => socket.end('hello'))
  const url = `http://127.0.0.1:${server.port}/`
  const strict = createOutbound({ allowPrivate: false, allow: [], userAgent: 'satchel/1.0.0' })
  expect(await strict.connect({ url })).toMatchObject({ kind: 'blocked', reason: 'address' })
  expect(await strict.connect({ url: `ws://127.0.0.1:${server.port}/` })).toMatchObject({ reason: 'scheme' })
  expect(server.connections()).toBe(0)
  const open = createOutbound({ allowPrivate: true, allow: [], userAgent: 'satchel/1.0.0' })
  const opened = await open.connect({ url })
  if (opened.kind !== 'connected') throw new Error(opened.message)
  expect(await text(opened.socket)).toBe('hello')
  const refused = await open.connect({ url: `http://127.0.0.1:${await reservePort()}/` })
  expect(refused).toMatchObject({ kind: 'failed', reason: 'refused' })
  open.close()
  expect(await open.connect({ url })).toMatchObject({ kind: 'failed', reason: 'aborted' })
})
