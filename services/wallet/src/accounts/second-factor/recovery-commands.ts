import { defineGrant } from '../../access/shown-credential.ts'
import { defineCommand, type Tx } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'

/** A new set; the old one is invalid. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, digests: readonly string[]): Promise<void> {
  await tx.run({ sql: 'DELETE FROM recovery_codes WHERE user_id = $1', params: [userId] })
  for (const digest of digests) {
    await tx.run({
      sql: 'INSERT INTO recovery_codes (user_id, digest) VALUES ($1, $2)',
      params: [userId, digest],
      rows: 1,
    })
  }
}

/** Each code is good once. */
export async function takeRecoveryCode(tx: Tx, userId: string, digest: string): Promise<'accepted' | 'wrong'> {
  const taken = await tx.run({
    sql: 'DELETE FROM recovery_codes WHERE user_id = $1 AND digest = $2',
    params: [userId, digest],
  })
  return taken === 1 ? 'accepted' : 'wrong'
}

/** With the last second factor its recovery codes end. */
export async function forgetUnneededCodes(tx: Tx, userId: string): Promise<void> {
  await tx.run({
    sql: `DELETE FROM recovery_codes WHERE user_id = $1
          AND EXISTS (SELECT 1 FROM users WHERE id = $1 AND second_factors = '')`,
    params: [userId],
  })
}

export interface RecoveryCodeUse {
  readonly userId: string
  readonly digest: string
  readonly actor: Actor
  readonly at: number
}

export const useRecoveryCode = defineCommand({
  name: 'use-recovery-code',
  run: async (tx, { userId, digest, actor, at }: RecoveryCodeUse): Promise<'accepted' | 'wrong'> => {
    const verdict = await takeRecoveryCode(tx, userId, digest)
    if (verdict === 'accepted') {
      await tx.run(noteInAuditLog({ actor, action: 'recovery-code-used', subject: userId, at }))
    }
    return verdict
  },
})

export interface NewRecoveryCodes {
  readonly userId: string
  readonly digests: readonly string[]
  readonly actor: Actor
  readonly at: number
}

export const renewRecoveryCodes = defineGrant({
  name: 'renew-recovery-codes',
  run: async (tx, { userId, digests, actor, at }: NewRecoveryCodes): Promise<void> => {
    await replaceRecoveryCodes(tx, userId, digests)
    await tx.run(noteInAuditLog({ actor, action: 'recovery-codes-renewed', subject: userId, at }))
  },
})
