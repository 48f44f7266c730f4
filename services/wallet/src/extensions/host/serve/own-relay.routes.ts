import type { HttpApp } from '@satchel/http/http-app'
import { clientKey } from '@satchel/http/limits/rate-limit'
import { createMemoryRateLimitStore } from '@satchel/http/limits/rate-limit-memory'
import { createSocketBook } from '@satchel/http/sockets/socket-book'
import { openSocketDoor } from '@satchel/http/sockets/socket-door'
import type { RawData, WebSocket } from 'ws'
import { OWN_RELAY_PATH } from '../../../config/nostr.ts'
import type { OwnRelay } from '../relays/own-relay.ts'
import { createRelayTurns } from '../relays/relay-turns.ts'

/** The maximum length of a NIP-44 payload. */
const MAX_BYTES = 96 * 1024
const LIMITS = { sockets: 1000, socketsPerAddress: 30 }
const POLICY = 1008
/** Limits of one address, over all its connections. */
const MESSAGES = { requests: 600, windowMs: 30_000 }
const MAX_UNSENT_BYTES = 1024 * 1024

/** Our own relay, for apps of every origin: it uses no cookies. */
export function ownRelayRoutes(app: HttpApp, relay: OwnRelay): void {
  const book = createSocketBook(LIMITS)
  const said = createMemoryRateLimitStore(MESSAGES)
  const turn = createRelayTurns()
  const close = (): void => {
    book.close()
    relay.stop()
  }
  openSocketDoor(app, { path: new RegExp(`^${OWN_RELAY_PATH}(?:[/?]|$)`), mostBytes: MAX_BYTES, close }, [
    {
      url: OWN_RELAY_PATH,
      schema: { hide: true },
      enter: async (request) => book.requireRoom(request),
      connect(socket, request) {
        const address = clientKey(request.ip)
        const mayGoOn = (): boolean => said.count(address).requests <= MESSAGES.requests
        book.add(socket, receive(relay, socket, { mayGoOn, turn: () => turn(address) }), request)
      },
    },
  ])
}

interface Pace {
  /** Counts a message; false = too many. */
  mayGoOn(): boolean
  turn(): Promise<void>
}

/** One app: its messages are read one after another, and no further ones meanwhile. */
function receive(relay: OwnRelay, ws: WebSocket, { mayGoOn, turn }: Pace) {
  let [alive, unread] = [true, 0]
  const visitor = relay.welcome((message) => {
    if (ws.readyState !== ws.OPEN) return
    ws.send(JSON.stringify(message))
    // Drop a reader that does not keep up, to bound memory.
    if (ws.bufferedAmount > MAX_UNSENT_BYTES) ws.terminate()
  })
  const fail = (): void => ws.close(POLICY, 'something went wrong')
  let last: Promise<unknown> = visitor.catch(fail)
  ws.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary || !mayGoOn()) return ws.close(POLICY, 'too many messages')
    const text = Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString()
    unread += 1
    ws.pause()
    last = last.then(() => read(text)).catch(fail)
  })
  const read = async (text: string): Promise<void> => {
    await turn()
    // Messages after a forged event are ignored.
    if (ws.readyState === ws.OPEN && (await (await visitor).receive(text)) === 'ends')
      ws.close(POLICY, 'the signature is wrong')
    unread -= 1
    if (unread === 0) ws.resume()
  }
  ws.on('pong', () => (alive = true))
  ws.on('close', () => void visitor.then(({ leave }) => leave()).catch(() => undefined))
  return {
    beat(): void {
      if (!alive) return ws.terminate()
      alive = false
      if (ws.readyState === ws.OPEN) ws.ping()
    },
  }
}
