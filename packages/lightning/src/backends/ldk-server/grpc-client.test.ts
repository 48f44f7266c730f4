import { type AddressInfo, connect as connectTo, createServer, type Server } from 'node:net'
import { selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import { afterEach, expect, test } from 'vitest'
import type { FaultyServer } from '../../../world/peer-parts/peer-server.ts'
import { REFUSING_PORT } from '../../../world/peer-parts/refusing-port.ts'
import { type GrpcCall, type GrpcReply, openGrpcPeerServer } from '../../../world/peers/ldk-server/grpc-peer-server.ts'
import { NotSentError } from '../../net/node-http.ts'
import { createGrpcClient, type GrpcClient, type GrpcOptions } from './grpc-client.ts'
import { createFrameReader, writeFrame } from './grpc-frames.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const certificate = selfSignedCertificate('localhost')
const echo = (call: GrpcCall, reply: GrpcReply): void => reply.send(call.body.subarray(5))

async function openPeer(handle: (call: GrpcCall, reply: GrpcReply) => void = echo): Promise<FaultyServer> {
  const peer = await openGrpcPeerServer(handle, certificate)
  closing.push(peer.close)
  return peer
}

function open(options: Partial<GrpcOptions> & { baseUrl: string }): GrpcClient {
  const client = createGrpcClient({ credential: () => ({}), certificate: certificate.cert, ...options })
  closing.push(client.close)
  return client
}

const PATH = '/a.B/C'
const HELLO = Buffer.from('hello')
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no rejection',
    (error: unknown) => error,
  )

test('a call has its message and the credential for exactly that message, and returns the answer', async () => {
  const seen: GrpcCall[] = []
  const peer = await openPeer((call, reply) => {
    seen.push(call)
    echo(call, reply)
  })
  const client = open({ baseUrl: peer.url, credential: (frame) => ({ 'x-auth': frame.toString('hex') }) })
  expect(await client.call(PATH, HELLO)).toMatchObject({ code: 0, message: '', body: HELLO })
  expect(seen[0]).toMatchObject({ path: PATH, body: writeFrame(HELLO) })
  expect(seen[0]?.headers).toMatchObject({
    'content-type': 'application/grpc+proto',
    te: 'trailers',
    'x-auth': writeFrame(HELLO).toString('hex'),
  })
})

test('an error carries its code and its message', async () => {
  const peer = await openPeer((_call, reply) => reply.fail(9, '100 % no route ☕'))
  expect(await open({ baseUrl: peer.url }).call(PATH, HELLO)).toMatchObject({ code: 9, message: '100 % no route ☕' })
})

test('an answer that is not gRPC does not tell whether the request arrived', async () => {
  const peer = await openPeer()
  const client = open({ baseUrl: peer.url })
  const faults = [
    { do: 'lose-request' },
    { do: 'lose-answer' },
    { do: 'refuse', status: 502, text: '<html>' },
    { do: 'deny', status: 500 },
    { do: 'garble' },
    { do: 'answer', text: '{}' },
  ] as const
  for (const fault of faults) {
    peer.plan(`POST ${PATH}`, fault)
    const error = await rejection(client.call(PATH, HELLO))
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(NotSentError)
  }
  expect(await client.call(PATH, HELLO)).toMatchObject({ code: 0 })
})

test('a request counts as not sent when the server is refusing, gone, or shows another certificate', async () => {
  const peer = await openPeer()
  const other = selfSignedCertificate('localhost').cert
  const refusing = `https://127.0.0.1:${REFUSING_PORT}`
  for (const options of [{ baseUrl: refusing }, { baseUrl: peer.url, certificate: other }]) {
    expect(await rejection(open(options).call(PATH, HELLO))).toBeInstanceOf(NotSentError)
  }
  const client = open({ baseUrl: peer.url })
  await client.call(PATH, HELLO)
  await peer.goDown()
  await expect.poll(() => rejection(client.call(PATH, HELLO))).toBeInstanceOf(NotSentError)
  await peer.comeUp()
  expect(await client.call(PATH, HELLO)).toMatchObject({ code: 0 })
  expect(peer.calls).toHaveLength(2)
})

