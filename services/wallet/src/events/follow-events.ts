import { createWorker, type WorkerOptions } from '@satchel/worker/worker'
import type { Database } from '../db/database.ts'
import { type Event, findLastEventId, listEventsAfter } from './event-log.ts'

export interface EventFollower {
  /** Resolves when everything committed before the call has been delivered. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

export interface FollowOptions {
  readonly db: Database
  /** The name of the follower, for the log. */
  readonly what: string
  readonly log: WorkerOptions['log']
  /** Start after this event; undefined = only events from now on. */
  readonly after?: bigint | undefined
  /** In order and one batch at a time. Throwing repeats the batch: handling must be idempotent. */
  readonly handle: (events: readonly Event[]) => Promise<void>
  /** How often to poll: a notification from another process may get lost. */
  readonly pollMs?: number
  /** False: only polls, and handles larger batches. */
  readonly wokenByCommits?: boolean
}

const BATCH = 500

/** Passes events to `handle` after their commit. */
export async function followEvents({
  db,
  what,
  log,
  after,
  handle,
  pollMs = 1000,
  wokenByCommits = true,
}: FollowOptions): Promise<EventFollower> {
  let cursor = after ?? (await findLastEventId(db))
  let isStopped = false
  const handleNew = async (): Promise<void> => {
    for (let isMore = true; isMore && !isStopped; ) {
      const events = await listEventsAfter(db, cursor, BATCH)
      if (events.length > 0) await handle(events)
      cursor = events.at(-1)?.id ?? cursor
      isMore = events.length === BATCH
    }
  }
  const worker = createWorker({ work: handleNew, everyMs: pollMs, what, log })
  const stopListening = wokenByCommits ? db.onCommit(worker.wake) : () => undefined
  worker.wake()
  return {
    caughtUp: worker.caughtUp,
    async stop() {
      isStopped = true
      stopListening()
      await worker.stop()
    },
  }
}
