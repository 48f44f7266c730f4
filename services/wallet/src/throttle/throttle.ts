import { clientKey } from '@satchel/http/rate-limit'
import { ServiceError } from '@satchel/http/service-error'
import { type Clock, unixSeconds } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { noteFailedTry, noteSuccessfulTry } from './throttle-commands.ts'
import { THROTTLE_RULES, type ThrottledKind, waitSeconds } from './throttle-rules.ts'
import { findStanding, toSubjects } from './throttle-store.ts'
import { createTurns } from './turns.ts'

/** Who tries to come in. */
export interface Trier {
  /** What names the account in the try, known or not: a username in its normal form, a user id. */
  readonly account?: string | undefined
  /** `request.ip`; unset where it does not matter from where somebody comes who is in already. */
  readonly address?: string | undefined
}

/** Slows down guessing, across all processes, without ever keeping the owner out (money-safety D.7). */
export interface Throttle {
  /**
   * A whole try: 429 when it has to wait; else `work`, and what becomes of it is noted. Of tries at the same time only
   * a few are under way at once, so that a thousand at once are not a thousand free ones.
   */
  around<T>(kind: ThrottledKind, who: Trier, work: () => Promise<T>): Promise<T>
  /** 429 when the next try has to wait. For tries whose outcome is known in another place than they begin. */
  require(kind: ThrottledKind, who: Trier): Promise<void>
  failed(kind: ThrottledKind, who: Trier): Promise<void>
  succeeded(kind: ThrottledKind, who: Trier): Promise<void>
}

export function createThrottle({ db, clock }: { readonly db: Database; readonly clock: Clock }): Throttle {
  const turns = createTurns({ mostAtOnce: MOST_AT_ONCE })
  const subjectsOf = (kind: ThrottledKind, { account, address }: Trier) =>
    toSubjects(kind, account, address === undefined ? undefined : clientKey(address))
  const throttle: Throttle = {
    async around(kind, who, work) {
      const { account, address } = subjectsOf(kind, who)
      const leave = await turns.enter(account ?? address ?? kind)
      try {
        await throttle.require(kind, who)
        const answer = await work()
        await throttle.succeeded(kind, who)
        return answer
      } catch (error) {
        if (error instanceof ServiceError && error.code === THROTTLE_RULES[kind].failure) {
          await throttle.failed(kind, who)
        }
        throw error
      } finally {
        leave()
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
  new ServiceError('rate_limited', `Too many failed tries; try again in ${seconds} s.`, [], {
    headers: { 'Retry-After': String(seconds) },
  })

/** As many as are free anyway. */
const MOST_AT_ONCE = 5

/** For `SERVICE_RATE_LIMIT_NO=0` (decisions §6). */
export const NO_THROTTLE: Throttle = {
  around: (_kind, _who, work) => work(),
  require: async () => undefined,
  failed: async () => undefined,
  succeeded: async () => undefined,
}
