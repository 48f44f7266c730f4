import { type AddressInfo, createServer, type Server } from 'node:net'
import { type Certificate, selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import { afterEach, expect, test } from 'vitest'
import { openFreezingForwarder } from '../../world/peer-parts/freezing-forwarder.ts'
import { openPeerServer, type PeerCall, type PeerReply, type PeerServer } from '../../world/peer-parts/peer-server.ts'
import { REFUSING_PORT } from '../../world/peer-parts/refusing-port.ts'
import {
  createNodeHttp,
  type NodeHttp,
  type NodeHttpOptions,
  NotSentError,
  RefusedStreamError,
  UntrustedNodeError,
} from './node-http.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const echo = (call: PeerCall, reply: PeerReply): void => reply.send(200, { ...call, query: String(call.query) })

async function openPeer(handle = echo, certificate?: Certificate): Promise<PeerServer> {
  const peer = await openPeerServer(handle, certificate)
  closing.push(peer.close)
  return peer
}

function open(options: Partial<NodeHttpOptions> & { baseUrl: string }): NodeHttp {
  const http = createNodeHttp({ headers: {}, ...options })
  closing.push(http.close)
  return http
}

const GET = { method: 'GET', path: '/thing' } as const
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no rejection',
    (error: unknown) => error,
  )

test('a call carries its method, path, query, credential and body, and brings any status', async () => {
  const peer = await openPeer()
  const http = open({ baseUrl: peer.url, headers: { credential: 'c' } })
  const { status, text } = await http.call({
    method: 'POST',
    path: '/a/b?c=d',
    body: { e: 'ü' },
    headers: { more: 'm' },
  })
  expect(status).toBe(200)
  expect(JSON.parse(text)).toMatchObject({
    method: 'POST',
    path: '/a/b',
    query: 'c=d',
    headers: { credential: 'c', more: 'm', 'content-type': 'application/json', 'content-length': '10' },
    text: '{"e":"ü"}',
  })
  const form = await http.call({ method: 'POST', path: '/', body: new URLSearchParams({ f: 'g h' }) })
  expect(JSON.parse(form.text)).toMatchObject({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    text: 'f=g+h',
  })
  peer.plan('GET /thing', { do: 'refuse', status: 503, text: 'away' })
  expect(await http.call(GET)).toEqual({ status: 503, text: 'away' })
})

test('the pinned certificate is trusted, whatever name it carries, and no other one is', async () => {
  const certificate = selfSignedCertificate('some-node.local')
  const peer = await openPeer(echo, certificate)
  expect((await open({ baseUrl: peer.url, certificate: certificate.cert }).call(GET)).status).toBe(200)
  const other = selfSignedCertificate('some-node.local').cert
  for (const wrong of [other, undefined]) {
    // Without a trusted connection not a byte of the request has left.
    const http = open({ baseUrl: peer.url, certificate: wrong, certificateSetting: 'NODE_CERT' })
    const error = await rejection(http.call(GET))
    expect(error).toBeInstanceOf(UntrustedNodeError)
    expect(error).toBeInstanceOf(NotSentError)
    expect(String(error)).toContain('NODE_CERT: ')
    // Node's own advice helps with no certificate that a node signs itself.
    expect(String(error)).not.toContain('use-system-ca')
  }
  expect(peer.calls).toEqual(['GET /thing'])
})

test("an answer and a stream have the time of the node's clock", async () => {
  const peer = await openPeer((_call, reply) => {
    reply.line('one')
    reply.end()
  })
  peer.http.prependListener('request', (_request, response) => {
    response.setHeader('date', 'Sun, 06 Nov 1994 08:49:37 GMT')
  })
  const http = open({ baseUrl: peer.url })
  const dates: number[] = []
  const onDate = (seconds: number): void => void dates.push(seconds)
  await http.call({ ...GET, onDate })
  await http.readLines({ ...GET, silenceMs: 1000, onDate }, () => undefined)
  expect(dates).toEqual([784_111_777, 784_111_777])
})

test('a connection is reused', async () => {
  const certificate = selfSignedCertificate('localhost')
  const peer = await openPeer(echo, certificate)
  let connections = 0
  peer.http.on('secureConnection', () => {
    connections += 1
  })
  const http = open({ baseUrl: peer.url, certificate: certificate.cert })
  for (let call = 0; call < 3; call += 1) await http.call(GET)
  expect(connections).toBe(1)
})

test('only refused connections and unresolvable hosts count as not sent', async () => {
  const refused = open({ baseUrl: `http://127.0.0.1:${REFUSING_PORT}` })
  expect(await rejection(refused.call(GET))).toBeInstanceOf(NotSentError)
  const unnamed = open({ baseUrl: 'http://unresolvable.invalid' })
  expect(await rejection(unnamed.call(GET))).toBeInstanceOf(NotSentError)
})

test.each([{ secure: false }, { secure: true }])(
  'a request that breaks off on an established connection may have been read (secure: $secure)',
  async ({ secure }) => {
    const certificate = secure ? selfSignedCertificate('localhost') : undefined
    const peer = await openPeer(echo, certificate)
    const http = open({ baseUrl: peer.url, certificate: certificate?.cert })
    const isUnclear = async (): Promise<void> => {
      const error = await rejection(http.call(GET))
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(NotSentError)
    }
    // First on a new connection, then on one that was used before.
    peer.plan('GET', { do: 'lose-request' })
    await isUnclear()
    await http.call(GET)
    peer.plan('GET', { do: 'lose-answer' })
    await isUnclear()
  },
)

test('a call that times out may have arrived', async () => {
  const peer = await openPeer(() => undefined)
  const error = await rejection(open({ baseUrl: peer.url }).call({ ...GET, timeoutMs: 50 }))
  expect(error).not.toBeInstanceOf(NotSentError)
  expect(String(error)).toMatch(/time/i)
})

