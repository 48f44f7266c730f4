import { badRequest, notFound } from '@satchel/http/service-error'
import { endAccess } from '../../access/end-access.ts'
import { defineGrant, tokenEnded } from '../../access/shown-credential.ts'
import { defineCommand, type Tx } from '../../db/database.ts'
import { refusingDuplicates } from '../../db/unique-violation.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { findLink, useLink } from './account-link-store.ts'
import { linkIsOver } from './account-link-token.ts'
import { nameIsTaken } from './user-commands.ts'
import { findUser, setPassword, setPasswordOf, setProfile, usernameKey } from './user-store.ts'

export interface ProfileChange {
  readonly userId: string
  /** Undefined = unchanged. */
  readonly username?: string | undefined
  readonly email?: string | undefined
  readonly displayName?: string | undefined
  /** The super user's name in the environment. */
  readonly fixedUsername: string | undefined
  readonly actor: Actor
  readonly at: number
}

/** Name, address and display name, by their owner or by an administrator. */
export async function applyProfile(tx: Tx, change: ProfileChange): Promise<void> {
  const { userId, username, email, displayName, actor, at } = change
  const user = await findUser(tx, userId)
  if (user === undefined) throw notFound('User not found.', { code: 'user_not_found' })
  const wanted = { username, email, displayName }
  const fields = (['username', 'email', 'displayName'] as const).filter(
    (field) => wanted[field] !== undefined && wanted[field] !== user[field],
  )
  if (fields.length === 0) return
  if (fields.includes('username')) refuseFixedName(user.username, change)
  const profile = {
    ...user,
    username: username ?? user.username,
    email: email ?? user.email,
    displayName: displayName ?? user.displayName,
  }
  await refusingDuplicates(() => tx.run(setProfile(profile)), nameIsTaken)
  await tx.run(noteInAuditLog({ actor, action: 'profile-changed', subject: userId, detail: { fields }, at }))
}

function refuseFixedName(present: string, { fixedUsername, username }: ProfileChange): void {
  if (fixedUsername === undefined || usernameKey(present) !== usernameKey(fixedUsername)) return
  if (usernameKey(username ?? '') === usernameKey(present)) return
  throw badRequest('SUPER_USER_USERNAME names this user; change it in the environment first.', {
    code: 'username_is_fixed',
  })
}

export const changeProfile = defineGrant({ name: 'change-profile', run: applyProfile })

export interface PasswordChange {
  readonly userId: string
  readonly passwordHash: string
  /** The version at which the password was proven: of two concurrent changes only one succeeds. */
  readonly tokenVersion: number
  /** The requesting session, which stays valid; undefined = requested with an access token. */
  readonly sessionId: string | undefined
  readonly actor: Actor
  readonly at: number
}

/** The same password under another hash: no log-in ends, and only the hash that was compared is replaced. */
export const rehashPassword = defineCommand({
  name: 'rehash-password',
  run: (tx, { userId, before, passwordHash }: { userId: string; before: string; passwordHash: string }) =>
    tx.run({
      sql: 'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
      params: [userId, before, passwordHash],
    }),
})

/** Sets the password and ends every other access of programs and browsers (rule D4). */
export const changePassword = defineCommand({
  name: 'change-password',
  run: async (tx, input: PasswordChange): Promise<void> => {
    const { userId, passwordHash, tokenVersion, sessionId, actor, at } = input
    await tx.run({ ...setPassword(userId, passwordHash, tokenVersion), rows: 1, otherwise: tokenEnded })
    await endAccess(tx, { event: 'new-password', userId, keptSessionId: sessionId })
    await tx.run(noteInAuditLog({ actor, action: 'password-changed', subject: userId, at }))
  },
})

export interface PasswordReset {
  /** Digest of the link's token. */
  readonly digest: string
  readonly passwordHash: string
  /** The client's. */
  readonly address: string
  readonly at: number
}

/**
 * Resets a password by an administrator's link; returns the username. Only one of several concurrent requests succeeds.
 */
export const resetPassword = defineCommand({
  name: 'reset-password',
  run: async (tx, { digest, passwordHash, address, at }: PasswordReset): Promise<string> => {
    const userId = (await findLink(tx, { digest, kind: 'reset', at }))?.userId
    const user = userId === undefined ? undefined : await findUser(tx, userId)
    if (user === undefined) throw linkIsOver()
    await tx.run({ ...useLink(digest, at), otherwise: linkIsOver })
    await tx.run(setPasswordOf(user.id, passwordHash))
    await endAccess(tx, { event: 'reset-by-link', userId: user.id })
    await tx.run(noteInAuditLog({ actor: { id: user.id, address }, action: 'password-reset', subject: user.id, at }))
    return user.username
  },
})

export const endTokens = defineCommand({
  name: 'end-tokens',
  run: async (tx, { actor, at }: { actor: Actor; at: number }): Promise<void> => {
    if ((await findUser(tx, actor.id)) === undefined) throw tokenEnded()
    await endAccess(tx, { event: 'log-out-everywhere', userId: actor.id })
    await tx.run(noteInAuditLog({ actor, action: 'logged-out-everywhere', subject: actor.id, at }))
  },
})
