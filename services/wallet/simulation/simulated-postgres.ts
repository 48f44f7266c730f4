import type { Chance } from './chance.ts'
import { PostgresSession, type Reply } from './postgres-session.ts'
import type { Trace } from './trace.ts'
import type { TwinDatabase } from './twin-database.ts'
import { type VirtualTime, WORLD } from './virtual-time.ts'

/**
 * What happens to one COMMIT: nothing, the line or the server fails around the moment in which it is flushed, or the flush
 * takes long, as with a synchronous standby that is away.
 */
export type CommitFault =
  | 'none'
  | 'cut-before'
  | 'cut-after'
  | 'silent-before'
  | 'silent-after'
  | 'crash-before'
  | 'crash-after'
  | 'stall'

export interface Outage {
  /** Connections are reset at once, or nobody hears of it. */
  readonly isSilent: boolean
  readonly downMs: number
  /** Only so many of the stored transactions are there when it is back; undefined = all of them. */
  readonly keep?: number
  /** It comes back on another course of commits: promoted or restored in place, or as a copy with other numbers. */
  readonly course?: 'timeline' | 'copy'
}

/** A server that is lost and comes back as PostgreSQL does (docs/testing.md). */
export interface SimulatedPostgres {
  isUp(): boolean
  /** `cut`: the line to the client breaks off, or goes silent. */
  open(send: (replies: readonly Reply[]) => void, cut: (isSilent: boolean) => void): PostgresSession
  /** All that no flush has reached is gone; transaction ids, sequences and locks start again from what is stored. */
  crash(outage: Outage): void
  /** What changes when another copy of the data is used. */
  dataId(): string
  readonly twin: TwinDatabase
  /** Decides about each COMMIT that arrives. */
  onCommit: () => CommitFault
  /** Called for each transaction when it is stored. */
  onStored: () => void
}

/** What sessions share. */
export interface ServerInside {
  readonly time: VirtualTime
  readonly chance: Chance
  readonly trace: Trace
  readonly twin: TwinDatabase
  readonly locks: Map<string, { owner: PostgresSession; readonly waiting: PostgresSession[] }>
  readonly sessions: Set<PostgresSession>
  timeline: number
  nextXid: number
  takeCommitFault(): CommitFault
  stored(): void
  crash(outage: Outage): void
}

const FIRST_XID = 740

export function createSimulatedPostgres(
  given: Pick<ServerInside, 'time' | 'chance' | 'trace' | 'twin'>,
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
  const inside: ServerInside = {
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
