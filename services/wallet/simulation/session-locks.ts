import type { Lock, ServerState, Session } from './server-state.ts'
import { WORLD } from './virtual-time.ts'

/** Undefined: the session has it. Else it waits in the lock's queue. */
export function takeLock({ locks }: ServerState, name: string, session: Session): Lock | undefined {
  const held = locks.get(name)
  if (held === undefined) locks.set(name, { owner: session, waiting: [] })
  if (held === undefined || held.owner === session) return undefined
  held.waiting.push(session)
  return held
}

/** The next one in each queue has the lock; its statement runs again, as a separate event. */
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