test('a call without an answer times out and does not block other calls', async () => {
  const peer = await openPeer((call, reply) => {
    if (call.path === PATH) echo(call, reply)
  })
  const client = open({ baseUrl: peer.url })
  await client.call(PATH, HELLO)
  const hanging = rejection(client.call('/a.B/Hangs', HELLO, 1000))
  await expect.poll(() => peer.calls).toContain('POST /a.B/Hangs')
  expect(await client.call(PATH, HELLO)).toMatchObject({ code: 0 })
  const error = await hanging
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(NotSentError)
})

test('a stream is read message by message until the node closes it or the caller stops', async () => {
  const streams: GrpcReply[] = []
  const peer = await openPeer((_call, reply) => {
    streams.push(reply)
    reply.tell(HELLO)
    reply.tell(Buffer.alloc(100_000, 7))
  })
  const client = open({ baseUrl: peer.url })
  const lengths: number[] = []
  let opened = 0
  const on = { open: () => void (opened += 1), message: (message: Buffer) => void lengths.push(message.length) }
  const turnAway = new AbortController()
  const [one, other] = [client.follow(PATH, new AbortController().signal, on), client.follow(PATH, turnAway.signal, on)]
  const ends = [rejection(one), rejection(other)]
  await expect
    .poll(() => [opened, ...lengths.toSorted((first, second) => first - second)])
    .toEqual([2, 5, 5, 100_000, 100_000])
  turnAway.abort(new Error('enough'))
  expect(await ends[1]).toMatchObject({ message: 'enough' })
  peer.cut()
  expect(await ends[0]).toBeInstanceOf(Error)
})

test('a stream that the node rejects throws with its status', async () => {
  const peer = await openPeer((_call, reply) => reply.fail(16, 'no'))
  const on = { open: () => undefined, message: () => undefined }
  await expect(open({ baseUrl: peer.url }).follow(PATH, new AbortController().signal, on)).rejects.toThrow('16 no')
})

test('a silent connection is closed, and its pending calls end', async () => {
  const peer = await openPeer(() => undefined)
  // A proxy between the two that forwards everything until it stops.
  let passes = true
  const port = Number(new URL(peer.url).port)
  const between: Server = createServer((near) => {
    const far = connectTo(port)
    near.on('data', (bytes) => passes && far.write(bytes))
    far.on('data', (bytes) => passes && near.write(bytes))
    for (const [end, opposite] of [
      [near, far],
      [far, near],
    ] as const) {
      end.on('error', () => undefined)
      end.on('close', () => opposite.destroy())
    }
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  const { port: ownPort } = between.address() as AddressInfo
  closing.push(() => between.close())
  const client = open({ baseUrl: `https://127.0.0.1:${ownPort}`, pingMs: 30 })
  const hanging = rejection(client.call(PATH, HELLO, 20_000))
  await expect.poll(() => peer.calls.length).toBe(1)
  passes = false
  expect(await hanging).toBeInstanceOf(Error)
})

test('a closed gRPC client sends no request', async () => {
  const peer = await openPeer()
  const client = open({ baseUrl: peer.url })
  await client.call(PATH, HELLO)
  client.close()
  await expect(client.call(PATH, HELLO)).rejects.toThrow('closed')
  expect(peer.calls).toHaveLength(1)
})

test('messages are assembled from any split of their bytes', () => {
  const whole = Buffer.concat([writeFrame(HELLO), writeFrame(new Uint8Array()), writeFrame(Buffer.alloc(300, 1))])
  for (const size of [1, 4, 7, 1000]) {
    const reader = createFrameReader()
    const lengths: number[] = []
    for (let at = 0; at < whole.length; at += size) {
      lengths.push(...reader.push(whole.subarray(at, at + size)).map(({ length }) => length))
    }
    expect([...lengths, reader.hasRest()]).toEqual([5, 0, 300, false])
  }
  expect(() => createFrameReader().push(Buffer.from([1, 0, 0, 0, 0]))).toThrow('compressed')
  expect(() => createFrameReader().push(Buffer.from([0, 255, 0, 0, 0]))).toThrow('64 MiB')
})
