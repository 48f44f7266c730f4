import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openFreezingForwarder } from '../../world/peer-parts/freezing-forwarder.ts'
import { followNodeSocket, openNodeSocket, SOCKET_DEADLINES } from './node-socket.ts'

interface TestServer {
  readonly url: string
  /** Every connection so far. */
  readonly connections: WebSocket[]
  /** All messages sent to it. */
  readonly nodeAnswer: string[]
}

async function openServer(autoPong = true): Promise<TestServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong })
  await once(server, 'listening')
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  const connections: WebSocket[] = []
  const nodeAnswer: string[] = []
  server.on('connection', (socket) => {
    connections.push(socket)
    socket.on('message', (bytes: Buffer) => nodeAnswer.push(bytes.toString()))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections, nodeAnswer }
}

function follow(url: string): { readonly heard: string[]; stop(): void } {
  const heard: string[] = []
  const stop = followNodeSocket({ url, headers: {}, pingMs: 20 }, (text) => heard.push(text))
  onTestFinished(stop)
  return { heard, stop }
}

test('a socket that breaks off is opened again', async () => {
  const { url, connections } = await openServer()
  const { heard } = follow(url)
  await expect.poll(() => connections.length).toBe(1)
  connections[0]?.terminate()
  await expect.poll(() => connections.length, { timeout: 5000 }).toBe(2)
  connections[1]?.send('news')
  await expect.poll(() => heard).toEqual(['news'])
})

test('an open socket that answers no ping is closed and opened again', async () => {
  const { url, connections } = await openServer(false)
  follow(url)
  await expect.poll(() => connections.length, { timeout: 5000 }).toBeGreaterThan(1)
})

test('a quiet socket that answers pings stays open', async () => {
  const { url, connections } = await openServer()
  const { heard } = follow(url)
  await expect.poll(() => connections.length).toBe(1)
  let pings = 0
  connections[0]?.on('ping', () => {
    pings += 1
  })
  await expect.poll(() => pings).toBeGreaterThan(8)
  connections[0]?.send('news')
  await expect.poll(() => heard).toEqual(['news'])
  expect(connections).toHaveLength(1)
})

test('after unsubscribing nothing is reported and no socket is reopened', async () => {
  const { url, connections } = await openServer()
  const { heard, stop } = follow(url)
  await expect.poll(() => connections.length).toBe(1)
  const closed = once(connections[0] as WebSocket, 'close')
  stop()
  await closed
  expect(heard).toEqual([])
  expect(connections).toHaveLength(1)
})

test('a node gets its greeting, in its protocol and on every new connection, and answers to its messages', async () => {
  const { url, connections, nodeAnswer } = await openServer()
  const replyTo = (text: string): string | undefined => (text === 'who?' ? 'me' : undefined)
  const stop = followNodeSocket({ url, headers: {}, protocol: 'talk', greeting: 'hello', replyTo }, () => undefined)
  onTestFinished(stop)
  for (const count of [1, 2]) {
    await expect.poll(() => connections.length, { timeout: 5000 }).toBe(count)
    const connection = connections[count - 1]
    expect(connection?.protocol).toBe('talk')
    await expect.poll(() => nodeAnswer).toEqual(['hello'])
    connection?.send('who?')
    connection?.send('unanswered')
    await expect.poll(() => nodeAnswer).toEqual(['hello', 'me'])
    nodeAnswer.length = 0
    connection?.terminate()
  }
})

test.each([
  ['says nothing at all', ''],
  ['begins the handshake and stops', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: web'],
])('a node that accepts the connection and %s is given up and tried again', async (_what, greeting) => {
  const line = await openFreezingForwarder(undefined, greeting)
  const closes: string[] = []
  const opened = openNodeSocket(
    { url: `http://127.0.0.1:${line.port}`, headers: {}, handshakeMs: 60 },
    { onOpen: () => undefined, onMessage: () => undefined, onClose: () => closes.push('closed') },
  )
  onTestFinished(opened.close)
  await expect.poll(() => closes).toEqual(['closed'])
  await expect.poll(() => line.connections()).toBe(0)
})

test('a handshake that arrives byte by byte has the same deadline', async () => {
  const dripping = createServer((socket) => {
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 10)
    socket.on('error', () => undefined).on('close', () => clearInterval(drip))
    socket.write('HTTP/1.1 101 Switching Protocols\r\n')
  }).listen(0, '127.0.0.1')
  await once(dripping, 'listening')
  onTestFinished(() => void dripping.close())
  const closed = Promise.withResolvers<number>()
  const begun = performance.now()
  const opened = openNodeSocket(
    { url: `http://127.0.0.1:${(dripping.address() as AddressInfo).port}`, headers: {}, handshakeMs: 60 },
    { onOpen: () => undefined, onMessage: () => undefined, onClose: () => closed.resolve(performance.now() - begun) },
  )
  onTestFinished(opened.close)
  expect(await closed.promise).toBeLessThan(2000)
})

test('a frozen connection is detected, and messages arrive again once it recovers', async () => {
  const { url, connections } = await openServer()
  const line = await openFreezingForwarder(Number(new URL(url).port))
  const { heard } = follow(`http://127.0.0.1:${line.port}`)
  await expect.poll(() => connections.length).toBe(1)
  line.freeze()
  line.thaw()
  await expect.poll(() => connections.length, { timeout: 5000 }).toBe(2)
  connections[1]?.send('news')
  await expect.poll(() => heard).toEqual(['news'])
  expect(line.connections()).toBe(1)
})

test('a socket is open again within 30 seconds after a silent node is back', () => {
  const { pingMs, handshakeMs, maxBackoffMs } = SOCKET_DEADLINES
  // Silent while connected: the fourth ping finds three unanswered, and the first backoff is the shortest.
  expect(4 * pingMs + 500 + handshakeMs / 2).toBeLessThan(30_000)
  // Away, and back just after an attempt has begun in vain.
  expect(handshakeMs + maxBackoffMs).toBeLessThan(25_000)
})