test('a host that accepts the connection without a TLS handshake has read nothing', async () => {
  const silent: Server = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  closing.push(() => silent.close())
  const address = silent.address()
  const http = open({ baseUrl: `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
  expect(await rejection(http.call({ ...GET, timeoutMs: 50 }))).toBeInstanceOf(NotSentError)
})

test('a stream comes line by line, however it is cut, and ends when the node ends it', async () => {
  const peer = await openPeer((_call, reply) => {
    reply.line({ one: 1 })
    reply.line({ two: 'zwei ü' })
    reply.end()
  })
  const lines: string[] = []
  await open({ baseUrl: peer.url }).readLines({ ...GET, silenceMs: 1000 }, (line) => lines.push(line))
  expect(lines).toEqual(['{"one":1}', '{"two":"zwei ü"}'])
  // A last line needs no end.
  peer.plan('GET', { do: 'answer', text: '{"one":1}\n{"two' })
  await open({ baseUrl: peer.url }).readLines({ ...GET, silenceMs: 1000 }, (line) => lines.push(line))
  expect(lines.slice(2)).toEqual(['{"one":1}', '{"two'])
})

test('a stream that breaks off, is answered with an error or is silent rejects', async () => {
  const peer = await openPeer((call, reply) => {
    if (call.path === '/silent') return
    reply.line({ one: 1 })
    if (call.path === '/stops') return
    setTimeout(() => peer.cut(), 20)
  })
  const http = open({ baseUrl: peer.url })
  const read = (path: string): Promise<unknown> =>
    rejection(http.readLines({ method: 'GET', path, silenceMs: 60 }, () => undefined))
  expect(await read('/breaks')).toBeInstanceOf(Error)
  expect(String(await read('/stops'))).toMatch(/no byte for 60 ms/)
  // Also before its headers.
  expect(String(await read('/silent'))).toMatch(/no byte for 60 ms/)
  peer.plan('GET /refused', { do: 'refuse', status: 409, text: 'no' })
  const refused = await read('/refused')
  expect(refused).toBeInstanceOf(RefusedStreamError)
  expect((refused as RefusedStreamError).answer).toEqual({ status: 409, text: 'no' })
})

test('a caller that leaves a stream, even one that has just ended, gets no further event and no error', async () => {
  const peer = await openPeer((_call, reply) => {
    reply.line({ one: 1 })
    reply.end()
  })
  const http = open({ baseUrl: peer.url })
  for (let times = 0; times < 5; times += 1) {
    const enough = new AbortController()
    const read = http.readLines({ ...GET, silenceMs: 1000, signal: enough.signal }, () => enough.abort())
    await rejection(read)
  }
  expect(await http.call(GET).then(({ status }) => status)).toBe(200)
})

test('closing ends calls in flight, and later calls count as not sent', async () => {
  const peer = await openPeer((call, reply) => {
    if (call.path === '/stream') reply.line({ one: 1 })
  })
  const http = open({ baseUrl: peer.url })
  const call = rejection(http.call(GET))
  const heard: string[] = []
  const stream = rejection(
    http.readLines({ method: 'GET', path: '/stream', silenceMs: 10_000 }, (line) => heard.push(line)),
  )
  await expect.poll(() => [heard.length, peer.calls.length]).toEqual([1, 2])
  http.close()
  for (const error of [await call, await stream]) expect(String(error)).toMatch(/closed/)
  expect(await rejection(http.call(GET))).toBeInstanceOf(NotSentError)
  expect(peer.calls).toHaveLength(2)
})

test('connections that died while they were idle cost one deadline in total', async () => {
  const peer = await openPeer()
  const line = await openFreezingForwarder(Number(new URL(peer.url).port))
  const http = open({ baseUrl: `http://127.0.0.1:${line.port}` })
  await Promise.all(Array.from({ length: 5 }, () => http.call(GET)))
  expect(line.connections()).toBe(5)
  line.freeze()
  line.thaw()
  expect(String(await rejection(http.call({ ...GET, timeoutMs: 100 })))).toMatch(/time/i)
  await expect.poll(() => line.connections()).toBe(0)
  expect(await http.call({ ...GET, timeoutMs: 1000 })).toMatchObject({ status: 200 })
})

test.each([
  ['after the connection stands', 'http', ''],
  ['in the TLS handshake', 'https', ''],
  ['in the middle of the headers', 'http', 'HTTP/1.1 200 OK\r\ncontent-'],
  ['in the middle of the body', 'http', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
])(
  'a node that falls silent %s is given up by the deadline, and its connection is closed',
  async (_when, scheme, says) => {
    const line = await openFreezingForwarder(undefined, says)
    const http = open({ baseUrl: `${scheme}://127.0.0.1:${line.port}` })
    expect(await rejection(http.call({ ...GET, timeoutMs: 100 }))).toBeInstanceOf(Error)
    expect(await rejection(http.readLines({ ...GET, silenceMs: 100 }, () => undefined))).toBeInstanceOf(Error)
    await expect.poll(() => line.connections()).toBe(0)
  },
)

test('a node that answers byte by byte does not extend a call beyond its deadline', async () => {
  const dripping = createServer((socket) => {
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 10)
    socket.on('error', () => undefined).on('close', () => clearInterval(drip))
    socket.write('HTTP/1.1 200 OK\r\n')
  })
  await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve))
  closing.push(() => dripping.close())
  const { port } = dripping.address() as AddressInfo
  expect(
    await rejection(open({ baseUrl: `http://127.0.0.1:${port}` }).call({ ...GET, timeoutMs: 100 })),
  ).toBeInstanceOf(Error)
})
