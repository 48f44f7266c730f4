import type { Log } from '@satchel/http/log'
import type { BookedSocket } from '@satchel/http/sockets/socket-book'
import { createWorker } from '@satchel/worker/worker'
import type { BrowserRequest } from '../access/session-cookie.ts'

/** The session functions that sockets need, injected by the app. */
export interface SessionsOfSockets {
  findOfSocket(
    request: BrowserRequest,
  ): Promise<{ readonly session: { readonly id: string }; readonly user: { readonly id: string } } | undefined>
  /** Returns which of the ids are still valid. */
  listGood(ids: readonly string[]): Promise<ReadonlySet<string>>
}

const EVERY_MS = 1000
/** The same code as for a revoked key (RFC 6455: policy violation). */
const ENDED = 1008

/** Closes the sockets of sessions that have ended, in this process or another: one query a second while any is open. */
export function watchSessions(sessions: SessionsOfSockets, log: Log) {
  const open = new Map<BookedSocket, string>()
  const check = async (): Promise<void> => {
    if (open.size === 0) return
    const good = await sessions.listGood([...new Set(open.values())])
    for (const [socket, id] of open) if (!good.has(id)) socket.close(ENDED, 'The session has ended.')
  }
  const worker = createWorker({ work: check, everyMs: EVERY_MS, what: 'checking the sessions of sockets', log })
  return {
    add(socket: BookedSocket, sessionId: string): void {
      open.set(socket, sessionId)
      socket.on('close', () => open.delete(socket))
    },
    stop: () => worker.stop(),
  }
}
