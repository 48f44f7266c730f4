import { forbidden, notFound } from '@satchel/http/service-error'
import { defineGrant } from '../../access/shown-credential.ts'
import {
  type AccountLink,
  deleteExpiredLinks,
  deleteLink,
  deleteResetLinksOf,
  insertLink,
} from '../../accounts/users/account-link-store.ts'
import { defineCommand } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { requireManageable } from './users-commands.ts'

export interface HandOutLink {
  readonly link: AccountLink
  readonly digest: string
  readonly actor: Actor
}

/** A new reset link ends the earlier ones of the same user. */
export const handOutLink = defineGrant({
  name: 'hand-out-account-link',
  run: async (tx, { link, digest, actor }: HandOutLink): Promise<void> => {
    const { userId, createdAt: at } = link
    await tx.run(deleteExpiredLinks(at))
    if (userId !== undefined) {
      await requireManageable(tx, { userId, actor })
      if (userId === actor.id) throw forbidden('Change your own password in your profile.', { code: 'own_account' })
      await tx.run(deleteResetLinksOf(userId))
    }
    await tx.run(insertLink(link, digest))
    const action = link.kind === 'reset' ? 'reset-link-created' : 'invitation-created'
    const detail = link.kind === 'reset' ? { link: link.id } : { note: link.note }
    await tx.run(noteInAuditLog({ actor, action, subject: userId ?? link.id, detail, at }))
  },
})

export const revokeLink = defineCommand({
  name: 'revoke-account-link',
  run: async (tx, { id, actor, at }: { id: string; actor: Actor; at: number }): Promise<void> => {
    const otherwise = () => notFound('Link not found.', { code: 'link_not_found' })
    await tx.run({ ...deleteLink(id), rows: 1, otherwise })
    await tx.run(noteInAuditLog({ actor, action: 'account-link-revoked', subject: id, at }))
  },
})
