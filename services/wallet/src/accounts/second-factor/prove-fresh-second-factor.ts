import { forbidden, unauthenticated } from '@satchel/http/service-error'
import type { Actor } from '../../events/audit-log.ts'
import { isLoginFresh } from '../users/login-tokens.ts'
import { findUser } from '../users/user-store.ts'
import { proveTotp, type TotpDeps } from './prove-totp.ts'

export interface FreshCaller {
  readonly actor: Actor
  /** Unix seconds. */
  readonly loggedInAt: number
  /** The code of the authenticator app, if the request has one. */
  readonly totp: string | undefined
}

/**
 * Requires the second factor again where a stolen token must not suffice. A code of the app counts, and so does a
 * log-in in the last 10 minutes, which required the second factor. Accounts without one pass.
 */
export async function proveFreshSecondFactor(deps: TotpDeps, caller: FreshCaller): Promise<void> {
  const { actor, loggedInAt, totp } = caller
  const user = await findUser(deps.db, actor.id)
  if (user === undefined) throw unauthenticated('This account is gone.', { code: 'account_gone' })
  if (user.secondFactors.length === 0) return
  if (totp !== undefined && user.secondFactors.includes('totp')) return proveTotp(deps, user.id, totp, actor)
  if (isLoginFresh(loggedInAt, deps.clock)) return
  throw forbidden(
    'A fresh second factor is required: give `totp`, or log in again: your log-in is older than 10 minutes.',
    { code: 'fresh_second_factor_required' },
  )
}
