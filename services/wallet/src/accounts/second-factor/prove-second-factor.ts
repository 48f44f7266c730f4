import { unauthenticated } from '@satchel/http/service-error'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Static } from 'typebox'
import { unixSeconds } from '../../base/clock.ts'
import type { User } from '../users/user.ts'
import { oneOf } from './one-of.ts'
import { type PasskeyDeps, provePasskey } from './prove-passkey.ts'
import { proveTotp, type TotpDeps } from './prove-totp.ts'
import { digestRecoveryCode } from './recovery-codes.ts'
import { useRecoveryCode } from './recovery-commands.ts'
import type { PasskeyCredential } from './second-factor-schemas.ts'

/** Exactly one of them. */
export interface SecondFactorProofs {
  readonly totp?: string
  readonly recovery_code?: string
  readonly passkey?: Static<typeof PasskeyCredential>
}

export type SecondFactorProofDeps = TotpDeps & PasskeyDeps

/** Accepts a second factor of the user once, or throws. */
export async function proveSecondFactor(
  deps: SecondFactorProofDeps,
  user: User,
  proofs: SecondFactorProofs,
  address: string,
): Promise<void> {
  const { db, clock } = deps
  const { totp = '', recovery_code: recoveryCode = '', passkey } = proofs
  const actor = { id: user.id, address }
  const kind = oneOf(proofs, ['totp', 'recovery_code', 'passkey'])
  if (kind === 'totp') return proveTotp(deps, user.id, totp, actor)
  if (kind === 'passkey' && passkey !== undefined) {
    const purpose = `second-factor ${user.id}` as const
    await provePasskey(deps, { response: toResponse(passkey), purpose, userId: user.id, address })
    return
  }
  // Not throttled by account: 80 random bits cannot be guessed, and the owner may need a code during an attack.
  const digest = digestRecoveryCode(recoveryCode)
  const verdict = await db.transact(useRecoveryCode, { userId: user.id, digest, actor, at: unixSeconds(clock) })
  if (verdict === 'wrong')
    throw unauthenticated('The recovery code is wrong or was used before.', { code: 'recovery_code_wrong' })
}

/** Browsers send null where the library expects undefined. */
export function toResponse({ response, ...credential }: Static<typeof PasskeyCredential>): AuthenticationResponseJSON {
  const { userHandle, ...rest } = response
  return { ...credential, response: { ...rest, ...(typeof userHandle === 'string' && { userHandle }) } }
}
