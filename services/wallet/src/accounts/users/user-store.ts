import type { Change, Reader } from '../../db/database.ts'
import { searchIn } from '../../db/search-in.ts'
import type { Role, SecondFactorKind, User } from './user.ts'

export interface UserRow {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly display_name: string
  readonly role: Role
  readonly token_version: bigint
  readonly second_factors: string
  readonly created_at: bigint
}

export const USER_COLUMNS = 'id, username, email, display_name, role, token_version, second_factors, created_at'

export const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  displayName: row.display_name,
  role: row.role,
  tokenVersion: Number(row.token_version),
  secondFactors: row.second_factors.split(' ').filter((kind) => kind !== '') as SecondFactorKind[],
  createdAt: Number(row.created_at),
})

/** Names are compared case-insensitively. */
export const usernameKey = (username: string): string => username.toLowerCase()

export const findUser = (reader: Reader, id: string): Promise<User | undefined> =>
  reader.first(`SELECT ${USER_COLUMNS} FROM users WHERE id = $1`, [id], toUser)

interface UserWithPassword {
  readonly user: User
  readonly passwordHash: string | undefined
}

const toUserWithPassword = (row: UserRow & { readonly password_hash: string | null }): UserWithPassword => ({
  user: toUser(row),
  passwordHash: row.password_hash ?? undefined,
})

export const findUserByName = (reader: Reader, username: string): Promise<UserWithPassword | undefined> =>
  reader.first(
    `SELECT ${USER_COLUMNS}, password_hash FROM users WHERE username_key = $1`,
    [usernameKey(username)],
    toUserWithPassword,
  )

export const findUserWithPassword = (reader: Reader, id: string): Promise<UserWithPassword | undefined> =>
  reader.first(`SELECT ${USER_COLUMNS}, password_hash FROM users WHERE id = $1`, [id], toUserWithPassword)

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

/** As it is read back after it was inserted. */
export const asInserted = ({ id, username, email, role, at }: NewUser): User => ({
  id,
  username,
  email,
  displayName: '',
  role,
  tokenVersion: 1,
  secondFactors: [],
  createdAt: at,
})

export const setProfile = (user: Pick<User, 'id' | 'username' | 'email' | 'displayName'>): Change => ({
  sql: 'UPDATE users SET username = $2, username_key = $3, email = $4, display_name = $5 WHERE id = $1',
  params: [user.id, user.username, usernameKey(user.username), user.email, user.displayName],
  rows: 1,
})

/** Only while the tokens are of that version; ends them. */
export const setPassword = (id: string, passwordHash: string, tokenVersion: number): Change => ({
  sql: 'UPDATE users SET password_hash = $2, token_version = token_version + 1 WHERE id = $1 AND token_version = $3',
  params: [id, passwordHash, tokenVersion],
})

/** Revokes all earlier tokens. */
export const raiseTokenVersion = (id: string): Change => ({
  sql: 'UPDATE users SET token_version = token_version + 1 WHERE id = $1',
  params: [id],
})

/** Revokes the tokens of the old role. */
export const setRole = (id: string, role: Role): Change => ({
  sql: 'UPDATE users SET role = $2, token_version = token_version + 1 WHERE id = $1',
  params: [id, role],
  rows: 1,
})

/** Whether it is the only one: then it stays. */
export const isLastSuperUser = async (reader: Reader, user: Pick<User, 'id' | 'role'>): Promise<boolean> =>
  user.role === 'super-user' &&
  (await reader.first(
    `SELECT id FROM users WHERE role = 'super-user' AND id <> $1 LIMIT 1`,
    [user.id],
    (row) => row,
  )) === undefined

export interface CountedUser {
  readonly user: User
  /** Open ones. */
  readonly walletCount: number
}

const COUNTED = `${USER_COLUMNS},
  (SELECT count(*) FROM wallets WHERE user_id = users.id AND closed_at IS NULL) AS wallet_count`

const toCountedUser = (row: UserRow & { readonly wallet_count: bigint }): CountedUser => ({
  user: toUser(row),
  walletCount: Number(row.wallet_count),
})

export const findCountedUser = (reader: Reader, id: string): Promise<CountedUser | undefined> =>
  reader.first(`SELECT ${COUNTED} FROM users WHERE id = $1`, [id], toCountedUser)

export interface UserFilter {
  /** The id, or part of username or e-mail address, case-insensitive; literal; '' = all users. */
  readonly search: string
  readonly limit: number
  readonly offset: number
}

/** Oldest first. */
export async function listUsers(
  reader: Reader,
  { search, limit, offset }: UserFilter,
): Promise<{ readonly users: CountedUser[]; readonly total: number }> {
  const isFound = searchIn(reader, ['username', 'email'], { text: search, parameter: '$1' })
  const where = `($1 = '' OR id = $1 OR ${isFound})`
  const users = await reader.list(
    `SELECT ${COUNTED} FROM users WHERE ${where} ORDER BY seq LIMIT $2 OFFSET $3`,
    [search, limit, offset],
    toCountedUser,
  )
  const total = await reader.first(
    `SELECT count(*) AS total FROM users WHERE ${where}`,
    [search],
    (row: { total: bigint }) => Number(row.total),
  )
  return { users, total: total ?? 0 }
}
