import { rateLimited, ServiceError } from '@satchel/http/service-error'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../../events/audit-log.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { findStep } from './one-time-code.ts'
import { findTotp } from './second-factor-store.ts'
import { type GivenCode, useTotp, type Verdict } from './totp-commands.ts'

export interface TotpDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly clock: Clock
  /** False where the operator has switched off every limit (SERVICE_RATE_LIMIT_NO=0). */
  readonly throttled: boolean
}

/** Accepts a code of the user's authenticator app once, or throws 401 or 429. */
export async function proveTotp(deps: TotpDeps, userId: string, code: string, actor: Actor): Promise<void> {
  const given = await readCode(deps, { userId, code, actor, active: true })
  requireAccepted(given === undefined ? 'wrong' : await deps.db.transact(useTotp, given), 401)
}

/** The time step of the code, for a command that judges it; undefined = no such app. */
export async function readCode(
  { db, vault, clock, throttled }: TotpDeps,
  input: { readonly userId: string; readonly code: string; readonly actor: Actor; readonly active: boolean },
): Promise<GivenCode | undefined> {
  const { userId, code, actor, active } = input
  const totp = await findTotp(db, userId)
  if (totp === undefined || totp.active !== active) return undefined
  const { secretSealed } = totp
  const at = unixSeconds(clock)
  return { userId, secretSealed, step: findStep(vault.open(secretSealed), code, at), throttled, actor, at }
}

/** `wrong`: the status of a code that is not accepted. */
export function requireAccepted(verdict: Verdict, wrong: 400 | 401): void {
  if (verdict === 'accepted') return
  if (verdict === 'wrong')
    throw new ServiceError({
      status: wrong,
      code: 'second_factor_wrong',
      detail: 'The code is wrong or was used before.',
    })
  const { waitSeconds } = verdict
  throw rateLimited(`Too many wrong codes; retry in ${waitSeconds} s.`, {
    code: 'too_many_attempts',
    params: { seconds: waitSeconds },
    headers: { 'Retry-After': String(waitSeconds) },
  })
}
