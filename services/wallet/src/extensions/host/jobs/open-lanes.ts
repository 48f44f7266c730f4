import { createFairLane, type FairLane } from '../../../throttle/fair-lane.ts'
import type { ExtensionDeps } from '../extension-deps.ts'
import { listDueIntents, type StoredIntent } from '../stores/intent-store.ts'
import { type Job, type JobLane, listDueJobs } from '../stores/job-store.ts'

/** The background work of extensions. `rest`: notifications to handlers, and their scheduled jobs. */
export type LaneName = JobLane | 'payouts'

export type Lanes = Readonly<Record<LaneName, FairLane>>

export interface LaneWork {
  readonly runJob: (job: Job) => Promise<void>
  readonly publish: (job: Job) => Promise<void>
  readonly pay: (intent: StoredIntent) => Promise<void>
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

export function openLanes(deps: ExtensionDeps, { runJob, publish, pay, onDone }: LaneWork): Lanes {
  const { db, clock, log } = deps
  return {
    rest: openJobLane(deps, 'rest', { perform: runJob, onDone }),
    answer: openJobLane(deps, 'answer', { perform: runJob, onDone }),
    task: openJobLane(deps, 'task', { perform: runJob, onDone }),
    mail: openJobLane(deps, 'mail', { perform: runJob, onDone }),
    publish: openJobLane(deps, 'publish', { perform: publish, onDone }),
    payouts: createFairLane<StoredIntent>({
      ...capsOf(deps.outsidePerAccount).payouts,
      name: 'payouts',
      deadlineMs: DEADLINE_MS,
      list: (limit, without) => listDueIntents(db, clock(), { limit, without }),
      describe: ({ id, userId }) => ({ id, account: userId, destination: '' }),
      perform: pay,
      onDone,
      log,
    }),
  }
}

export const openJobLane = (
  { db, clock, log, outsidePerAccount }: Pick<ExtensionDeps, 'db' | 'clock' | 'log' | 'outsidePerAccount'>,
  lane: JobLane,
  work: { readonly perform: (job: Job) => Promise<void>; readonly onDone?: () => void },
): FairLane =>
  createFairLane<Job>({
    ...capsOf(outsidePerAccount)[lane],
    name: lane,
    deadlineMs: DEADLINE_MS,
    list: (limit, without) => listDueJobs(db, clock(), { limit, lane, without }),
    describe: ({ seq, account, extId, reference }) => ({
      id: String(seq),
      account,
      destination: lane === 'publish' ? relayOf(reference) : lane === 'rest' ? extId : '',
    }),
    ...work,
    log,
  })

/** `EVENT-ID RELAY`. */
const relayOf = (reference: string): string => reference.slice(reference.indexOf(' ') + 1)
