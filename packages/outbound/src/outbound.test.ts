import type { RequestListener, ServerResponse } from 'node:http'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { selfSignedCertificate } from '../world/loopback-certificate.ts'
import { openLoopbackDns } from '../world/loopback-dns.ts'
import { type LoopbackServer, openHttpServer, openTcpServer } from '../world/loopback-server.ts'
import { reservePort } from '../world/reserve-port.ts'
import {
  createOutbound,
  type Outbound,
  type OutboundAnswer,
  type OutboundOptions,
  type OutboundRequest,
} from './outbound.ts'
import { sendPinned } from './send-pinned.ts'

function open(options: Partial<OutboundOptions> = {}): Outbound {
  return createOutbound({ allowPrivate: true, allow: [], userAgent: 'satchel/1.0.0', ...options })
}

function ask(
  url: string,
  request: Partial<OutboundRequest> = {},
  options: Partial<OutboundOptions> = {},
): Promise<OutboundAnswer> {
  return open(options).request({ method: 'GET', url, ...request })
}

async function answerTo(answer: RequestListener, request: Partial<OutboundRequest> = {}): Promise<OutboundAnswer> {
  return ask(urlOf(await openHttpServer(answer)), request)
}

const urlOf = (server: LoopbackServer) => `http://127.0.0.1:${server.port}/`

test('a request carries only what the caller sets', async () => {
  let body = ''
  const server = await openHttpServer((request, response) => {
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => response.writeHead(202, { 'x-note': 'a', 'set-cookie': ['b=1', 'c=2'] }).end('thanks'))
  })
  const headers = { 'Content-Type': 'application/json', 'webhook-id': 'msg_1' }
  const answer = await ask(`${urlOf(server)}hook?a=1#part`, { method: 'POST', headers, body: '{"paid":true}' })
  expect(answer).toMatchObject({ kind: 'answered', status: 202, headers: { 'x-note': 'a', 'set-cookie': 'b=1, c=2' } })
  expect(answer.kind === 'answered' && answer.body).toEqual(Buffer.from('thanks'))
  expect([server.hits[0]?.path, body]).toEqual(['POST /hook?a=1', '{"paid":true}'])
  expect(server.hits[0]?.headers).toEqual({
    host: `127.0.0.1:${server.port}`,
    connection: 'close',
    'user-agent': 'satchel/1.0.0',
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'accept-encoding': 'identity',
    'content-length': '13',
  })
})

test.each([200, 204, 304, 400, 410, 429, 500, 503])('status %d is an answer', async (status) => {
  expect(await answerTo((_request, response) => response.writeHead(status).end())).toMatchObject({
    kind: 'answered',
    status,
  })
})

test('no connection is used twice, and none stays open', async () => {
  const server = await openHttpServer((_request, response) => response.end('ok'))
  const outbound = open()
  for (const _ of [1, 2]) await outbound.request({ method: 'GET', url: urlOf(server) })
  expect(server.connections()).toBe(2)
  await server.quiet()
})

test('a trailing dot is removed before the name is sent', async () => {
  const dns = await openLoopbackDns(() => ['127.0.0.1'])
  const server = await openHttpServer((_request, response) => response.end())
  await ask(`http://hook.test.:${server.port}/`, {}, { resolver: dns.address })
  expect(server.hits[0]?.headers.host).toBe(`hook.test:${server.port}`)
})

test('after a refused connection the next address is tried', async () => {
  const server = await openHttpServer((_request, response) => response.end(), { address: '127.0.0.2' })
  const dns = await openLoopbackDns(() => ['127.0.0.1', '127.0.0.2'])
  expect(await ask(`http://hook.test:${server.port}/`, {}, { resolver: dns.address })).toMatchObject({ status: 200 })
})

