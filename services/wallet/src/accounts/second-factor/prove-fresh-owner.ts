import { forbidden } from '@satchel/http/service-error'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Throttle } from '../../throttle/throttle.ts'
import { isLoginFresh } from '../users/login-tokens.ts'
import type { Passwords } from '../users/passwords.ts'
import { proveOwner } from '../users/prove-owner.ts'
import type { User } from '../users/user.ts'
import { findUserWithPassword } from '../users/user-store.ts'

export interface FreshOwnerDeps {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: Passwords
  readonly throttle: Throttle
}

export interface Caller {
  readonly userId: string
  /** Unix seconds. */
  readonly loggedInAt: number
  /** A session that has just stepped up, as the route requires (`stepUp`). */
  readonly isProven?: boolean
  readonly password: string | undefined
  /** The client's address, for the queue of password checks. */
  readonly address: string
  /** The field of the request that holds the password; unset = `password`. */
  readonly field?: string
}

/**
 * Requires a new proof from a caller who changes the log-ins of an account: the password or, without one, a recent
 * log-in. A stolen token must not become permanent access.
 */
export async function proveFreshOwner(deps: FreshOwnerDeps, caller: Caller): Promise<User> {
  const { userId, loggedInAt, isProven = false, password, address, field = 'password' } = caller
  const found = await findUserWithPassword(deps.db, userId)
  if (isProven && found !== undefined) return found.user
  if (found?.passwordHash === undefined && !isLoginFresh(loggedInAt, deps.clock)) {
    throw forbidden('Log in again first: your log-in is older than 10 minutes.', { code: 'fresh_login_required' })
  }
  return deps.throttle.around('present-password', { account: userId }, () =>
    proveOwner(deps, userId, { field, given: password, address }),
  )
}
