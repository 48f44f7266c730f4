import type { Change, Reader } from '../db/database.ts'
import type { Role, User } from './user.ts'

interface UserRow {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly display_name: string
  readonly role: Role
  readonly token_version: bigint
  readonly created_at: bigint
}

const COLUMNS = 'id, username, email, display_name, role, token_version, created_at'

const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  displayName: row.display_name,
  role: row.role,
  tokenVersion: Number(row.token_version),
  createdAt: Number(row.created_at),
})

/** Names are the same whatever their case. */
export const usernameKey = (username: string): string => username.toLowerCase()

export const findUser = (reader: Reader, id: string): Promise<User | undefined> =>
  reader.first(`SELECT ${COLUMNS} FROM users WHERE id = $1`, [id], toUser)

export const findUserByName = (
  reader: Reader,
  username: string,
): Promise<{ readonly user: User; readonly passwordHash: string | undefined } | undefined> =>
  reader.first(
    `SELECT ${COLUMNS}, password_hash FROM users WHERE username_key = $1`,
    [usernameKey(username)],
    (row: UserRow & { password_hash: string | null }) => ({
      user: toUser(row),
      passwordHash: row.password_hash ?? undefined,
    }),
  )

export interface NewUser {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly passwordHash: string | null
  readonly role: Role
  readonly at: number
}

export const insertUser = (user: NewUser): Change => ({
  sql: `INSERT INTO users (id, username, username_key, email, password_hash, role, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  params: [user.id, user.username, usernameKey(user.username), user.email, user.passwordHash, user.role, user.at],
  rows: 1,
})
