import { badRequest, ServiceError } from '@satchel/http/service-error'
import { applyProfile } from '../../accounts/users/profile-commands.ts'
import { isAdmin } from '../../accounts/users/user.ts'
import { findUser, isLastSuperUser, setRole } from '../../accounts/users/user-store.ts'
import { defineCommand } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'

export interface UserChange {
  readonly userId: string
  /** Undefined = as it is. */
  readonly username?: string | undefined
  readonly email?: string | undefined
  readonly isAdmin?: boolean | undefined
  /** The super user's name in the environment. */
  readonly fixedUsername: string | undefined
  readonly actor: Actor
  readonly at: number
}

/** What an administrator may change; the rights of both are those of this moment (rules S408, D12). */
export const changeUser = defineCommand({
  name: 'change-user',
  run: async (tx, change: UserChange): Promise<void> => {
    const { userId, actor, at } = change
    const [by, user] = [await findUser(tx, actor.id), await findUser(tx, userId)]
    if (by === undefined || !isAdmin(by))
      throw new ServiceError('forbidden', 'This needs an administrator.', [], { word: 'admin_required' })
    if (user === undefined) throw new ServiceError('not_found', 'User not found.', [], { word: 'user_not_found' })
    if (user.role === 'super-user' && by.role !== 'super-user') {
      throw new ServiceError('forbidden', 'Only the super user may change a super user.', [], {
        word: 'super_user_required',
      })
    }
    await applyProfile(tx, change)
    if (change.isAdmin === undefined || change.isAdmin === isAdmin(user)) return
    if (await isLastSuperUser(tx, user))
      throw badRequest('Cannot demote the last super user.', { word: 'last_super_user' })
    await tx.run(setRole(userId, change.isAdmin ? 'admin' : 'user'))
    const action = change.isAdmin ? 'admin-rights-granted' : 'admin-rights-revoked'
    await tx.run(noteInAuditLog({ actor, action, subject: userId, at }))
  },
})
