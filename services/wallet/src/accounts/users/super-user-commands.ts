import { endAccess } from '../../access/end-access.ts'
import { defineCommand, type Tx } from '../../db/database.ts'
import { type AuditEntry, noteInAuditLog } from '../../events/audit-log.ts'
import { insertKeys, type SealedKeys, setSealedKeys } from '../../wallets/wallet-store.ts'
import type { Role } from './user.ts'
import { addUser, type CreateUser } from './user-commands.ts'
import { setDisabled, setPasswordHash, setRole, usernameKey } from './user-store.ts'

export interface EnsureSuperUser extends CreateUser {
  /** The super user has this password already. */
  readonly keepPassword: boolean
  /** The operator wants an account that is no super user to become one. */
  readonly takeOver: boolean
  /** New keys for the wallets of an account that is taken over, by wallet. */
  readonly walletKeys: Readonly<Record<string, SealedKeys>>
}

export interface SuperUserSetUp {
  /** `not-super-user`: nothing changed. `wallets-changed`: nothing changed, because a wallet has no keys prepared. */
  readonly outcome: 'made' | 'kept' | 'taken-over' | 'not-super-user' | 'wallets-changed'
  /** The names of earlier super users. */
  readonly former: readonly string[]
}

/**
 * Makes the super user that the environment names, or sets its password. An account without the right becomes the super
 * user only by a take-over (decision 0090): anyone may have registered the name.
 */
export const ensureSuperUser = defineCommand({
  name: 'ensure-super-user',
  // A take-over ends the keys of the account.
  invalidates: 'wallets',
  run: async (tx, input: EnsureSuperUser): Promise<SuperUserSetUp> => {
    const existing = await tx.first(
      'SELECT id, role FROM users WHERE username_key = $1',
      [usernameKey(input.user.username)],
      (row: { id: string; role: Role }) => row,
    )
    const outcome = await ensure(tx, existing, input)
    if (outcome === 'not-super-user' || outcome === 'wallets-changed') return { outcome, former: [] }
    return { outcome, former: await lowerFormer(tx, existing?.id ?? input.user.id, input.note) }
  },
})

async function ensure(
  tx: Tx,
  existing: { readonly id: string; readonly role: Role } | undefined,
  input: EnsureSuperUser,
): Promise<SuperUserSetUp['outcome']> {
  if (existing === undefined) {
    await addUser(tx, input)
    return 'made'
  }
  if (existing.role !== 'super-user' && !input.takeOver) return 'not-super-user'
  // Every other super user loses the right: a disabled one would lock the operator out.
  await tx.run(setDisabled(existing.id, undefined))
  if (existing.role === 'super-user') {
    if (!input.keepPassword) await changePassword(tx, existing.id, input)
    return 'kept'
  }
  return takeOver(tx, existing.id, input)
}

async function changePassword(tx: Tx, id: string, { user, note }: EnsureSuperUser): Promise<void> {
  await endAccess(tx, { event: 'new-password', userId: id })
  await tx.run(setPasswordHash(id, user.passwordHash))
  await tx.run(noteInAuditLog({ ...note, action: 'password-changed', subject: id }))
}

/** Leaves the operator's password as the only way in, and the wallets with new keys. */
async function takeOver(tx: Tx, id: string, input: EnsureSuperUser): Promise<SuperUserSetUp['outcome']> {
  const { user, note, walletKeys } = input
  const walletIds = await tx.list(
    'SELECT id FROM wallets WHERE user_id = $1 AND closed_at IS NULL',
    [id],
    (row: { id: string }) => row.id,
  )
  const keys = walletIds.map((walletId) => [walletId, walletKeys[walletId]] as const)
  if (keys.some(([, prepared]) => prepared === undefined)) return 'wallets-changed'
  await endAccess(tx, { event: 'account-promoted', userId: id })
  for (const [walletId, prepared] of keys) {
    if (prepared === undefined) continue
    await tx.run({ ...setSealedKeys(walletId, prepared), rows: 1 })
    await tx.run(insertKeys(walletId, prepared))
  }
  await tx.run(setRole(id, 'super-user'))
  await tx.run(setPasswordHash(id, user.passwordHash))
  await tx.run(noteInAuditLog({ ...note, action: 'super-user-named', subject: id, detail: { taken_over: true } }))
  return 'taken-over'
}

/** The environment names one super user: an earlier one with another name loses the role. */
async function lowerFormer(tx: Tx, superUserId: string, note: AuditEntry): Promise<readonly string[]> {
  const former = await tx.list(
    `SELECT id, username FROM users WHERE role = 'super-user' AND id <> $1 ORDER BY created_at, id`,
    [superUserId],
    (row: { id: string; username: string }) => row,
  )
  for (const { id } of former) {
    await tx.run(setRole(id, 'user'))
    await endAccess(tx, { event: 'role-lowered', userId: id })
    await tx.run(noteInAuditLog({ ...note, action: 'admin-rights-revoked', subject: id }))
  }
  return former.map(({ username }) => username)
}
