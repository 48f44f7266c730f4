import { defineGrant } from '../../access/shown-credential.ts'
import { IS_GOOD, type SessionLimits } from '../../accounts/users/session-store.ts'
import { defineCommand, type Reader } from '../../db/database.ts'

/** A browser that shows messages. */
export interface PushSubscription {
  readonly id: string
  readonly userId: string
  readonly sessionId: string | undefined
  readonly digest: string
  readonly sealed: string
  readonly locale: string
  readonly createdAt: number
}

/** More devices than a person has; above it the oldest is deleted. */
const MAX_OF_USER = 20

/** A browser that subscribes again, also for another user, replaces its earlier subscription. */
export const addSubscription = defineGrant({
  name: 'add-push-subscription',
  run: async (tx, one: PushSubscription) => {
    await tx.run({ sql: 'DELETE FROM push_subscriptions WHERE digest = $1', params: [one.digest] })
    await tx.run({
      sql: `DELETE FROM push_subscriptions WHERE user_id = $1 AND id IN (
              SELECT id FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at DESC, id LIMIT 1000 OFFSET $2)`,
      params: [one.userId, MAX_OF_USER - 1],
    })
    await tx.run({
      sql: `INSERT INTO push_subscriptions (id, user_id, session_id, digest, sealed, locale, created_at, token_version)
            VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT token_version FROM users WHERE id = $2))`,
      params: [one.id, one.userId, one.sessionId ?? null, one.digest, one.sealed, one.locale, one.createdAt],
      rows: 1,
    })
  },
})

export const removeSubscription = defineCommand({
  name: 'remove-push-subscription',
  run: (tx, { digest, userId }: { digest: string; userId: string }) =>
    tx.run({ sql: 'DELETE FROM push_subscriptions WHERE digest = $1 AND user_id = $2', params: [digest, userId] }),
})

/** Deletes a subscription that the push service reports as gone. */
export const dropSubscription = defineCommand({
  name: 'drop-push-subscription',
  run: (tx, { id }: { id: string }) => tx.run({ sql: 'DELETE FROM push_subscriptions WHERE id = $1', params: [id] }),
})

/** Undefined when it or the session that made it has ended; if a token made it, when the tokens of its user were revoked. */
export const findSubscription = (
  reader: Reader,
  id: string,
  { usedAfter, createdAfter }: SessionLimits,
): Promise<{ readonly sealed: string; readonly locale: string } | undefined> =>
  reader.first(
    `SELECT p.sealed, p.locale FROM push_subscriptions p JOIN users u ON u.id = p.user_id
     WHERE p.id = $3 AND (p.session_id IS NULL AND p.token_version = u.token_version
       OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = p.session_id AND ${IS_GOOD}))`,
    [usedAfter, createdAfter, id],
    (row: { sealed: string; locale: string }) => row,
  )

export const SUBSCRIPTION_COMMANDS = [addSubscription, dropSubscription, removeSubscription]
