import type { FastifyRequest } from 'fastify'
import { clientKey } from '../limits/rate-limit.ts'
import { rateLimited } from '../service-error.ts'

/** The part of a WebSocket that counting needs. */
export interface BookedSocket {
  close(code: number, reason: string): void
  on(event: 'close', listener: () => void): unknown
}

export interface SocketLimits {
  readonly sockets: number
  readonly socketsPerAddress: number
  readonly beatMs: number
}

const LIMITS: SocketLimits = { sockets: 10_000, socketsPerAddress: 100, beatMs: 30_000 }
const GOING_AWAY = 1001
const STOPPING = 'the service stops'

/** The open connections: caps them per address, and pings each one. */
export function createSocketBook(given: Partial<SocketLimits> = {}) {
  const limits = { ...LIMITS, ...given }
  const open = new Map<BookedSocket, { beat(): void }>()
  const perAddress = new Map<string, number>()
  let closed = false
  const beat = setInterval(() => {
    for (const connection of open.values()) connection.beat()
  }, limits.beatMs).unref()

  return {
    requireRoom({ ip }: FastifyRequest): void {
      const full = (perAddress.get(clientKey(ip)) ?? 0) >= limits.socketsPerAddress || open.size >= limits.sockets
      if (full) throw rateLimited('Too many open WebSockets.', { code: 'too_many_connections' })
    },
    add(socket: BookedSocket, connection: { beat(): void }, { ip }: FastifyRequest): void {
      const address = clientKey(ip)
      if (closed) socket.close(GOING_AWAY, STOPPING)
      open.set(socket, connection)
      perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
      socket.on('close', () => {
        open.delete(socket)
        const left = (perAddress.get(address) ?? 1) - 1
        if (left === 0) perAddress.delete(address)
        else perAddress.set(address, left)
      })
    },
    close(): void {
      closed = true
      clearInterval(beat)
      for (const socket of open.keys()) socket.close(GOING_AWAY, STOPPING)
    },
  }
}
