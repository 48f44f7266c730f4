import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openTestSocket } from '../../../../test/world/open-test-socket.ts'
import { openLiveConnection } from './live-connection.ts'
import type { SocketRuns } from './socket-runs.ts'

/** A connection whose extension answers when the test decides. */
async function open() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const accepted = once(server, 'connection')
  const client = await openTestSocket(`ws://127.0.0.1:${port}`)
  const [ws] = (await accepted) as [WebSocket]
  const ran: string[] = []
  const answers: (() => void)[] = []
  const now: { state: ReturnType<SocketRuns['state']>; turn?: Promise<void> } = { state: 'in use' }
  const runs: SocketRuns = {
    state: () => now.state,
    open: async () => {
      ran.push('open')
      await new Promise<void>((resolve) => answers.push(resolve))
      return 'x'
    },
    hasMessages: () => true,
    message: async (text) => void ran.push(text),
    heartbeat: async () => void ran.push('heartbeat'),
    close: async () => void ran.push('close'),
  }
  const inTurn = (work: () => Promise<void>) => (now.turn = work())
  const connection = openLiveConnection(ws, { channel: 'x', runs, inTurn, onError: () => undefined })
  connection.opened()
  const beat = async () => {
    const pong = once(ws, 'pong')
    connection.beat()
    await pong
  }
  return { client, connection, ran, now, beat, answer: () => answers.shift()?.() }
}

test('an extension that has not answered a beat gets no next one', async () => {
  const { ran, beat, answer } = await open()
  await beat()
  await beat()
  expect(ran).toEqual(['heartbeat', 'open'])
  answer()
  await expect.poll(() => ran).toEqual(['heartbeat', 'open', 'heartbeat'])
  await beat()
  expect(ran).toEqual(['heartbeat', 'open', 'heartbeat', 'open'])
})

test('the last event for an extension is the end of a connection, also if a beat was in flight', async () => {
  const { client, ran, now, beat, answer } = await open()
  await beat()
  client.socket.close()
  await expect.poll(() => ran).toContain('close')
  answer()
  await now.turn
  expect(ran).toEqual(['heartbeat', 'open', 'close'])
})

test('a message that a client sends before it closes counts', async () => {
  const { client, ran } = await open()
  client.say('last')
  client.socket.close()
  await expect.poll(() => ran).toEqual(['heartbeat', 'last', 'close'])
})

test.each([
  ['gone', 1008],
  ['other', 1012],
] as const)(
  'a connection with version %s is closed with %i, and its later messages are not run',
  async (state, code) => {
    const { client, ran, now, connection } = await open()
    connection.follow()
    client.say('first')
    await client.heard()
    now.state = state
    connection.follow()
    client.say('late')
    await expect.poll(client.closed).toBe(code)
    await expect.poll(() => ran).toEqual(['heartbeat', 'first', 'close'])
  },
)
