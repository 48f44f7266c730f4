import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { followNodeSocket } from './node-socket.ts'

interface TestServer {
  readonly url: string
  /** Every connection so far. */
  readonly connections: WebSocket[]
  /** Everything that was said to it. */
  readonly said: string[]
}

async function openServer(autoPong = true): Promise<TestServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong })
  await once(server, 'listening')
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  const connections: WebSocket[] = []
  const said: string[] = []
  server.on('connection', (socket) => {
    connections.push(socket)
    socket.on('message', (bytes: Buffer) => said.push(bytes.toString()))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections, said }
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

test('a socket that stands but answers no ping is given up and opened again', async () => {
  const { url, connections } = await openServer(false)
  follow(url)
  await expect.poll(() => connections.length, { timeout: 5000 }).toBeGreaterThan(1)
})

test('a quiet socket that answers pings stays', async () => {
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

test('who turns away hears nothing more, and nothing is opened again', async () => {
  const { url, connections } = await openServer()
  const { heard, stop } = follow(url)
  await expect.poll(() => connections.length).toBe(1)
  const closed = once(connections[0] as WebSocket, 'close')
  stop()
  await closed
  expect(heard).toEqual([])
  expect(connections).toHaveLength(1)
})

test('a node that wants to be greeted is, in its protocol and on every new connection, and is replied to', async () => {
  const { url, connections, said } = await openServer()
  const replyTo = (text: string): string | undefined => (text === 'who?' ? 'me' : undefined)
  const stop = followNodeSocket({ url, headers: {}, protocol: 'talk', greeting: 'hello', replyTo }, () => undefined)
  onTestFinished(stop)
  for (const count of [1, 2]) {
    await expect.poll(() => connections.length, { timeout: 5000 }).toBe(count)
    const connection = connections[count - 1]
    expect(connection?.protocol).toBe('talk')
    await expect.poll(() => said).toEqual(['hello'])
    connection?.send('who?')
    connection?.send('nobody asks')
    await expect.poll(() => said).toEqual(['hello', 'me'])
    said.length = 0
    connection?.terminate()
  }
})