/** A byte every few milliseconds, until the client disconnects: the stream never stalls for long. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('.'), 5)
  response.on('close', () => clearInterval(timer))
}

test.each<[string, RequestListener, number | undefined]>([
  ['headers never come', () => {}, undefined],
  ['the body never comes', (_request, response) => response.writeHead(200).flushHeaders(), 200],
  ['the body drips', (_request, response) => drip(response.writeHead(200)), 200],
  ['early hints go on and on', (_request, response) => hint(response), undefined],
])('the deadline ends the request in any phase: %s', async (_name, answer, status) => {
  const server = await openHttpServer(answer)
  expect(await ask(urlOf(server), { timeoutMs: 100 })).toEqual({
    kind: 'failed',
    reason: 'timeout',
    status,
    message: 'timed out',
  })
  await server.quiet()
})

function hint(response: ServerResponse): void {
  const timer = setInterval(() => response.writeProcessing(), 5)
  response.on('close', () => clearInterval(timer))
}

test('the deadline ends a handshake that never completes, and a DNS lookup without an answer', async () => {
  const silent = await openTcpServer((socket) => void socket.resume())
  expect(await ask(`https://127.0.0.1:${silent.port}/`, { timeoutMs: 100 })).toMatchObject({
    kind: 'failed',
    reason: 'timeout',
  })
  await silent.quiet()
  const dns = await openLoopbackDns(undefined)
  const answer = await ask('http://hook.test/', { timeoutMs: 100 }, { resolver: dns.address })
  expect(answer).toMatchObject({ kind: 'failed', reason: 'timeout' })
})

test('the connect timeout ends before the deadline', async () => {
  const silent = await openTcpServer((socket) => void socket.resume())
  const sent = await sendPinned({
    url: new URL(`https://hook.test:${silent.port}/`),
    host: 'hook.test',
    port: silent.port,
    secure: true,
    addresses: ['127.0.0.1'],
    method: 'GET',
    headers: {},
    body: undefined,
    maxBytes: 1024,
    connectTimeoutMs: 50,
    stop: new AbortController().signal,
  })
  expect(sent).toMatchObject({ kind: 'failed', reason: 'timeout', message: 'timed out (ETIMEDOUT)' })
  await silent.quiet()
})

test('the caller and the end of the service stop a request', async () => {
  const server = await openHttpServer(() => {})
  const caller = new AbortController()
  const stopped = ask(urlOf(server), { signal: caller.signal })
  caller.abort()
  expect(await stopped).toEqual({ kind: 'failed', reason: 'aborted', status: undefined, message: 'stopped' })
  expect(await ask(urlOf(server), { signal: caller.signal })).toMatchObject({ reason: 'aborted' })
  const outbound = open()
  const underWay = outbound.request({ method: 'GET', url: urlOf(server) })
  outbound.close()
  expect(await underWay).toMatchObject({ reason: 'aborted' })
  expect(await outbound.request({ method: 'GET', url: urlOf(server) })).toMatchObject({ reason: 'aborted' })
  await server.quiet()
})

test('a body may have exactly as many bytes as allowed', async () => {
  const sends: RequestListener = (_request, response) => response.end('x'.repeat(65_536))
  expect(await answerTo(sends)).toMatchObject({ kind: 'answered' })
  expect(await answerTo(sends, { maxBytes: 65_535 })).toEqual({
    kind: 'failed',
    reason: 'too_large',
    status: 200,
    message: 'answer is too large',
  })
})

test('reading an endless body is stopped', async () => {
  let sent = 0
  const server = await openHttpServer((_request, response) => {
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
    }
    response.on('drain', pour)
    pour()
  })
  expect(await ask(urlOf(server))).toMatchObject({ kind: 'failed', reason: 'too_large', status: 200 })
  await server.quiet()
  expect(sent).toBeLessThan(64 * 1024 * 1024)
})

test('a gzip bomb is not decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024))
  const sends: RequestListener = (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  expect(bomb.length).toBeLessThan(65_536)
  const answer = await answerTo(sends)
  expect(answer.kind === 'answered' && answer.body.length).toBe(bomb.length)
  expect(await answerTo(sends, { maxBytes: 1024 })).toMatchObject({ kind: 'failed', reason: 'too_large' })
})

test('a closed port is reported as refused', async () => {
  const answer = await ask(`http://127.0.0.1:${await reservePort()}/`)
  expect(answer).toEqual({
    kind: 'failed',
    reason: 'refused',
    status: undefined,
    message: 'connection refused (ECONNREFUSED)',
  })
})

test('a name that does not exist, or has no address, is not found', async () => {
  const dns = await openLoopbackDns((name) => (name === 'empty.test' ? [] : undefined))
  for (const name of ['empty.test', 'missing.test']) {
    expect(await ask(`http://${name}/`, {}, { resolver: dns.address })).toMatchObject({ kind: 'failed', reason: 'dns' })
  }
})

const START = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nstart'

test.each<[string, string, string, number | undefined]>([
  ['closes immediately', '', 'reset', undefined],
  ['closes within the head', 'HTTP/1.1 200 OK\r\nContent-', 'reset', undefined],
  ['closes within the body', START, 'reset', 200],
  ['closes within a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nstart', 'reset', 200],
  ['speaks another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', 'not_http', undefined],
  ['sends two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 'not_http', undefined],
  ['sends an endless head', `HTTP/1.1 200 OK\r\nx-note: ${'x'.repeat(100_000)}`, 'not_http', undefined],
])('a server that %s is a failure', async (_name, text, reason, status) => {
  const server = await openTcpServer((socket) => void socket.once('data', () => socket.end(text)))
  expect(await ask(urlOf(server))).toMatchObject({ kind: 'failed', reason, status })
})

test('a connection reset within the body is a failure with the status received', async () => {
  const server = await openTcpServer(
    (socket) => void socket.once('data', () => socket.write(START, () => socket.resetAndDestroy())),
  )
  expect(await ask(urlOf(server), { method: 'POST', body: 'x' })).toMatchObject({ kind: 'failed', reason: 'reset' })
  expect(server.connections()).toBe(1)
})

test('a certificate must be trusted and be for the name, which is sent to the server', async () => {
  const certificate = selfSignedCertificate('hook.test')
  const server = await openHttpServer((_request, response) => response.end('ok'), { certificate })
  const dns = await openLoopbackDns(() => ['127.0.0.1'])
  const get = (host: string) => ask(`https://${host}:${server.port}/`, {}, { resolver: dns.address })
  expect(await get('hook.test')).toMatchObject({ kind: 'failed', reason: 'tls' })
  const trusted = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([...trusted, certificate.cert])
  expect(await get('hook.test.')).toMatchObject({ kind: 'answered', status: 200 })
  expect(server.hits.map(({ servername }) => servername)).toEqual(['hook.test'])
  for (const host of ['other.test', '127.0.0.1'])
    expect(await get(host)).toMatchObject({ kind: 'failed', reason: 'tls' })
  expect(server.hits).toHaveLength(1)
})

test('TLS towards a server without TLS fails', async () => {
  const server = await openHttpServer((_request, response) => response.end())
  expect(await ask(`https://127.0.0.1:${server.port}/`)).toMatchObject({ kind: 'failed', reason: 'tls' })
})
