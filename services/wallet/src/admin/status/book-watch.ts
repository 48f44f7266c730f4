import type { Log } from '@satchel/http/log'
import { createSingleFlight } from '@satchel/worker/single-flight'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import { checkBooks, type Violation } from '../../ledger/check-books.ts'
import { createSumCheck } from '../../ledger/check-sums.ts'
import { stopPayments } from '../../ledger/halt.ts'

const MIN_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 3_600_000

export interface BookCheck {
  /** Unix seconds. */
  readonly at: number
  /** Empty = the books are right. */
  readonly violations: readonly Violation[]
}

export interface BookWatch {
  /** Recomputes all books. A call during a running check gets that check's result. */
  check(): Promise<BookCheck>
  /** Compares only sums, so it may run often; a difference starts the full check. */
  checkSums(): Promise<void>
  /** The delay before the next full check: checks should take a fiftieth of the time. */
  pauseMs(): number
  /** A check that begins after this call: a running one may have read older data. */
  checkFromNow(): Promise<BookCheck>
  /** Undefined until the first check of this process has ended. */
  last(): BookCheck | undefined
}

/** Books that do not add up stop all outgoing payments (rule A53). */
export function createBookWatch({ db, log, clock }: { db: Database; log: Log; clock: Clock }): BookWatch {
  let last: BookCheck | undefined
  let tookMs = 0
  const sums = createSumCheck(db)
  const checkNow = async (): Promise<BookCheck> => {
    const startedAt = performance.now()
    const violations = await checkBooks(db)
    tookMs = performance.now() - startedAt
    const at = unixSeconds(clock)
    const [first] = violations
    if (first !== undefined) {
      log.error({ violations }, 'the books do not add up; outgoing payments are halted')
      const reason = `the books do not add up: ${first.rule} ${first.about}: ${first.problem}`
      await db.transact(stopPayments, { reason, at })
    }
    last = { at, violations }
    return last
  }
  const { join: check, next: checkFromNow } = createSingleFlight(checkNow)
  return {
    check,
    async checkSums() {
      const problem = await sums.check()
      if (problem === undefined) return
      log.error({ problem }, 'the balances do not add up; outgoing payments are halted')
      await db.transact(stopPayments, { reason: `the books do not add up: ${problem}`, at: unixSeconds(clock) })
      await check()
    },
    checkFromNow,
    pauseMs: () => Math.min(Math.max(tookMs * 50, MIN_PAUSE_MS), MAX_PAUSE_MS),
    last: () => last,
  }
}
