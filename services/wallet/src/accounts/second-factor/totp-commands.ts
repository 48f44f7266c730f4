import { badRequest, type ServiceError } from '@satchel/http/service-error'
import { defineGrant } from '../../access/shown-credential.ts'
import { defineCommand, type Tx } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { forgetUnneededCodes, replaceRecoveryCodes, takeRecoveryCode } from './recovery-commands.ts'
import { setSecondFactors } from './second-factor-store.ts'

/** Wrong codes without a delay; each further one doubles the wait, up to an hour. */
const FREE_WRONG_CODES = 5
const FIRST_WAIT_SECONDS = 5
const MAX_WAIT_SECONDS = 3600

export interface GivenCode {
  readonly userId: string
  /** The secret that the code was compared with: it may have been replaced meanwhile. */
  readonly secretSealed: string
  /** The time step of the code; undefined = of no step near now. */
  readonly step: number | undefined
  /** False where the operator has switched off every limit (SERVICE_RATE_LIMIT_NO=0). */
  readonly throttled: boolean
  readonly actor: Actor
  readonly at: number
}

export type Verdict = 'accepted' | 'wrong' | { readonly waitSeconds: number }

/**
 * Judges and counts in one transaction, with any concurrency: a code is accepted once, and of many concurrent guesses
 * only the first few are checked. Recovery codes and passkeys never wait.
 */
async function judge(tx: Tx, given: GivenCode, active: boolean): Promise<Verdict> {
  const { userId, at } = given
  const found = await tx.first(
    `SELECT last_step, wrong_codes, wait_until FROM totp
     WHERE user_id = $1 AND secret_sealed = $2 AND active_at IS ${active ? 'NOT NULL' : 'NULL'}`,
    [userId, given.secretSealed],
    (row: { last_step: bigint; wrong_codes: bigint; wait_until: bigint }) => ({
      lastStep: Number(row.last_step),
      wrongCodes: Number(row.wrong_codes),
      waitUntil: Number(row.wait_until),
    }),
  )
  if (found === undefined) return 'wrong'
  if (given.throttled && found.waitUntil > at) return { waitSeconds: found.waitUntil - at }
  if (given.step === undefined || given.step <= found.lastStep) {
    const wrongCodes = found.wrongCodes + 1
    await tx.run({
      sql: 'UPDATE totp SET wrong_codes = $2, wait_until = $3 WHERE user_id = $1',
      params: [userId, wrongCodes, at + waitSecondsAfter(wrongCodes)],
      rows: 1,
    })
    return 'wrong'
  }
  await tx.run({
    sql: 'UPDATE totp SET last_step = $2, wrong_codes = 0, wait_until = 0 WHERE user_id = $1',
    params: [userId, given.step],
    rows: 1,
  })
  return 'accepted'
}

export const waitSecondsAfter = (wrongCodes: number): number =>
  wrongCodes < FREE_WRONG_CODES
    ? 0
    : Math.min(FIRST_WAIT_SECONDS * 2 ** (wrongCodes - FREE_WRONG_CODES), MAX_WAIT_SECONDS)

export const useTotp = defineCommand({ name: 'use-totp', run: (tx, given: GivenCode) => judge(tx, given, true) })

/** Stores a secret that is inactive until a first code proves that the app has it. */
export const prepareTotp = defineCommand({
  name: 'prepare-totp',
  run: (tx, input: { userId: string; secretSealed: string }) =>
    tx.run({
      sql: `INSERT INTO totp (user_id, secret_sealed) VALUES ($1, $2)
          ON CONFLICT (user_id) DO UPDATE
          SET secret_sealed = excluded.secret_sealed, last_step = 0, wrong_codes = 0, wait_until = 0
          WHERE totp.active_at IS NULL`,
      params: [input.userId, input.secretSealed],
      rows: 1,
      otherwise: () => badRequest('An authenticator app is set up already: remove it first.', { code: 'totp_exists' }),
    }),
})

/** From here on every log-in asks for a second factor. */
export const activateTotp = defineGrant({
  name: 'activate-totp',
  run: async (
    tx,
    { code, recoveryDigests }: { code: GivenCode; recoveryDigests: readonly string[] },
  ): Promise<Verdict> => {
    const { userId, actor, at } = code
    const verdict = await judge(tx, code, false)
    if (verdict !== 'accepted') return verdict
    await tx.run({ sql: 'UPDATE totp SET active_at = $2 WHERE user_id = $1', params: [userId, at], rows: 1 })
    await tx.run(setSecondFactors(userId))
    await replaceRecoveryCodes(tx, userId, recoveryDigests)
    await tx.run(noteInAuditLog({ actor, action: 'totp-activated', subject: userId, at }))
    return verdict
  },
})

export type Removal = { readonly code: GivenCode } | { readonly recoveryDigest: string }

/** Requires a code of the app, or a recovery code. */
export const removeTotp = defineGrant({
  name: 'remove-totp',
  run: async (tx, input: { userId: string; proof: Removal; actor: Actor; at: number }): Promise<Verdict> => {
    const { userId, proof, actor, at } = input
    const verdict =
      'code' in proof ? await judge(tx, proof.code, true) : await takeRecoveryCode(tx, userId, proof.recoveryDigest)
    if (verdict !== 'accepted') return verdict
    await tx.run({ sql: 'DELETE FROM totp WHERE user_id = $1', params: [userId], rows: 1, otherwise: notSetUp })
    await tx.run(setSecondFactors(userId))
    await forgetUnneededCodes(tx, userId)
    await tx.run(noteInAuditLog({ actor, action: 'totp-removed', subject: userId, at }))
    return verdict
  },
})

export const notSetUp = (): ServiceError => badRequest('No authenticator app is set up.', { code: 'totp_not_set_up' })
