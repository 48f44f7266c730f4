import { type ServiceError, unauthenticated } from '@satchel/http/service-error'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import type { ChallengePurpose, Challenges } from './challenges.ts'
import { checkLogin } from './passkey-ceremony.ts'
import { usePasskey } from './passkey-commands.ts'
import { requireRelyingParty } from './relying-party.ts'
import { findPasskey } from './second-factor-store.ts'

export interface PasskeyDeps {
  readonly db: Database
  readonly clock: Clock
  readonly challenges: Challenges
  /** Passkeys are permanently bound to its host. */
  readonly publicUrl: string
}

export interface PasskeyProof {
  readonly response: AuthenticationResponseJSON
  readonly purpose: ChallengePurpose
  /** Undefined = the passkey names the user; it must then have verified its user, and counts as both factors. */
  readonly userId: string | undefined
  readonly address: string
}

/** Accepts a passkey's answer once and returns its user's id; throws 401 for any failure. */
export async function provePasskey(deps: PasskeyDeps, proof: PasskeyProof): Promise<string> {
  const { db, clock, challenges } = deps
  const { response, purpose, userId, address } = proof
  const party = requireRelyingParty(deps.publicUrl)
  const passkey = await findPasskey(db, response.id)
  if (passkey === undefined || (userId !== undefined && passkey.userId !== userId)) throw notAccepted()
  const requireUserVerification = userId === undefined
  const checked = await checkLogin({ party, challenges, purpose, requireUserVerification }, passkey, response)
  if (checked === undefined) throw notAccepted()
  const verdict = await db.transact(usePasskey, {
    ...checked,
    id: passkey.id,
    userId: passkey.userId,
    actor: { id: passkey.userId, address },
    at: unixSeconds(clock),
  })
  if (verdict !== 'accepted') throw notAccepted()
  return passkey.userId
}

const notAccepted = (): ServiceError =>
  unauthenticated('The passkey was not accepted.', { code: 'passkey_not_accepted' })
