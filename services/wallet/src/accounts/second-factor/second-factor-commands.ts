import { forbidden, notFound } from '@satchel/http/service-error'
import { endAccess } from '../../access/end-access.ts'
import { defineGrant } from '../../access/shown-credential.ts'
import { type Command } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { findUser } from '../users/user-store.ts'
import { addPasskey, removePasskey, usePasskey } from './passkey-commands.ts'
import { renewRecoveryCodes, useRecoveryCode } from './recovery-commands.ts'
import { deleteSecondFactors, setSecondFactors } from './second-factor-store.ts'
import { activateTotp, prepareTotp, removeTotp, useTotp } from './totp-commands.ts'

export interface RemoveSecondFactor {
  readonly userId: string
  readonly actor: Actor
  readonly at: number
}

/** An administrator removes the factors of a user who lost them all. Ends issued tokens: a thief may hold them. */
export const removeSecondFactor = defineGrant({
  name: 'remove-second-factor',
  run: async (tx, { userId, actor, at }: RemoveSecondFactor): Promise<void> => {
    const user = await findUser(tx, userId)
    if (user === undefined) throw notFound('User not found.', { code: 'user_not_found' })
    // Must not bypass the proof that the profile requires.
    if (userId === actor.id)
      throw forbidden('Remove your own second factor in your profile.', { code: 'own_second_factor' })
    if (user.role === 'super-user' && (await findUser(tx, actor.id))?.role !== 'super-user') {
      throw forbidden('Only a super user may remove the second factor of a super user.', {
        code: 'super_user_required',
      })
    }
    for (const change of deleteSecondFactors(userId)) await tx.run(change)
    await tx.run(setSecondFactors(userId))
    await endAccess(tx, { event: 'second-factor-removed', userId })
    const detail = { second_factor: user.secondFactors }
    await tx.run(noteInAuditLog({ actor, action: 'second-factor-removed', subject: userId, detail, at }))
  },
})

/** For the table of all commands. */
export const SECOND_FACTOR_COMMANDS: readonly Command<never, unknown>[] = [
  activateTotp,
  addPasskey,
  prepareTotp,
  removePasskey,
  removeSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  usePasskey,
  useRecoveryCode,
  useTotp,
]
