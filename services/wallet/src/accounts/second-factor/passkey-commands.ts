import { badRequest, notFound } from '@satchel/http/service-error'
import { defineGrant } from '../../access/shown-credential.ts'
import { defineCommand, type Tx } from '../../db/database.ts'
import { refusingDuplicates } from '../../db/unique-violation.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import type { Voucher } from '../providers/identity.ts'
import { listIdentities } from '../providers/identity-store.ts'
import { findUserWithPassword } from '../users/user-store.ts'
import { forgetUnneededCodes, replaceRecoveryCodes } from './recovery-commands.ts'
import {
  countRecoveryCodes,
  insertPasskey,
  listPasskeys,
  type NewPasskey,
  setSecondFactors,
} from './second-factor-store.ts'

const MAX_PASSKEYS = 20

/** A challenge of ours with a valid answer. */
export interface AnsweredChallenge {
  readonly challenge: string
  /** Unix seconds: until then it must be stored. */
  readonly expiresAt: number
}

/** Stores no row when the challenge was used before. */
export const insertUsedChallenge = ({ challenge, expiresAt }: AnsweredChallenge) => ({
  sql: 'INSERT INTO used_challenges (challenge, expires_at) VALUES ($1, $2) ON CONFLICT (challenge) DO NOTHING',
  params: [challenge, expiresAt],
})

/** False = it was used before, in any process. */
export async function useChallenge(tx: Tx, answered: AnsweredChallenge, at: number): Promise<boolean> {
  await tx.run({ sql: 'DELETE FROM used_challenges WHERE expires_at <= $1', params: [at] })
  return (await tx.run(insertUsedChallenge(answered))) === 1
}

export interface AddPasskey {
  readonly passkey: NewPasskey
  readonly answered: AnsweredChallenge
  /** Stored if the account has none, so that losing a passkey does not lock its user out. */
  readonly recoveryDigests: readonly string[]
  readonly actor: Actor
  readonly at: number
}

/** Returns whether the recovery codes were stored. */
export const addPasskey = defineGrant({
  name: 'add-passkey',
  run: async (tx, input: AddPasskey): Promise<boolean> => {
    const { passkey, answered, recoveryDigests, actor, at } = input
    const { userId } = passkey
    if (!(await useChallenge(tx, answered, at)))
      throw badRequest('This challenge was used before.', { code: 'passkey_challenge_used' })
    if ((await listPasskeys(tx, userId)).length >= MAX_PASSKEYS) {
      throw badRequest(`An account has at most ${MAX_PASSKEYS} passkeys.`, {
        code: 'too_many_passkeys',
        params: { max: MAX_PASSKEYS },
      })
    }
    await refusingDuplicates(
      () => tx.run(insertPasskey(passkey)),
      () => badRequest('This passkey is registered already.', { code: 'passkey_exists' }),
    )
    await tx.run(setSecondFactors(userId))
    const codesNeeded = (await countRecoveryCodes(tx, userId)) === 0
    if (codesNeeded) await replaceRecoveryCodes(tx, userId, recoveryDigests)
    const detail = { passkey: passkey.id, name: passkey.name }
    await tx.run(noteInAuditLog({ actor, action: 'passkey-added', subject: userId, detail, at }))
    return codesNeeded
  },
})

export interface UsePasskey {
  readonly id: string
  readonly userId: string
  readonly answered: AnsweredChallenge
  /** As the authenticator counts its uses; 0 = it does not. */
  readonly signCount: number
  readonly backedUp: boolean
  readonly actor: Actor
  readonly at: number
}

export type PasskeyVerdict = 'accepted' | 'used-before' | 'counter-went-back'

/**
 * Accepts a signature once. If an authenticator's counter did not increase, a copy of it exists. Either may have
 * signed, so the signature is rejected and logged.
 */
export const usePasskey = defineCommand({
  name: 'use-passkey',
  run: async (tx, input: UsePasskey): Promise<PasskeyVerdict> => {
    const { id, userId, answered, signCount, backedUp, actor, at } = input
    if (!(await useChallenge(tx, answered, at))) return 'used-before'
    const changed = await tx.run({
      sql: `UPDATE passkeys SET sign_count = $3, backed_up = $4, last_used_at = $5
          WHERE id = $1 AND user_id = $2 AND (sign_count < $3 OR (sign_count = 0 AND $3 = 0))`,
      params: [id, userId, signCount, backedUp ? 1 : 0, at],
    })
    if (changed === 1) return 'accepted'
    const detail = { passkey: id, counter: signCount }
    await tx.run(noteInAuditLog({ actor, action: 'passkey-counter-went-back', subject: userId, detail, at }))
    return 'counter-went-back'
  },
})

export interface RemovePasskey {
  readonly id: string
  readonly userId: string
  /** Other log-in methods that this service allows: removing the last passkey requires one of them. */
  readonly open: { readonly vouchers: readonly Voucher[]; readonly password: boolean }
  readonly actor: Actor
  readonly at: number
}

export const removePasskey = defineGrant({
  name: 'remove-passkey',
  run: async (tx, input: RemovePasskey): Promise<void> => {
    const { id, userId, open, actor, at } = input
    await tx.run({
      sql: 'DELETE FROM passkeys WHERE id = $1 AND user_id = $2',
      params: [id, userId],
      rows: 1,
      otherwise: () => notFound('Passkey not found.', { code: 'passkey_not_found' }),
    })
    if ((await listPasskeys(tx, userId)).length === 0) await requireOtherWayIn(tx, userId, open)
    await tx.run(setSecondFactors(userId))
    await forgetUnneededCodes(tx, userId)
    await tx.run(noteInAuditLog({ actor, action: 'passkey-removed', subject: userId, detail: { passkey: id }, at }))
  },
})

/** A user id alone does not count as a log-in method. */
async function requireOtherWayIn(tx: Tx, userId: string, open: RemovePasskey['open']): Promise<void> {
  const owner = await findUserWithPassword(tx, userId)
  if (open.password && owner?.passwordHash !== undefined) return
  const identities = await listIdentities(tx, userId)
  if (identities.some(({ provider }) => open.vouchers.includes(provider))) return
  throw badRequest('This passkey is your only way to log in; set a password or link an identity first.', {
    code: 'only_way_in',
  })
}
