import { type Change, defineCommand, type Reader } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'

/** The profile's address, if a mailed code or a provider has proven that the account owns it. */
export const findVerifiedEmail = (reader: Reader, userId: string): Promise<string | undefined> =>
  reader.first(
    `SELECT email FROM users u WHERE id = $1 AND email <> '' AND (
       EXISTS (SELECT 1 FROM verified_emails v WHERE v.user_id = u.id AND v.email = u.email)
       OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = u.id AND i.verified_email = lower(u.email)))`,
    [userId],
    (row: { email: string }) => row.email,
  )

export interface EmailProof {
  readonly userId: string
  readonly email: string
  readonly actor: Actor
  readonly at: number
}

export const noteVerifiedEmail = defineCommand({
  name: 'note-verified-email',
  run: async (tx, { userId, email, actor, at }: EmailProof): Promise<void> => {
    await tx.run(setVerifiedEmail(userId, email, at))
    await tx.run(noteInAuditLog({ actor, action: 'email-verified', subject: userId, at }))
  },
})

const setVerifiedEmail = (userId: string, email: string, at: number): Change => ({
  sql: `INSERT INTO verified_emails (user_id, email, at) VALUES ($1, $2, $3)
        ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, at = excluded.at`,
  params: [userId, email, at],
  rows: 1,
})
