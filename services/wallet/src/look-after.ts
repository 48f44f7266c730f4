import type { Log } from '@satchel/http/log'
import type { BookWatch } from './admin/book-watch.ts'
import { forgetOldOrderNotes } from './admin/forget-order-notes.ts'
import { type Clock, unixSeconds } from './clock.ts'
import { finishDeletions } from './admin/keep-leftovers.ts'
import type { ReceiptFollower } from './payments/follow-receipts.ts'
import { forgetOldDeliveries } from './notifications/forget-deliveries.ts'
import { forgetOldKeys, KEPT_SECONDS } from './payments/idempotency.ts'
import type { PaymentDeps } from './payments/payment-deps.ts'
import type { NodeComparison } from './payments/compare-with-node.ts'
import { checkAges } from './payments/stuck/raise-age-alarms.ts'
import { catchUp, reconcile } from './payments/reconcile.ts'
import { forgetOldSpending, SPENDING_KEPT_SECONDS } from './payments/spend-limits.ts'

export interface LookAfterOptions {
  readonly deps: PaymentDeps
  readonly receipts: ReceiptFollower
  readonly nodeComparison: Pick<NodeComparison, 'check'>
  readonly bookWatch: BookWatch
  readonly everyMs: number
}

/** The duties that never end: follow what is pending, sweep what arrived, check the books. Returns the way to stop. */
export function lookAfter({
  deps,
  receipts,
  nodeComparison,
  bookWatch,
  everyMs,
}: LookAfterOptions): () => Promise<void> {
  const duties = [
    repeat(everyMs, deps.log, () => reconcile(deps)),
    repeat(LATE_EVERY_MS, deps.log, () => lookAfterTheLate(deps)),
    repeat(
      Math.min(everyMs, CLOCK_EVERY_MS),
      deps.log,
      onClockStep(deps.clock, () => catchUp(deps)),
    ),
    repeat(everyMs, deps.log, async () => nodeComparison.check({ swept: await receipts.sweep() })),
    repeat(everyMs, deps.log, () => finishDeletions(deps.db)),
    repeat(bookWatch.pauseMs, deps.log, () => bookWatch.check()),
    repeat(SUMS_EVERY_MS, deps.log, () => bookWatch.checkSums()),
    repeat(HOUR_MS, deps.log, async () => {
      const now = unixSeconds(deps.clock)
      await deps.db.transact(forgetOldKeys, { before: now - KEPT_SECONDS })
      await deps.db.transact(forgetOldSpending, { before: now - SPENDING_KEPT_SECONDS })
      await forgetOldDeliveries(deps.db, now)
      await forgetOldOrderNotes(deps.db, now)
    }),
  ]
  return async () => {
    await Promise.all(duties.map((stop) => stop()))
  }
}

const HOUR_MS = 3_600_000
const SUMS_EVERY_MS = 30_000
const LATE_EVERY_MS = 60_000
const CLOCK_EVERY_MS = 5000
/** More than any duty takes, and less than any deadline that money depends on. */
const STEP_MS = 5000

/** What is due later than it can be is looked after now; what takes too long raises an alarm. Without hurry: it reads all. */
export async function lookAfterTheLate(deps: PaymentDeps): Promise<void> {
  await catchUp(deps)
  await checkAges(deps)
}

/** Runs the duty when the wall clock has moved by another time than the monotonic one since the last call. */
export function onClockStep(clock: Clock, duty: () => Promise<unknown>): () => Promise<void> {
  const difference = (): number => clock() - performance.now()
  let known = difference()
  return async () => {
    const now = difference()
    if (Math.abs(now - known) < STEP_MS) return
    await duty()
    known = now
  }
}

/** One run after another, never two at once. */
function repeat(everyMs: number | (() => number), log: Log, duty: () => Promise<unknown>): () => Promise<void> {
  const pause = (): number => (typeof everyMs === 'number' ? everyMs : everyMs())
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const run = (): void => {
    running = duty()
      .catch((error: unknown) => log.warn({ err: error }, 'a duty failed; it is tried again'))
      .finally(() => {
        if (!stopped) timer = setTimeout(run, pause())
      })
  }
  timer = setTimeout(run, pause())
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
