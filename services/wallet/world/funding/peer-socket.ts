import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { PeerServer } from './peer-server.ts'

export interface PeerSocket {
  /** To everybody who listens and is not muted. */
  tell(message: object): void
  /** Those who are connected now hear nothing any more, though their connections stand. */
  mute(): void
}

/** A websocket beside a peer's other calls, at one path, behind the same credential. */
export function openPeerSocket(
  server: PeerServer,
  path: string,
  mayListen: (request: IncomingMessage) => boolean,
): PeerSocket {
  const sockets = new WebSocketServer({ noServer: true })
  const muted = new WeakSet<WebSocket>()
  server.http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url !== path || !mayListen(request)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => undefined)
      sockets.emit('connection', opened, request)
    })
  })
  return {
    tell(message) {
      for (const client of sockets.clients) if (!muted.has(client)) client.send(JSON.stringify(message))
    },
    mute() {
      for (const client of sockets.clients) muted.add(client)
    },
  }
}
