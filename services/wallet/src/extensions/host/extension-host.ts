import type { ExtensionDeps } from './extension-deps.ts'
import { forgetOldExtensionRows } from './job-store.ts'
import { createIntentPayer, type IntentPayer } from './pay-intents.ts'
import { createItemCounts } from './item-counts.ts'
import { createMinuteQuota, type MinuteQuota, NO_QUOTA } from './minute-quota.ts'
import { createNostrOutbox } from './nostr/nostr-outbox.ts'
import { createJobPlanner } from './plan-jobs.ts'
import { openSettlementQueue } from './queue-settlements.ts'
import { createRunExtension, type RunExtension } from './run-extension.ts'
import { createJobRunner } from './run-jobs.ts'

export interface ExtensionHost {
  readonly deps: ExtensionDeps
  readonly run: RunExtension
  readonly quota: MinuteQuota
  readonly payNow: IntentPayer['payNow']
  /** Does everything that is due now, until nothing more follows from it. */
  tick(): Promise<void>
  /** Begins to do so by itself: at once after commits, and by the clock. */
  start(): void
  stop(): Promise<void>
}

const POLL_MS = 1000
/** Under load many commits are looked at together. */
const PAUSE_MS = 10
const HOUR_MS = 3_600_000
/** What one thing leads to is done in the same go, but not for ever. */
const MOST_ROUNDS = 50

/** Runs extensions: their handlers, what they are told, what they pay. */
export async function createExtensionHost(deps: ExtensionDeps): Promise<ExtensionHost> {
  const wakers: (() => void)[] = []
  const quota = deps.throttled ? createMinuteQuota(deps.clock) : NO_QUOTA
  const counts = createItemCounts(deps)
  const run = createRunExtension(deps, { quota, counts, onCommitted: () => wakers.forEach((wake) => wake()) })
  const payer = createIntentPayer(deps)
  const jobs = createJobRunner(deps, run)
  const planner = createJobPlanner(deps)
  const settlements = await openSettlementQueue(deps)
  const outbox = createNostrOutbox(deps)

  /** Everything but what others out there have to take: that is begun and not waited for. */
  const work = async (): Promise<void> => {
    await planner.plan()
    await counts.write(run)
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const heard = await settlements.catchUp()
      await payer.payDue()
      const did = await jobs.runDue()
      await outbox.begin()
      if (!heard && !did) return
    }
  }
  const duty = createDuty(deps, work)
  return {
    deps,
    run,
    quota,
    payNow: payer.payNow,
    async tick() {
      await work()
      await outbox.settled()
    },
    start() {
      wakers.push(duty.wake)
      duty.start()
    },
    async stop() {
      await duty.stop()
      await outbox.settled()
    },
  }
}

/** One run after another; woken meanwhile, it runs again. */
function createDuty({ db, log, clock }: ExtensionDeps, tick: () => Promise<void>) {
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
