import type { Database } from '../db/database.ts'
import { type Event, findLastEventId, listEventsAfter } from './event-log.ts'

export interface EventFollower {
  /** Resolves when everything committed before the call has been handed over. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

export interface FollowOptions {
  readonly db: Database
  /** Start after this event; undefined = only what happens from now on. */
  readonly after?: bigint | undefined
  /** In order and one batch at a time. Throwing repeats the batch: handling must be idempotent. */
  readonly handle: (events: readonly Event[]) => Promise<void>
  /** A wake-up may get lost between processes: looked again after this long. */
  readonly pollMs?: number
  /** False: nobody waits for it, so it looks only every `pollMs` and finds more at once. */
  readonly wokenByCommits?: boolean
}

const BATCH = 500

/** Hands over events after their commit, woken by commits unless told otherwise. */
export async function followEvents({
  db,
  after,
  handle,
  pollMs = 1000,
  wokenByCommits = true,
}: FollowOptions): Promise<EventFollower> {
  let cursor = after ?? (await findLastEventId(db))
  let stopped = false
  let running: Promise<void> | undefined
  let again = false

  const run = async (): Promise<void> => {
    do {
      again = false
      const events = await listEventsAfter(db, cursor, BATCH)
      if (events.length === 0) continue
      await handle(events)
      cursor = events.at(-1)?.id ?? cursor
      again = again || events.length === BATCH
    } while (again && !stopped)
  }
  const wake = (): Promise<void> => {
    if (stopped) return Promise.resolve()
    if (running !== undefined) {
      again = true
      return running
    }
    running = run()
      // Told again at the next commit or poll; what could not be handled stays before the cursor.
      .catch(() => undefined)
      .finally(() => {
        running = undefined
      })
    return running
  }
  const forget = wokenByCommits ? db.onCommit(() => void wake()) : () => undefined
  const timer = setInterval(() => void wake(), pollMs)
  void wake()
  return {
    async caughtUp() {
      await running
      await wake()
    },
    async stop() {
      stopped = true
      forget()
      clearInterval(timer)
      await running
    },
  }
}
