import { badRequest, forbidden, notFound } from '@satchel/http/service-error'
import { endAccess } from '../../access/end-access.ts'
import { defineGrant } from '../../access/shown-credential.ts'
import { applyProfile } from '../../accounts/users/profile-commands.ts'
import { isAdmin, type User } from '../../accounts/users/user.ts'
import { findUser, isLastSuperUser, setDisabled, setRole } from '../../accounts/users/user-store.ts'
import { defineCommand, type Tx } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'

export interface UserChange {
  readonly userId: string
  /** Undefined = unchanged. */
  readonly username?: string | undefined
  readonly email?: string | undefined
  readonly isAdmin?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  /** The super user's name in the environment. */
  readonly fixedUsername: string | undefined
  readonly actor: Actor
  readonly at: number
}

/** Changes a user. The rights of both users are checked in the transaction (rules S408, D12). */
export const changeUser = defineGrant({
  name: 'change-user',
  // Keys of a disabled account are rejected.
  invalidates: 'wallets',
  run: async (tx, change: UserChange): Promise<void> => {
    const user = await requireManageable(tx, change)
    await applyProfile(tx, change)
    await changeRole(tx, user, change)
    await disableOrEnable(tx, user, change)
  },
})

/** Returns the user if this administrator may manage it; only a super user may manage another one. */
export async function requireManageable(
  tx: Tx,
  { userId, actor }: Pick<UserChange, 'userId' | 'actor'>,
): Promise<User> {
  const [by, user] = [await findUser(tx, actor.id), await findUser(tx, userId)]
  if (by === undefined || !isAdmin(by)) throw forbidden('This needs an administrator.', { code: 'admin_required' })
  if (user === undefined) throw notFound('User not found.', { code: 'user_not_found' })
  if (user.role === 'super-user' && by.role !== 'super-user') {
    throw forbidden('Only the super user may change a super user.', { code: 'super_user_required' })
  }
  return user
}

async function changeRole(tx: Tx, user: User, { isAdmin: wanted, actor, at }: UserChange): Promise<void> {
  if (wanted === undefined || wanted === isAdmin(user)) return
  if (await isLastSuperUser(tx, user))
    throw badRequest('Cannot demote the last super user.', { code: 'last_super_user' })
  await tx.run(setRole(user.id, wanted ? 'admin' : 'user'))
  if (!wanted) await endAccess(tx, { event: 'role-lowered', userId: user.id })
  const action = wanted ? 'admin-rights-granted' : 'admin-rights-revoked'
  await tx.run(noteInAuditLog({ actor, action, subject: user.id, at }))
}

/** Disabling ends sessions, tokens, codes and links in the same transaction; keys open nothing until it is enabled. */
async function disableOrEnable(tx: Tx, user: User, { isDisabled: wanted, actor, at }: UserChange): Promise<void> {
  if (wanted === undefined || wanted === user.isDisabled) return
  if (user.id === actor.id) throw forbidden('You cannot disable your own account.', { code: 'own_account' })
  await tx.run(setDisabled(user.id, wanted ? at : undefined))
  await endAccess(tx, { event: wanted ? 'account-disabled' : 'account-enabled', userId: user.id })
  const action = wanted ? 'user-disabled' : 'user-enabled'
  await tx.run(noteInAuditLog({ actor, action, subject: user.id, at }))
}

export interface NoteBalancesRead {
  readonly actor: Actor
  /** The user whose balances were read; '' = a page of the list. */
  readonly subject: string
  readonly users: number
  readonly at: number
}

/** Records in the audit log who has read other users' balances. */
export const noteBalancesRead = defineCommand({
  name: 'note-balances-read',
  run: (tx, { actor, subject, users, at }: NoteBalancesRead) =>
    tx.run(noteInAuditLog({ actor, action: 'balances-read', subject, detail: { users }, at })),
})
