import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { reservePort } from '@satchel/outbound/world/reserve-port'

export interface Forwarder {
  /** The URL it was given, with its own port. */
  readonly url: string
  /** Ends all connections and refuses new ones, as a server that is down. */
  refuse(): Promise<void>
  /** Keeps all connections but forwards nothing, as a server whose network is gone. */
  silence(): void
  /** Works again. */
  mend(): Promise<void>
  close(): Promise<void>
}

/** Between a service and its database server on loopback. */
export async function startForwarder(target: string): Promise<Forwarder> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let silent = false
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('data', (chunk) => {
        if (!silent) to.write(chunk)
      })
      from.once('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const ownPort = await reservePort()
  const listen = async (): Promise<void> => {
    server.listen(ownPort, '127.0.0.1')
    await once(server, 'listening')
  }
  const cut = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await listen()
  const url = new URL(target)
  url.port = String(ownPort)
  return {
    url: url.href,
    refuse: cut,
    silence() {
      silent = true
    },
    async mend() {
      silent = false
      // Dropped data is lost, so connections that lost some are closed.
      for (const socket of sockets) socket.destroy()
      if (!server.listening) await listen()
    },
    async close() {
      if (server.listening) await cut()
    },
  }
}
