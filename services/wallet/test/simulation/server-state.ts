import type { Chance } from './chance.ts'
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
  /** Clients notice nothing; otherwise connections are reset immediately. */
  readonly isSilent: boolean
  readonly downMs: number
  /** How many stored transactions survive; undefined: all. */
  readonly keep?: number
  /** It returns on another timeline: promoted or restored in place, or as a copy with other numbers. */
  readonly course?: 'timeline' | 'copy'
}

/** A session, from the server's side. */
export interface Session {
  /** The line to the client is cut, or goes silent. */
  cut: (isSilent: boolean) => void
  /** Rolls back the open transaction and releases all locks. */
  close(): void
  /** This session got the lock that it waited for. */
  wake(): void
  /** The id of the open transaction. */
  xid(): number | undefined
}

/** The state that the sessions of a server share. */
export interface ServerState {
  readonly time: VirtualTime
  readonly chance: Chance
  readonly trace: Trace
  readonly twin: TwinDatabase
  readonly locks: Map<string, Lock>
  readonly sessions: Set<Session>
  timeline: number
  nextXid: number
  takeCommitFault(): CommitFault
  stored(): void
  crash(outage: Outage): void
}

export interface Lock {
  owner: Session
  readonly waiting: Session[]
}

/** Undefined: the session got the lock. Otherwise it waits in the lock's queue. */
export function takeLock({ locks }: ServerState, name: string, session: Session): Lock | undefined {
  const held = locks.get(name)
  if (held === undefined) locks.set(name, { owner: session, waiting: [] })
  if (held === undefined || held.owner === session) return undefined
  held.waiting.push(session)
  return held
}

/** Gives each lock to the next session of its queue, whose statement runs again as a separate event. */
export function releaseLocks({ locks, time }: ServerState, session: Session): void {
  for (const [name, lock] of locks) {
    remove(lock.waiting, session)
    if (lock.owner !== session) continue
    const next = lock.waiting.shift()
    if (next === undefined) locks.delete(name)
    else {
      lock.owner = next
      time.schedule(WORLD, 0, () => next.wake())
    }
  }
}

export function remove<T>(from: T[], item: T): void {
  const index = from.indexOf(item)
  if (index >= 0) from.splice(index, 1)
}
