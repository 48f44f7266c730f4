import type { Log } from '@satchel/http/log'
import { unixSeconds } from './clock.ts'
import { checkBooks } from './ledger/check-books.ts'
import { stopPayments } from './ledger/halt.ts'
import type { ReceiptFollower } from './payments/follow-receipts.ts'
import { forgetOldKeys, KEPT_SECONDS } from './payments/idempotency.ts'
import type { PaymentDeps } from './payments/payment-deps.ts'
import { reconcile } from './payments/reconcile.ts'

export interface LookAfterOptions {
  readonly deps: PaymentDeps
  readonly receipts: ReceiptFollower
  readonly nodeComparison: { check(): Promise<void> }
  readonly everyMs: number
  readonly auditEveryMs: number
}

/** The duties that never end: follow what is pending, sweep what arrived, check the books. Returns the way to stop. */
export function lookAfter({
  deps,
  receipts,
  nodeComparison,
  everyMs,
  auditEveryMs,
}: LookAfterOptions): () => Promise<void> {
  const duties = [
    repeat(everyMs, deps.log, () => reconcile(deps)),
    repeat(everyMs, deps.log, async () => {
      await receipts.sweep()
      await nodeComparison.check()
    }),
    repeat(auditEveryMs, deps.log, () => audit(deps)),
    repeat(HOUR_MS, deps.log, async () => {
      await deps.db.transact(forgetOldKeys, { before: unixSeconds(deps.clock) - KEPT_SECONDS })
    }),
  ]
  return async () => {
    await Promise.all(duties.map((stop) => stop()))
  }
}

const HOUR_MS = 3_600_000

/** Books that do not add up stop all outgoing payments (money-safety A53). */
export async function audit({ db, log, clock }: PaymentDeps): Promise<void> {
  const violations = await checkBooks(db)
  if (violations.length === 0) return
  log.error({ violations }, 'the books do not add up; outgoing payments are halted')
  const [first] = violations
  const reason = `the books do not add up: ${first?.rule} ${first?.about}: ${first?.problem}`
  await db.transact(stopPayments, { reason, at: unixSeconds(clock) })
}

/** One run after another, never two at once. */
function repeat(everyMs: number, log: Log, duty: () => Promise<void>): () => Promise<void> {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const run = (): void => {
    running = duty()
      .catch((error: unknown) => log.warn({ err: error }, 'a duty failed; it is tried again'))
      .finally(() => {
        if (!stopped) timer = setTimeout(run, everyMs)
      })
  }
  timer = setTimeout(run, everyMs)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
