import type { Queued } from '../../../throttle/leased-queue.ts'
import { openQueueLane, type QueueLane } from '../../../throttle/queue-lane.ts'
import type { ExtensionDeps } from '../extension-deps.ts'
import { PAYOUTS, type StoredIntent } from '../stores/intent-store.ts'
import { JOBS, type Job, type JobLane } from '../stores/job-store.ts'

/** The background work of extensions. `rest`: notifications to handlers, and their scheduled jobs. */
export type LaneName = JobLane | 'payouts'

export type Lanes = Readonly<Record<LaneName, QueueLane>>

export interface LaneWork {
  readonly runJob: (job: Queued<Job>) => Promise<void>
  readonly publish: (job: Queued<Job>) => Promise<void>
  readonly pay: (intent: Queued<StoredIntent>) => Promise<void>
  /** Called after each piece of work: follow-up work may be due. */
  readonly onDone: () => void
}

/** Longer than any deadline of the work itself: a request lasts 10 s at most, and a sender waits less for a payment. */
const DEADLINE_MS = 45_000

/**
 * Waiting for other servers costs little: there are many slots, few per account. Concurrent handlers of one extension
 * for one account would change the same rows, conflict and run again.
 */
const capsOf = (outsidePerAccount: number) =>
  ({
    rest: { maxAtOnce: 64, maxPerAccount: 8, maxPerDestination: 2 },
    answer: { maxAtOnce: 64, maxPerAccount: outsidePerAccount },
    payouts: { maxAtOnce: 64, maxPerAccount: outsidePerAccount },
    task: { maxAtOnce: 32, maxPerAccount: Math.ceil(outsidePerAccount / 2) },
    publish: {
      maxAtOnce: 128,
      maxPerAccount: outsidePerAccount,
      maxPerDestination: Math.ceil(outsidePerAccount / 2),
    },
    mail: { maxAtOnce: 8, maxPerAccount: 1 },
  }) as const

export function openLanes(deps: LaneDeps, { runJob, publish, pay, onDone }: LaneWork): Lanes {
  const run = { perform: runJob, onDone }
  return {
    rest: openJobLane(deps, 'rest', run),
    answer: openJobLane(deps, 'answer', run),
    task: openJobLane(deps, 'task', run),
    mail: openJobLane(deps, 'mail', run),
    publish: openJobLane(deps, 'publish', { perform: publish, onDone }),
    payouts: openQueueLane(PAYOUTS, {
      ...deps,
      ...capsOf(deps.outsidePerAccount).payouts,
      deadlineMs: DEADLINE_MS,
      perform: pay,
      onDone,
    }),
  }
}

type LaneDeps = Pick<ExtensionDeps, 'db' | 'clock' | 'log' | 'outsidePerAccount'>

export const openJobLane = (
  deps: LaneDeps,
  lane: JobLane,
  work: { readonly perform: (job: Queued<Job>) => Promise<void>; readonly onDone?: () => void },
): QueueLane =>
  openQueueLane(JOBS[lane], {
    ...deps,
    ...capsOf(deps.outsidePerAccount)[lane],
    deadlineMs: DEADLINE_MS,
    destinationOf: ({ extId, reference }) => (lane === 'publish' ? relayOf(reference) : lane === 'rest' ? extId : ''),
    ...work,
  })

/** `EVENT-ID RELAY`. */
const relayOf = (reference: string): string => reference.slice(reference.indexOf(' ') + 1)
