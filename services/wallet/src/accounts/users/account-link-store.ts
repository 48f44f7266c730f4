import type { Change, Reader } from '../../db/database.ts'

export type AccountLinkKind = 'invitation' | 'reset'

/** A single-use link that opens an account or resets a password. Times are Unix seconds. */
export interface AccountLink {
  readonly id: string
  readonly kind: AccountLinkKind
  /** The user whose password it resets; undefined for an invitation. */
  readonly userId: string | undefined
  readonly note: string
  readonly createdBy: string
  readonly createdAt: number
  readonly expiresAt: number
}

interface LinkRow {
  readonly id: string
  readonly kind: AccountLinkKind
  readonly user_id: string | null
  readonly note: string
  readonly created_by: string
  readonly created_at: bigint
  readonly expires_at: bigint
}

const COLUMNS = 'id, kind, user_id, note, created_by, created_at, expires_at'

const toLink = (row: LinkRow): AccountLink => ({
  id: row.id,
  kind: row.kind,
  userId: row.user_id ?? undefined,
  note: row.note,
  createdBy: row.created_by,
  createdAt: Number(row.created_at),
  expiresAt: Number(row.expires_at),
})

/**
 * The administrator who made it must still be one, and enabled; and a super user if the password belongs to a super
 * user now. Checked whenever the link is used, because roles change.
 */
const IS_GOOD = `expires_at > $1
  AND created_by IN (SELECT id FROM users WHERE role <> 'user' AND disabled_at IS NULL)
  AND (user_id IS NULL OR user_id NOT IN (SELECT id FROM users WHERE role = 'super-user')
    OR created_by IN (SELECT id FROM users WHERE role = 'super-user' AND disabled_at IS NULL))`

/** The link, if it can still be used. */
export const findLink = (
  reader: Reader,
  { digest, kind, at }: { readonly digest: string; readonly kind: AccountLinkKind; readonly at: number },
): Promise<AccountLink | undefined> =>
  reader.first(
    `SELECT ${COLUMNS} FROM account_links WHERE ${IS_GOOD} AND digest = $2 AND kind = $3`,
    [at, digest, kind],
    toLink,
  )

/** Links that can still be used, the newest first. */
export const listLinks = (reader: Reader, at: number): Promise<AccountLink[]> =>
  reader.list(
    `SELECT ${COLUMNS} FROM account_links WHERE ${IS_GOOD} ORDER BY created_at DESC, id LIMIT 1000`,
    [at],
    toLink,
  )

export const insertLink = (link: AccountLink, digest: string): Change => ({
  sql: `INSERT INTO account_links (id, digest, kind, user_id, note, created_by, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  params: [link.id, digest, link.kind, link.userId ?? null, link.note, link.createdBy, link.createdAt, link.expiresAt],
  rows: 1,
})

/** Uses up the link: of several concurrent requests only one deletes it. */
export const useLink = (digest: string, at: number): Change => ({
  sql: `DELETE FROM account_links WHERE ${IS_GOOD} AND digest = $2`,
  params: [at, digest],
  rows: 1,
})

export const deleteLink = (id: string): Change => ({ sql: 'DELETE FROM account_links WHERE id = $1', params: [id] })

export const deleteResetLinksOf = (userId: string): Change => ({
  sql: 'DELETE FROM account_links WHERE user_id = $1',
  params: [userId],
})

export const deleteExpiredLinks = (at: number): Change => ({
  sql: 'DELETE FROM account_links WHERE expires_at <= $1',
  params: [at],
})
