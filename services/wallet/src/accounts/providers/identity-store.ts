import type { Change, Reader } from '../../db/database.ts'
import type { LinkedIdentity, ProvenIdentity, Voucher } from './identity.ts'

interface IdentityRow {
  readonly id: string
  readonly user_id: string
  readonly provider: Voucher
  readonly subject: string
  readonly label: string
  readonly verified_email: string
  readonly created_at: bigint
  readonly last_used_at: bigint
}

const COLUMNS = 'id, user_id, provider, subject, label, verified_email, created_at, last_used_at'

const toIdentity = (row: IdentityRow): LinkedIdentity => ({
  id: row.id,
  userId: row.user_id,
  provider: row.provider,
  subject: row.subject,
  label: row.label,
  verifiedEmail: row.verified_email,
  createdAt: Number(row.created_at),
  lastUsedAt: Number(row.last_used_at),
})

export const findIdentity = (
  reader: Reader,
  { provider, subject }: Pick<ProvenIdentity, 'provider' | 'subject'>,
): Promise<LinkedIdentity | undefined> =>
  reader.first(
    `SELECT ${COLUMNS} FROM identities WHERE provider = $1 AND subject = $2`,
    [provider, subject],
    toIdentity,
  )

/** In the order in which they were linked. */
export const listIdentities = (reader: Reader, userId: string): Promise<LinkedIdentity[]> =>
  reader.list(`SELECT ${COLUMNS} FROM identities WHERE user_id = $1 ORDER BY seq`, [userId], toIdentity)

/** The account whose own address is verified by another of its linked identities; undefined if there are several. */
export async function findUserByVerifiedEmail(reader: Reader, email: string): Promise<string | undefined> {
  const users = await reader.list(
    `SELECT DISTINCT u.id FROM identities i JOIN users u ON u.id = i.user_id
     WHERE i.verified_email = $1 AND i.verified_email <> '' AND lower(u.email) = $1`,
    [email],
    (row: { id: string }) => row.id,
  )
  return users.length === 1 ? users[0] : undefined
}

/** Fails when the identity already belongs to an account. */
export const insertIdentity = (id: string, userId: string, proven: ProvenIdentity, at: number): Change => ({
  sql: `INSERT INTO identities (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (provider, subject) DO NOTHING`,
  params: [id, userId, proven.provider, proven.subject, proven.label, proven.verifiedEmail, at],
  rows: 1,
})

/** Updates the label and e-mail address that the provider reports now. */
export const setIdentityUse = (id: string, { label, verifiedEmail }: ProvenIdentity, at: number): Change => ({
  sql: 'UPDATE identities SET label = $2, verified_email = $3, last_used_at = $4 WHERE id = $1',
  params: [id, label, verifiedEmail, at],
})

export const deleteIdentity = (id: string): Change => ({
  sql: 'DELETE FROM identities WHERE id = $1',
  params: [id],
  rows: 1,
})
