import type { Log } from '@satchel/http/log'
import { type Clock, unixSeconds } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { checkBooks, type Violation } from '../ledger/check-books.ts'
import { stopPayments } from '../ledger/halt.ts'

export interface BookCheck {
  /** Unix seconds. */
  readonly at: number
  /** Empty = the books are right. */
  readonly violations: readonly Violation[]
}

export interface BookWatch {
  /** Whoever asks while a check is running gets its answer. */
  check(): Promise<BookCheck>
  /** A check that begins after this call: what a running one has read may be older. */
  checkFromNow(): Promise<BookCheck>
  /** Undefined until the first check of this process has ended. */
  last(): BookCheck | undefined
}

/** Books that do not add up stop all outgoing payments (money-safety A53). */
export function createBookWatch({ db, log, clock }: { db: Database; log: Log; clock: Clock }): BookWatch {
  let running: Promise<BookCheck> | undefined
  let last: BookCheck | undefined
  const checkNow = async (): Promise<BookCheck> => {
    const violations = await checkBooks(db)
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
  const check = (): Promise<BookCheck> => {
    running ??= checkNow().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    check,
    async checkFromNow() {
      await running?.catch(() => undefined)
      return check()
    },
    last: () => last,
  }
}
