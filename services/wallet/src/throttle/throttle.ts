import { clientKey } from '@satchel/http/limits/rate-limit'
import { rateLimited, ServiceError } from '@satchel/http/service-error'
import { type Clock, unixSeconds } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { noteFailedTry, noteSuccessfulTry } from './throttle-commands.ts'
import { THROTTLE_RULES, type ThrottledKind, waitSeconds } from './throttle-rules.ts'
import { findStanding, toSubjects } from './throttle-store.ts'
import { tooManyAtOnce } from './too-many-at-once.ts'
import { createTurns } from './turns.ts'

/** The account and address of a log-in attempt. */
export interface Trier {
  /** The account's name in the attempt, known or not: a normalized username, or a user id. */
  readonly account?: string | undefined
  /** `request.ip`; unset where the caller is logged in already and the address does not matter. */
  readonly address?: string | undefined
}

/** Slows down guessing, across all processes, without ever locking the owner out (rule D7). */
export interface Throttle {
  /**
   * Makes one attempt: 429 while it must wait; else runs `work` and counts its failure. Only a few attempts of one
   * address, and at one account, run concurrently, so that concurrent attempts do not bypass the limit. At an account
   * the addresses take turns.
   */
  around<T>(kind: ThrottledKind, who: Trier, work: () => Promise<T>): Promise<T>
  /** 429 while the next attempt must wait. For attempts whose outcome is known elsewhere. */
  require(kind: ThrottledKind, who: Trier): Promise<void>
  failed(kind: ThrottledKind, who: Trier): Promise<void>
  succeeded(kind: ThrottledKind, who: Trier): Promise<void>
}

export function createThrottle({ db, clock }: { readonly db: Database; readonly clock: Clock }): Throttle {
  const turns = createTurns({ ...MAX_TRIES, refusal: () => tooManyAtOnce() })
  const subjectsOf = (kind: ThrottledKind, { account, address }: Trier) =>
    toSubjects(kind, account, address === undefined ? undefined : clientKey(address))
  const throttle: Throttle = {
    async around(kind, who, work) {
      const { account = '', address = '' } = subjectsOf(kind, who)
      // A try that must wait takes no place in the queue.
      await throttle.require(kind, who)
      const leaveOfAddress = address === '' ? undefined : await turns.enter(address)
      let leaveOfAccount: (() => void) | undefined
      try {
        if (account !== '') leaveOfAccount = await turns.enter(account, address)
        // Tries ahead in the queue may have failed.
        await throttle.require(kind, who)
        const answer = await work()
        await throttle.succeeded(kind, who)
        return answer
      } catch (error) {
        if (error instanceof ServiceError && error.status === THROTTLE_RULES[kind].failure) {
          await throttle.failed(kind, who)
        }
        throw error
      } finally {
        leaveOfAccount?.()
        leaveOfAddress?.()
      }
    },
    async require(kind, who) {
      const now = unixSeconds(clock)
      const standing = await findStanding(db, subjectsOf(kind, who), now)
      const seconds = waitSeconds(standing, THROTTLE_RULES[kind], now)
      if (seconds > 0) throw comeBackIn(seconds)
    },
    async failed(kind, who) {
      await db.transact(noteFailedTry, { subjects: subjectsOf(kind, who), at: unixSeconds(clock) })
    },
    async succeeded(kind, who) {
      const { own } = subjectsOf(kind, who)
      if (own !== undefined) await db.transact(noteSuccessfulTry, { own, at: unixSeconds(clock) })
    },
  }
  return throttle
}

const comeBackIn = (seconds: number): ServiceError =>
  rateLimited(`Too many failed attempts; retry in ${seconds} s.`, {
    code: 'too_many_attempts',
    params: { seconds },
    headers: { 'Retry-After': String(seconds) },
  })

/** Attempts that run at once, and that wait for a turn. */
const MAX_TRIES = { maxAtOnce: 5, maxWaiting: 1000, maxWaitingEach: 100 }

/** For `SERVICE_RATE_LIMIT_NO=0` (rule S532). */
export const NO_THROTTLE: Throttle = {
  around: (_kind, _who, work) => work(),
  require: async () => undefined,
  failed: async () => undefined,
  succeeded: async () => undefined,
}
