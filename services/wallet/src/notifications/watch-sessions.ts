import type { Log } from '@satchel/http/log'
import { createWorker } from '@satchel/worker/worker'
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'

/** What sockets ask about sessions; given by the app. */
export interface SessionsOfSockets {
  findOfSocket(
    request: FastifyRequest,
  ): Promise<{ readonly session: { readonly id: string }; readonly user: { readonly id: string } } | undefined>
  /** Those of the ids that are still good. */
  listGood(ids: readonly string[]): Promise<ReadonlySet<string>>
}

const EVERY_MS = 1000
/** As for a key that is no longer valid (RFC 6455: policy violation). */
const ENDED = 1008

/** Closes the sockets of sessions that have ended, in this process or another: one query a second while any is open. */
export function watchSessions(sessions: SessionsOfSockets, log: Log) {
  const open = new Map<WebSocket, string>()
  const check = async (): Promise<void> => {
    if (open.size === 0) return
    const good = await sessions.listGood([...new Set(open.values())])
    for (const [socket, id] of open) if (!good.has(id)) socket.close(ENDED, 'The session has ended.')
  }
  const worker = createWorker({ work: check, everyMs: EVERY_MS, what: 'checking the sessions of sockets', log })
  return {
    add(socket: WebSocket, sessionId: string): void {
      if (socket.readyState !== socket.OPEN) return
      open.set(socket, sessionId)
      socket.on('close', () => open.delete(socket))
    },
    stop: () => worker.stop(),
  }
}
