import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { PeerServer } from './peer-server.ts'

/** For sockets that need a message before they send anything. */
export interface PeerTalk {
  readonly protocol: string
  /** The answers to a message, and whether its sender is subscribed from now on. */
  answer(text: string): { readonly messages: readonly object[]; readonly listens: boolean } | 'hang-up'
}

export interface PeerSocket {
  /** Sends to all subscribers that are not muted. */
  tell(message: object): void
  /** Present connections stay open but get no more messages. */
  mute(): void
}

/** A websocket beside a peer's other calls, at one path, with the same credential. */
export function openPeerSocket(
  server: PeerServer,
  path: string,
  mayListen: (request: IncomingMessage) => boolean,
  talk?: PeerTalk,
): PeerSocket {
  const sockets = new WebSocketServer({ noServer: true })
  const muted = new WeakSet<WebSocket>()
  const listening = new WeakSet<WebSocket>()
  server.http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url !== path || !mayListen(request)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => undefined)
      if (talk === undefined) listening.add(opened)
      else converse(opened, talk, () => listening.add(opened))
      sockets.emit('connection', opened, request)
    })
  })
  return {
    tell(message) {
      for (const client of sockets.clients) {
        if (listening.has(client) && !muted.has(client)) client.send(JSON.stringify(message))
      }
    },
    mute() {
      for (const client of sockets.clients) muted.add(client)
    },
  }
}

function converse(socket: WebSocket, talk: PeerTalk, onListens: () => void): void {
  if (socket.protocol !== talk.protocol) return socket.close(4406)
  socket.on('message', (bytes: Buffer) => {
    const answer = talk.answer(bytes.toString())
    if (answer === 'hang-up') return socket.close(4403, 'Forbidden')
    for (const message of answer.messages) socket.send(JSON.stringify(message))
    if (answer.listens) onListens()
  })
}
