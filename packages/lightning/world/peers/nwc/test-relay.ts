import { verifyEvent } from '@satchel/bolt11/verify-event'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { type Filter, matchFilters } from 'nostr-tools/filter'
import type { Event } from 'nostr-tools/pure'
import { onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'

/** How the relay behaves; a test changes it as it goes. */
export interface TestRelay {
  readonly url: string
  /** Published events, oldest first, each once. */
  readonly events: Event[]
  /** Every event that arrived, those that were there already included. */
  readonly received: Event[]
  /** Set: every event is rejected with it. */
  refusal: string | undefined
  /** It accepts connections and stays silent. */
  silent: boolean
  /** Called for every connection. */
  onConnection: () => void
  /** How many connections are open. */
  connections(): number
  /** Whether a client is subscribed to events for this key. */
  listensTo(pubkey: string): boolean
  /** The number of subscriptions so far. */
  asked: number
  /** Sends to all subscribers. */
  say(message: readonly unknown[]): void
  /** Closes all connections. */
  hangUp(): void
  /** Hangs up and closes the port: connections are refused. */
  goDown(): Promise<void>
  /** Listens again, on the same port. Its stored events are lost. */
  comeUp(): Promise<void>
  close(): Promise<void>
}

/** A relay that ends with the test. */
export async function openTestRelay(): Promise<TestRelay> {
  const relay = await openRelay()
  onTestFinished(() => relay.close())
  return relay
}

/** For tests: a real relay on loopback (NIP-01) that stores its events until it is closed. */
export async function openRelay(): Promise<TestRelay> {
  const subscriptions = new Map<WebSocket, Map<string, Filter[]>>()
  const port = await reservePort()
  const listen = async (): Promise<WebSocketServer> => {
    const opened = new WebSocketServer({ port, host: '127.0.0.1' })
    await new Promise((resolve) => opened.once('listening', resolve))
    opened.on('connection', (socket) => greet(socket))
    return opened
  }
  let server = await listen()
  let isUp = true
  const relay: TestRelay = {
    url: `ws://127.0.0.1:${port}`,
    events: [],
    received: [],
    refusal: undefined,
    silent: false,
    onConnection: () => undefined,
    connections: () => server.clients.size,
    listensTo: (pubkey) => [...subscriptions.values()].some((own) => areFor(pubkey, [...own.values()].flat())),
    asked: 0,
    say: (message) => server.clients.forEach((socket) => say(socket, message)),
    hangUp: () => server.clients.forEach((socket) => socket.terminate()),
    async goDown() {
      isUp = false
      relay.hangUp()
      await new Promise((resolve) => server.close(resolve))
    },
    async comeUp() {
      relay.events.length = 0
      server = await listen()
      isUp = true
    },
    close: async () => (isUp ? relay.goDown() : undefined),
  }
  const take = (event: Event): readonly [taken: boolean, why: string] => {
    relay.received.push(event)
    if (relay.refusal !== undefined) return [false, relay.refusal]
    if (!verifyEvent(event)) return [false, 'invalid: the signature is wrong']
    if (relay.events.some(({ id }) => id === event.id)) return [true, 'duplicate: have it already']
    // Ephemeral kinds are passed on and not kept.
    if (event.kind < 20_000 || event.kind >= 30_000) relay.events.push(event)
    for (const [socket, own] of subscriptions) {
      for (const [id, filters] of own) if (matchFilters(filters, event)) say(socket, ['EVENT', id, event])
    }
    return [true, '']
  }
  const receive = (socket: WebSocket, [type, ...rest]: readonly unknown[]): void => {
    const own = subscriptions.get(socket)
    if (type === 'EVENT') {
      const event = rest[0] as Event
      say(socket, ['OK', event.id, ...take(event)])
    } else if (type === 'REQ') {
      const [id, ...filters] = rest as [string, ...Filter[]]
      relay.asked += 1
      own?.set(id, filters)
      for (const event of relay.events) if (matchFilters(filters, event)) say(socket, ['EVENT', id, event])
      say(socket, ['EOSE', id])
    } else if (type === 'CLOSE') own?.delete(rest[0] as string)
  }
  const greet = (socket: WebSocket): void => {
    relay.onConnection()
    subscriptions.set(socket, new Map())
    socket.on('close', () => subscriptions.delete(socket))
    socket.on('message', (bytes: Buffer) => {
      if (!relay.silent) receive(socket, JSON.parse(String(bytes)) as unknown[])
    })
  }
  return relay
}

const areFor = (pubkey: string, filters: readonly Filter[]): boolean =>
  filters.some(({ '#p': to }) => to?.includes(pubkey))

const say = (socket: WebSocket, message: readonly unknown[]): void => socket.send(JSON.stringify(message))
