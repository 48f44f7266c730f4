import type { Change, Reader } from '../../db/database.ts'
import type { User } from './user.ts'
import { toUser, USER_COLUMNS, type UserRow } from './user-store.ts'

/** A browser's log-in. Times are Unix seconds. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly provenAt: number
  readonly address: string
  readonly agent: string
}

interface SessionRow {
  readonly session_id: string
  readonly user_id: string
  readonly opened_at: bigint
  readonly last_used_at: bigint
  readonly proven_at: bigint
  readonly address: string
  readonly agent: string
}

const COLUMNS =
  's.id AS session_id, s.user_id, s.created_at AS opened_at, s.last_used_at, s.proven_at, s.address, s.agent'

const toSession = (row: SessionRow): Session => ({
  id: row.session_id,
  userId: row.user_id,
  createdAt: Number(row.opened_at),
  lastUsedAt: Number(row.last_used_at),
  provenAt: Number(row.proven_at),
  address: row.address,
  agent: row.agent,
})

export interface SessionWithUser {
  readonly session: Session
  readonly user: User
  readonly hasPassword: boolean
}

/** Sessions newer than these times are valid. */
export interface SessionLimits {
  readonly usedAfter: number
  readonly createdAfter: number
}

/** Whether session `s` of user `u` is valid; `$1` and `$2` are the `SessionLimits`. */
export const IS_GOOD = 's.token_version = u.token_version AND s.last_used_at > $1 AND s.created_at > $2'

export const findSession = (
  reader: Reader,
  digest: string,
  { usedAfter, createdAfter }: SessionLimits,
): Promise<SessionWithUser | undefined> =>
  reader.first(
    `SELECT ${COLUMNS}, ${USER_COLUMNS.replace(/\w+/g, 'u.$&')}, u.password_hash
     FROM sessions s JOIN users u ON u.id = s.user_id WHERE ${IS_GOOD} AND s.digest = $3`,
    [usedAfter, createdAfter, digest],
    (row: SessionRow & UserRow & { readonly password_hash: string | null }) => ({
      session: toSession(row),
      user: toUser(row),
      hasPassword: row.password_hash !== null,
    }),
  )

/** The newest first. */
export const listSessions = (
  reader: Reader,
  userId: string,
  { usedAfter, createdAfter }: SessionLimits,
): Promise<Session[]> =>
  reader.list(
    `SELECT ${COLUMNS} FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE ${IS_GOOD} AND s.user_id = $3 ORDER BY s.last_used_at DESC, s.id`,
    [usedAfter, createdAfter, userId],
    toSession,
  )

/** As many ids as one statement takes on either database. */
const IDS_A_QUERY = 500

/** Returns which of the ids are still valid. */
export async function listGoodSessions(
  reader: Reader,
  ids: readonly string[],
  { usedAfter, createdAfter }: SessionLimits,
): Promise<ReadonlySet<string>> {
  const good = new Set<string>()
  for (let first = 0; first < ids.length; first += IDS_A_QUERY) {
    const some = ids.slice(first, first + IDS_A_QUERY)
    const found = await reader.list(
      `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
       WHERE ${IS_GOOD} AND s.id IN (${some.map((_, at) => `$${at + 3}`).join(', ')})`,
      [usedAfter, createdAfter, ...some],
      (row: { id: string }) => row.id,
    )
    for (const id of found) good.add(id)
  }
  return good
}

export interface NewSession extends Session {
  readonly digest: string
  readonly tokenVersion: number
}

export const insertSession = (session: NewSession): Change => ({
  sql: `INSERT INTO sessions (id, digest, user_id, token_version, created_at, last_used_at, proven_at, address, agent)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  params: [
    session.id,
    session.digest,
    session.userId,
    session.tokenVersion,
    session.createdAt,
    session.lastUsedAt,
    session.provenAt,
    session.address,
    session.agent,
  ],
  rows: 1,
})

export const setSessionUse = (id: string, at: number): Change => ({
  sql: 'UPDATE sessions SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2',
  params: [id, at],
})

export const setSessionProof = (id: string, at: number): Change => ({
  sql: 'UPDATE sessions SET proven_at = $2 WHERE id = $1',
  params: [id, at],
})

export const deleteSession = (id: string, userId: string): Change => ({
  sql: 'DELETE FROM sessions WHERE id = $1 AND user_id = $2',
  params: [id, userId],
})

/** Deletes the expired sessions of all users. */
export const deleteUnusedSessions = ({ usedAfter }: SessionLimits): Change => ({
  sql: 'DELETE FROM sessions WHERE last_used_at <= $1',
  params: [usedAfter],
})

/** All but the newest. */
export const deleteOldSessionsOf = (userId: string, kept: number): Change => ({
  sql: `DELETE FROM sessions WHERE user_id = $1 AND id NOT IN
        (SELECT id FROM sessions WHERE user_id = $1 ORDER BY last_used_at DESC, id LIMIT $2)`,
  params: [userId, kept],
})
