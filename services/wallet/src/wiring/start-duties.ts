import { createWorker, type Worker } from '@satchel/worker/worker'
import type { ScheduledBackups } from '../admin/backup/scheduled-backups.ts'
import type { BookWatch } from '../admin/status/book-watch.ts'
import type { ExpiryWatch } from '../admin/status/expiry-watch.ts'
import type { ServiceMeasure } from '../admin/status/measure-service.ts'
import type { NodeWatch } from '../admin/status/node-watch.ts'
import { forgetOldOrderNotes } from '../admin/users/forget-order-notes.ts'
import { finishDeletions } from '../admin/users/keep-leftovers.ts'
import { type Clock, unixSeconds } from '../base/clock.ts'
import { forgetOldDeliveries } from '../notifications/forget-deliveries.ts'
import { forgetOldSpending, SPENDING_KEPT_SECONDS } from '../payments/limits/spend-limits.ts'
import type { ReceiptFollower } from '../payments/receiving/follow-receipts.ts'
import type { NodeComparison } from '../payments/reconciling/compare-with-node.ts'
import { catchUp, reconcile } from '../payments/reconciling/reconcile.ts'
import { forgetOldKeys, KEPT_SECONDS } from '../payments/states/idempotency.ts'
import type { PaymentDeps } from '../payments/states/payment-deps.ts'
import { checkAges } from '../payments/stuck/raise-age-alarms.ts'

export interface DutyOptions {
  readonly deps: PaymentDeps
  readonly receipts: ReceiptFollower
  readonly nodeComparison: Pick<NodeComparison, 'check'>
  readonly bookWatch: BookWatch
  /** Absent where nothing reads `/metrics`. */
  readonly measure?: ServiceMeasure
  /** Absent where no backups are scheduled. */
  readonly backups?: ScheduledBackups | undefined
  /** Absent where nothing is configured that could expire. */
  readonly expiryWatch?: ExpiryWatch
  readonly nodeWatch?: NodeWatch
  readonly everyMs: number
}

/**
 * Starts the periodic duties: follow pending payments, sweep receipts, check the books. Returns a function that stops
 * them.
 */
export function startDuties({
  deps,
  receipts,
  nodeComparison,
  bookWatch,
  measure,
  backups,
  expiryWatch,
  nodeWatch,
  everyMs,
}: DutyOptions): () => Promise<void> {
  const duty = (what: string, everyMs: number | (() => number), work: () => Promise<unknown>): Worker =>
    createWorker({ what, everyMs, work, log: deps.log })
  const onStep = onClockStep(deps.clock, () => catchUp(deps))
  const auditing = duty('checking the books', bookWatch.pauseMs, () => bookWatch.check())
  // Large books were not checked before the start.
  if (bookWatch.last() === undefined) auditing.wake()
  const duties = [
    duty('reconciling pending payments', everyMs, () => reconcile(deps)),
    duty('looking for late payments', LATE_EVERY_MS, () => pollLatePayments(deps)),
    duty('catching up after a step of the clock', Math.min(everyMs, CLOCK_EVERY_MS), onStep),
    duty('comparing with the node', everyMs, async () => nodeComparison.check({ swept: await receipts.sweep() })),
    duty('finishing deletions', everyMs, () => finishDeletions(deps.db)),
    auditing,
    duty('checking the balances', SUMS_EVERY_MS, () => bookWatch.checkSums()),
    ...(measure === undefined ? [] : [duty('measuring for /metrics', measure.pauseMs, () => measure.measure())]),
    ...(backups === undefined ? [] : [duty('making the scheduled backup', BACKUP_EVERY_MS, () => backups.check())]),
    ...(expiryWatch === undefined
      ? []
      : [duty('looking for what expires', EXPIRY_EVERY_MS, () => expiryWatch.check())]),
    ...(nodeWatch === undefined ? [] : [duty('asking the node how it is', NODE_EVERY_MS, () => nodeWatch.check())]),
    duty('deleting old rows', HOUR_MS, () => deleteOldRows(deps)),
  ]
  return async () => {
    backups?.stop()
    await Promise.all(duties.map(({ stop }) => stop()))
  }
}

async function deleteOldRows({ db, clock }: PaymentDeps): Promise<void> {
  const now = unixSeconds(clock)
  await db.transact(forgetOldKeys, { before: now - KEPT_SECONDS })
  await db.transact(forgetOldSpending, { before: now - SPENDING_KEPT_SECONDS })
  await forgetOldDeliveries(db, now)
  await forgetOldOrderNotes(db, now)
}

const HOUR_MS = 3_600_000
const SUMS_EVERY_MS = 30_000
const BACKUP_EVERY_MS = 30_000
/** It reads once a day, at this tick. */
const EXPIRY_EVERY_MS = 60_000
const NODE_EVERY_MS = 10_000
const LATE_EVERY_MS = 60_000
const CLOCK_EVERY_MS = 5000
/** Longer than any duty takes, and shorter than any deadline that money depends on. */
const STEP_MS = 5000

/**
 * Polls payments whose due time is too late, and raises alarms for old ones. Runs rarely, because it reads all
 * unfinished payments.
 */
export async function pollLatePayments(deps: PaymentDeps): Promise<void> {
  await catchUp(deps)
  await checkAges(deps)
}

/** Runs the duty when the wall clock has stepped against the monotonic clock since the last call. */
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
