import type { HttpApp } from '@satchel/http/http-app'
import { createSocketBook } from '@satchel/http/sockets/socket-book'
import { openSocketDoor } from '@satchel/http/sockets/socket-door'
import type { RawData, WebSocket } from 'ws'
import { OWN_RELAY_PATH } from '../../../config/nostr.ts'
import type { OwnRelay } from '../relays/own-relay.ts'

/** The maximum length of a NIP-44 payload. */
const MAX_BYTES = 96 * 1024
const LIMITS = { sockets: 1000, socketsPerAddress: 30 }
const POLICY = 1008
const MAX_UNSENT_BYTES = 1024 * 1024
/** Ten a second, for apps that send bursts. */
const MAX_MESSAGES_A_BEAT = 300

/** Our own relay, for apps of every origin: it uses no cookies. */
export function ownRelayRoutes(app: HttpApp, relay: OwnRelay): void {
  const book = createSocketBook(LIMITS)
  const close = (): void => {
    book.close()
    relay.stop()
  }
  openSocketDoor(app, { path: new RegExp(`^${OWN_RELAY_PATH}(?:[/?]|$)`), mostBytes: MAX_BYTES, close }, [
    {
      url: OWN_RELAY_PATH,
      schema: { hide: true },
      enter: async (request) => book.requireRoom(request),
      connect: (socket, request) => book.add(socket, receive(relay, socket), request),
    },
  ])
}

/** One app: its messages are handled in order, and their number is bounded. */
function receive(relay: OwnRelay, ws: WebSocket) {
  let [alive, said] = [true, 0]
  const visitor = relay.welcome((message) => {
    if (ws.readyState !== ws.OPEN) return
    ws.send(JSON.stringify(message))
    // Drop a reader that does not keep up, to bound memory.
    if (ws.bufferedAmount > MAX_UNSENT_BYTES) ws.terminate()
  })
  const fail = (): void => ws.close(POLICY, 'something went wrong')
  let last: Promise<unknown> = visitor.catch(fail)
  ws.on('message', (data: RawData, isBinary: boolean) => {
    said += 1
    if (isBinary || said > MAX_MESSAGES_A_BEAT) return ws.close(POLICY, 'too many messages')
    const text = Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString()
    last = last.then(async () => (await visitor).hear(text)).catch(fail)
  })
  ws.on('pong', () => (alive = true))
  ws.on('close', () => void visitor.then(({ leave }) => leave()).catch(() => undefined))
  return {
    beat(): void {
      if (!alive) return ws.terminate()
      ;[alive, said] = [false, 0]
      if (ws.readyState === ws.OPEN) ws.ping()
    },
  }
}
