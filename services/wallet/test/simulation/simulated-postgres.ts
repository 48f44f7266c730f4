import { PostgresSession, type Reply } from './postgres-session.ts'
import type { CommitFault, Outage, ServerState } from './server-state.ts'
import type { TwinDatabase } from './twin-database.ts'
import { WORLD } from './virtual-time.ts'

/** A server that crashes and recovers as PostgreSQL does (docs/testing.md). */
export interface SimulatedPostgres {
  isUp(): boolean
  /** `cut`: the line to the client breaks off, or goes silent. */
  open(send: (replies: readonly Reply[]) => void, cut: (isSilent: boolean) => void): PostgresSession
  /** Loses everything that was not flushed; transaction ids, sequences and locks restart from the stored state. */
  crash(outage: Outage): void
  /** An id that changes when another copy of the data is used. */
  dataId(): string
  readonly twin: TwinDatabase
  /** Decides about each COMMIT that arrives. */
  onCommit: () => CommitFault
  /** Called for each transaction when it is stored. */
  onStored: () => void
}

const FIRST_XID = 740

export function createSimulatedPostgres(
  given: Pick<ServerState, 'time' | 'chance' | 'trace' | 'twin'>,
): SimulatedPostgres {
  const { time, trace, twin } = given
  let isUp = true
  let copy = 1
  let outages = 0
  const crash = ({ isSilent, downMs, keep, course }: Outage): void => {
    outages += 1
    const outage = outages
    const lost = keep === undefined ? 0 : Math.max(0, twin.stored().length - keep)
    trace.note(
      `database: lost${isSilent ? ' silently' : ''}, ${lost} stored transactions gone, ${course ?? 'same course'}`,
    )
    isUp = false
    const sessions = [...inside.sessions]
    for (const session of sessions) session.close()
    inside.locks.clear()
    twin.rollback()
    if (lost > 0) twin.goBackTo(twin.stored().length - lost)
    inside.nextXid = (twin.stored().at(-1)?.xid ?? FIRST_XID) + 1
    if (course === 'timeline') inside.timeline += 1
    if (course === 'copy') copy += 1
    for (const session of sessions) session.cut(isSilent)
    time.schedule(WORLD, downMs, () => {
      if (outage !== outages) return
      isUp = true
      trace.note('database: accepts connections')
    })
  }
  const server: SimulatedPostgres = {
    isUp: () => isUp,
    open(send, cut) {
      const session = new PostgresSession(inside, send)
      session.cut = cut
      inside.sessions.add(session)
      return session
    },
    crash,
    dataId: () => `system-${copy}/16384`,
    twin,
    onCommit: () => 'none',
    onStored: () => undefined,
  }
  const inside: ServerState = {
    ...given,
    locks: new Map(),
    sessions: new Set(),
    timeline: 1,
    nextXid: FIRST_XID,
    takeCommitFault: () => server.onCommit(),
    stored: () => server.onStored(),
    crash,
  }
  return server
}
