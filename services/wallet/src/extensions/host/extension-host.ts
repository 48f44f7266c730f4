import type { FairLane } from '../../throttle/fair-lane.ts'
import type { LaneMetricsDeps } from '../../throttle/lane-metrics.ts'
import { within } from '../../payments/within.ts'
import type { ExtensionDeps } from './extension-deps.ts'
import { findDue, forgetOldExtensionRows, listLaneBacklogs, releaseJobs } from './job-store.ts'
import { type Lanes, openLanes } from './open-lanes.ts'
import { createIntentPayer, type IntentPayer } from './pay-intents.ts'
import { createItemCounts } from './item-counts.ts'
import { createMinuteQuota, type MinuteQuota, NO_QUOTA } from './minute-quota.ts'
import { createOwnRelay, type OwnRelay } from './nostr/own-relay.ts'
import { createPublishJob } from './nostr/publish-job.ts'
import { createRelaySubscriptions } from './nostr/relay-subscriptions.ts'
import { createJobPlanner } from './plan-jobs.ts'
import { openSettlementQueue } from './queue-settlements.ts'
import { createRunExtension, type RunExtension } from './run-extension.ts'
import { createRunJob } from './run-jobs.ts'
import { writeCounts } from './write-counts.ts'

export interface ExtensionHost {
  readonly deps: ExtensionDeps
  readonly run: RunExtension
  readonly quota: MinuteQuota
  readonly lanes: Lanes
  /** All background work, for metrics. */
  watchLanes(webhooks: FairLane): LaneMetricsDeps
  readonly payNow: IntentPayer['payNow']
  /** Undefined = the operator has not switched it on. */
  readonly ownRelay: OwnRelay | undefined
  /** Does everything that is due now, until nothing more follows from it. */
  tick(): Promise<void>
  /** Begins to do so by itself: at once after commits, and by the clock. */
  start(): void
  stop(): Promise<void>
}

const POLL_MS = 1000
/** Under load many commits are looked at together. */
const PAUSE_MS = 20
const PAYOUTS_MS = 1000
const STOP_GRACE_MS = 3000
const HOUR_MS = 3_600_000
/** What one thing leads to is done in the same go, but not for ever. */
const MAX_ROUNDS = 50

/** Runs extensions: their handlers, what they are told, what they pay. */
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
  await releaseLost(deps)
  const fillers: (() => void)[] = []
  const onQueued = (): void => fillers.forEach((fillLanes) => fillLanes())
  const ownUrl = deps.nostrConfig.ownRelay
  const ownRelay = ownUrl === undefined ? undefined : createOwnRelay(deps, ownUrl)
  const subscriptions = createRelaySubscriptions(deps, { run, quota, ownRelay, onQueued })
  const lanes = openLanes(deps, {
    runJob: createRunJob(deps, run),
    publish: createPublishJob(deps, subscriptions),
    pay: payer.pay,
    onDone: onQueued,
  })

  /** Begins what is due. True: there was something. */
  const fillDue = async (): Promise<boolean> => {
    const due = await findDue(deps.db, deps.clock())
    const begun = await Promise.all([...due].map((lane) => lanes[lane].fill()))
    return begun.includes(true)
  }
  /** All of it is begun, and none of it waited for. True: something was begun. */
  const work = async (): Promise<boolean> => {
    await planner.plan()
    await writeCounts(deps, run, counts)
    await subscriptions.begin()
    const heard = await settlements.catchUp()
    return (await fillDue()) || heard
  }
  const duty = createDuty(deps, work)
  return {
    deps,
    run,
    quota,
    lanes,
    watchLanes: (webhooks) => ({
      lanes: [webhooks, ...Object.values(lanes), deps.downloads],
      listBacklogs: () => listLaneBacklogs(deps.db, deps.clock()),
      clock: deps.clock,
    }),
    payNow: payer.payNow,
    ownRelay,
    async tick() {
      for (let round = 0; round < MAX_ROUNDS && (await work()); round += 1) await allSettled(lanes)
    },
    start() {
      wakers.push(duty.wake)
      fillers.push(coalesce(fillDue, deps))
      duty.start()
    },
    async stop() {
      fillers.length = 0
      await subscriptions.stop()
      await duty.stop()
      // What waits for a slow server is leased by this process, and due again at the next start.
      await within(STOP_GRACE_MS, Promise.all(Object.values(lanes).map((lane) => lane.stop())))
    },
  }
}

/** A payout that hangs at the node goes on by itself. */
async function allSettled({ payouts, ...others }: Lanes): Promise<void> {
  await within(PAYOUTS_MS, payouts.settled())
  await Promise.all(Object.values(others).map((lane) => lane.settled()))
}

/** At once, and once more for whatever asked meanwhile: a client waits for what follows from a request over a relay. */
function coalesce(work: () => Promise<unknown>, { log }: Pick<ExtensionDeps, 'log'>): () => void {
  let [isRunning, again] = [false, false]
  const run = async (): Promise<void> => {
    again = true
    if (isRunning) return
    isRunning = true
    try {
      while (again) {
        again = false
        await work()
      }
    } catch (error) {
      log.warn({ err: error }, 'what is due could not be read; it is tried again')
    } finally {
      isRunning = false
    }
  }
  return () => void run()
}

async function releaseLost({ db, clock, log }: ExtensionDeps): Promise<void> {
  try {
    await db.transact(releaseJobs, { sessions: await db.listSessions(), now: clock() })
  } catch (error) {
    log.warn({ err: error }, 'what ended processes were doing waits for the end of its lease')
  }
}

/** One run after another; woken meanwhile, it runs again. */
function createDuty({ db, log, clock }: ExtensionDeps, tick: () => Promise<unknown>) {
  let stopped = false
  let again = false
  let running: Promise<void> | undefined
  const timers: NodeJS.Timeout[] = []
  let forget = (): void => undefined
  const wake = (): void => {
    if (stopped) return
    if (running !== undefined) {
      again = true
      return
    }
    running = tick()
      .then(() => undefined)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'what extensions are due could not be done; it is tried again'),
      )
      .finally(() => {
        running = undefined
        if (!again) return
        again = false
        setTimeout(wake, PAUSE_MS)
      })
  }
  return {
    wake,
    start() {
      forget = db.onCommit(wake)
      timers.push(setInterval(wake, POLL_MS))
      timers.push(
        setInterval(() => {
          db.transact(forgetOldExtensionRows, { now: Math.floor(clock() / 1000) }).catch((error: unknown) =>
            log.warn({ err: error }, 'old rows of extensions could not be forgotten'),
          )
        }, HOUR_MS),
      )
      wake()
    },
    async stop() {
      stopped = true
      forget()
      for (const timer of timers) clearInterval(timer)
      while (running !== undefined) await running
    },
  }
}
