import { within } from '../../payments/within.ts'
import type { ExtensionDeps } from './extension-deps.ts'
import { findDue, forgetOldExtensionRows, releaseJobs } from './job-store.ts'
import { createIntentPayer, type IntentPayer } from './pay-intents.ts'
import { createItemCounts } from './item-counts.ts'
import { createMinuteQuota, type MinuteQuota, NO_QUOTA } from './minute-quota.ts'
import { createNostrOutbox, type NostrOutbox } from './nostr/nostr-outbox.ts'
import { createOwnRelay, type OwnRelay } from './nostr/own-relay.ts'
import { createRelaySubscriptions } from './nostr/relay-subscriptions.ts'
import { createJobPlanner } from './plan-jobs.ts'
import { openSettlementQueue } from './queue-settlements.ts'
import { createRunExtension, type RunExtension } from './run-extension.ts'
import { createJobRunner, type JobRunner } from './run-jobs.ts'
import { createTaskRunner } from './run-tasks.ts'
import { writeCounts } from './write-counts.ts'

export interface ExtensionHost {
  readonly deps: ExtensionDeps
  readonly run: RunExtension
  readonly quota: MinuteQuota
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
/** A payout that hangs at the node goes on by itself; what others wait for goes on without it. */
const PAYOUTS_MS = 1000
const HOUR_MS = 3_600_000
/** What one thing leads to is done in the same go, but not for ever. */
const MOST_ROUNDS = 50

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
  const jobs = createJobRunner(deps, run)
  const planner = createJobPlanner(deps)
  const settlements = await openSettlementQueue(deps)
  await releaseLost(deps)
  const answerers: (() => void)[] = []
  const onQueued = (): void => answerers.forEach((answer) => answer())
  const ownUrl = deps.nostrConfig.ownRelay
  const ownRelay = ownUrl === undefined ? undefined : createOwnRelay(deps, ownUrl)
  const subscriptions = createRelaySubscriptions(deps, { run, quota, ownRelay, onQueued })
  const outbox = createNostrOutbox(deps, subscriptions)
  const tasks = createTaskRunner(deps, run)
  const answers = createAnswers({ deps, jobs, payer, outbox })

  /** Everything but what others out there have to take: that is begun and not waited for. */
  const work = async (): Promise<void> => {
    await planner.plan()
    await writeCounts(deps, run, counts)
    await subscriptions.begin()
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const heard = await settlements.catchUp()
      const due = await findDue(deps.db, deps.clock())
      if (due.size === 0) return
      const answered = due.has('answer') && (await jobs.runDue('answer'))
      if (answered || due.has('payouts')) await within(PAYOUTS_MS, payer.payDue())
      const did = await jobs.runDue('rest')
      await outbox.begin()
      await tasks.begin()
      if (!heard && !answered && !did) return
    }
  }
  const duty = createDuty(deps, work)
  return {
    deps,
    run,
    quota,
    payNow: payer.payNow,
    ownRelay,
    async tick() {
      do await work()
      while (await tasks.settled())
      await outbox.settled()
    },
    start() {
      wakers.push(duty.wake)
      answerers.push(answers.begin)
      duty.start()
    },
    async stop() {
      await subscriptions.stop()
      await duty.stop()
      await answers.settled()
      await tasks.settled()
      await outbox.stop()
    },
  }
}

async function releaseLost({ db, clock, log }: ExtensionDeps): Promise<void> {
  try {
    await db.transact(releaseJobs, { sessions: await db.listSessions(), now: clock() })
  } catch (error) {
    log.warn({ err: error }, 'what ended processes were doing waits for the end of its lease')
  }
}

/** Whoever asks over a relay waits: neither for a slow payment of somebody else, nor for the next turn of the clock. */
function createAnswers({ deps, jobs, payer, outbox }: AnswerParts) {
  const underWay = new Set<Promise<void>>()
  const answer = async (): Promise<void> => {
    await jobs.runDue('answer')
    await outbox.begin()
    await payer.payDue()
    await jobs.runDue('rest')
    await outbox.begin()
  }
  return {
    begin(): void {
      const mine = answer()
        .catch((error: unknown) => deps.log.warn({ err: error }, 'a request by relay could not be answered yet'))
        .finally(() => underWay.delete(mine))
      underWay.add(mine)
    },
    async settled() {
      await Promise.all(underWay)
    },
  }
}

interface AnswerParts {
  readonly deps: ExtensionDeps
  readonly jobs: JobRunner
  readonly payer: IntentPayer
  readonly outbox: NostrOutbox
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
