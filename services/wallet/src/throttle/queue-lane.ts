import { createWorker, type Worker } from '@satchel/worker/worker'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { createFairLane, type FairLane, type FairLaneOptions } from './fair-lane.ts'
import { type LeasedQueue, lease, listDue, type Queued } from './leased-queue.ts'

export interface QueueLane extends FairLane {
  readonly queue: LeasedQueue<unknown>
}

export type QueueLaneOptions<T> = Omit<FairLaneOptions<Queued<T>>, 'name' | 'list' | 'describe' | 'lease'> & {
  readonly db: Database
  readonly clock: Clock
  /** Whose slots are limited by `maxPerDestination`. Unset = they are not. */
  readonly destinationOf?: (work: T) => string
}

/** The lane that does the work of a queue. */
export const openQueueLane = <T>(queue: LeasedQueue<T>, options: QueueLaneOptions<T>): QueueLane => ({
  ...createFairLane<Queued<T>>({
    ...options,
    name: queue.name,
    list: (limit, without) => listDue(options.db, queue, { now: options.clock(), limit, without }),
    describe: ({ place, account, work }) => ({
      id: String(place.key),
      account,
      destination: options.destinationOf?.(work) ?? '',
    }),
    lease: (chosen) => lease(options, queue, chosen),
  }),
  queue,
})

export interface LanePoller {
  readonly lane: QueueLane
  /** Does what is due by the clock; resolves when none of it is left or running. */
  doDue(): Promise<void>
  /** Polls from now on: immediately, when woken, and on a schedule. */
  start(): void
  /** Call it when work became due. */
  wake(): void
  /** Waits shortly for running work, then aborts it. */
  stop(): Promise<void>
}

export interface LanePollerOptions extends Pick<FairLaneOptions<never>, 'log'> {
  readonly everyMs: number
  /** What fails, for the log. */
  readonly what: string
  /** Aborts running work. */
  readonly cut: AbortController
  readonly graceMs: number
}

/** A lane that looks for its work itself. */
export function pollLane(lane: QueueLane, { cut, graceMs, ...options }: LanePollerOptions): LanePoller {
  let worker: Worker | undefined
  const wake = (): void => worker?.wake()
  return {
    lane,
    async doDue() {
      while (await lane.fill()) await lane.settled()
      await lane.settled()
    },
    start() {
      worker = createWorker({ work: lane.fill, ...options })
      wake()
    },
    wake,
    async stop() {
      await worker?.stop()
      const grace = setTimeout(() => cut.abort(), graceMs)
      await lane.stop()
      clearTimeout(grace)
    },
  }
}
