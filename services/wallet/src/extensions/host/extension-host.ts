import { createWorker, type Worker } from '@satchel/worker/worker'
import { within } from '../../base/within.ts'
import type { LaneMetricsDeps } from '../../throttle/lane-metrics.ts'
import { findDue, listBacklogs } from '../../throttle/leased-queue.ts'
import type { QueueLane } from '../../throttle/queue-lane.ts'
import type { ExtensionDeps } from './extension-deps.ts'
import { type Lanes, openLanes } from './jobs/open-lanes.ts'
import { createIntentPayer, type IntentPayer } from './jobs/pay-intents.ts'
import { createJobPlanner } from './jobs/plan-jobs.ts'
import { openSettlementQueue } from './jobs/queue-settlements.ts'
import { createRunJob } from './jobs/run-jobs.ts'
import { writeCounts } from './jobs/write-counts.ts'
import { createOwnRelay, type OwnRelay } from './relays/own-relay.ts'
import { createPublishJob } from './relays/publish-job.ts'
import { createRelaySubscriptions } from './relays/relay-subscriptions.ts'
import { createItemCounts } from './run/item-counts.ts'
import { createMinuteQuota, type MinuteQuota, NO_QUOTA } from './run/minute-quota.ts'
import { createRunExtension, type RunExtension } from './run/run-extension.ts'
import { forgetOldExtensionRows } from './stores/job-store.ts'

export interface ExtensionHost {
  readonly deps: ExtensionDeps
  readonly run: RunExtension
  readonly quota: MinuteQuota
  readonly lanes: Lanes
  /** All background work, for metrics. */
  watchLanes(others: readonly QueueLane[]): LaneMetricsDeps
  readonly payNow: IntentPayer['payNow']
  /** Undefined = the operator has not switched it on. */
  readonly ownRelay: OwnRelay | undefined
  /** Does all due work, and the work that follows from it. */
  tick(): Promise<void>
  /** Starts background work: immediately after commits, and on a schedule. */
  start(): void
  stop(): Promise<void>
}

const POLL_MS = 1000
/** Under load one run serves many commits. */
const GAP_MS = 20
const PAYOUTS_MS = 1000
const STOP_GRACE_MS = 3000
const HOUR_MS = 3_600_000
/** Work that follows from other work is done in the same run, up to this many rounds. */
const MAX_ROUNDS = 50

/** Runs extensions: their handlers, the events they are notified of, their payouts. */
export async function createExtensionHost(deps: ExtensionDeps): Promise<ExtensionHost> {
  const wakers: (() => void)[] = []
  const quota = deps.throttled ? createMinuteQuota(deps.clock) : NO_QUOTA
  const counts = createItemCounts(deps.clock)
  const run = createRunExtension(deps, {
    quota,
    counts,
    onCommitted: () => wakers.forEach((wake) => wake()),
  })
  const payer = createIntentPayer(deps)
  const planner = createJobPlanner(deps)
  const settlements = await openSettlementQueue(deps)
  const fillers: (() => void)[] = []
  const onQueued = (): void => fillers.forEach((fillLanes) => fillLanes())
  const ownRelay = deps.nostrConfig.hasOwnRelay ? createOwnRelay(deps) : undefined
  const subscriptions = createRelaySubscriptions(deps, { run, quota, ownRelay, onQueued })
  const lanes = openLanes(deps, {
    runJob: createRunJob(deps, run),
    publish: createPublishJob(deps, subscriptions),
    pay: payer.pay,
    onDone: onQueued,
  })
  const all = Object.values(lanes)
  const queues = all.map(({ queue }) => queue)

  /** Starts due work. True: there was some. */
  const fillDue = async (): Promise<boolean> => {
    const due = await findDue(deps.db, queues, deps.clock())
    const begun = await Promise.all(all.filter(({ name }) => due.has(name)).map((lane) => lane.fill()))
    return begun.includes(true)
  }
  /** Starts all due work without waiting for it. True: there was some. */
  const work = async (): Promise<boolean> => {
    await planner.plan()
    await writeCounts(deps, run, counts)
    await subscriptions.begin()
    const heard = await settlements.catchUp()
    return (await fillDue()) || heard
  }
  const background = createBackground(deps, work)
  return {
    deps,
    run,
    quota,
    lanes,
    watchLanes: (others) => ({
      lanes: [...others, ...all, deps.downloads],
      listBacklogs: () => listBacklogs(deps.db, [...queues, ...others.map(({ queue }) => queue)], deps.clock()),
      clock: deps.clock,
    }),
    payNow: payer.payNow,
    ownRelay,
    async tick() {
      for (let round = 0; round < MAX_ROUNDS && (await work()); round += 1) await allSettled(lanes)
    },
    start() {
      background.start()
      wakers.push(background.wake)
      // No gap between two runs: a client waits for the work that follows from a request over a relay.
      fillers.push(createWorker({ work: fillDue, what: 'starting due work of extensions', log: deps.log }).wake)
    },
    async stop() {
      fillers.length = 0
      await subscriptions.stop()
      await background.stop()
      // Work that still waits for a slow server keeps its lease, and is due again at the next start.
      await within(STOP_GRACE_MS, Promise.all(all.map((lane) => lane.stop())))
    },
  }
}

/** Does not wait for payouts: a hanging one continues in the background. */
async function allSettled({ payouts, ...others }: Lanes): Promise<void> {
  await within(PAYOUTS_MS, payouts.settled())
  await Promise.all(Object.values(others).map((lane) => lane.settled()))
}

/** Woken by commits and by the clock. */
function createBackground({ db, log, clock }: ExtensionDeps, work: () => Promise<unknown>) {
  const workers: Worker[] = []
  let stopListening = (): void => undefined
  const wake = (): void => workers[0]?.wake()
  const deleteOldRows = (): Promise<void> =>
    db.transact(forgetOldExtensionRows, { now: Math.floor(clock() / 1000) }).then(() => undefined)
  return {
    wake,
    start() {
      workers.push(
        createWorker({ work, everyMs: POLL_MS, minGapMs: GAP_MS, what: 'the work of extensions', log }),
        createWorker({ work: deleteOldRows, everyMs: HOUR_MS, what: 'deleting old rows of extensions', log }),
      )
      stopListening = db.onCommit(wake)
      wake()
    },
    async stop() {
      stopListening()
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
