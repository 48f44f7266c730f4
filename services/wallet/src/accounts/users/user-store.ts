import type { Change, Reader } from '../../db/database.ts'
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
  readonly disabled_at: bigint | null
  readonly last_login_at: bigint | null
}

export const USER_COLUMNS =
  'id, username, email, display_name, role, token_version, second_factors, created_at, disabled_at, last_login_at'

export const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  displayName: row.display_name,
  role: row.role,
  tokenVersion: Number(row.token_version),
  secondFactors: row.second_factors.split(' ').filter((kind) => kind !== '') as SecondFactorKind[],
  createdAt: Number(row.created_at),
  isDisabled: row.disabled_at !== null,
  lastLoginAt: row.last_login_at === null ? undefined : Number(row.last_login_at),
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

/** The user as it would be read back after insertion. */
export const asInserted = ({ id, username, email, role, at }: NewUser): User => ({
  id,
  username,
  email,
  displayName: '',
  role,
  tokenVersion: 1,
  secondFactors: [],
  createdAt: at,
  isDisabled: false,
  lastLoginAt: undefined,
})

export const setProfile = (user: Pick<User, 'id' | 'username' | 'email' | 'displayName'>): Change => ({
  sql: 'UPDATE users SET username = $2, username_key = $3, email = $4, display_name = $5 WHERE id = $1',
  params: [user.id, user.username, usernameKey(user.username), user.email, user.displayName],
  rows: 1,
})

/** Only while the token version matches. */
export const setPassword = (id: string, passwordHash: string, tokenVersion: number): Change => ({
  sql: 'UPDATE users SET password_hash = $2 WHERE id = $1 AND token_version = $3',
  params: [id, passwordHash, tokenVersion],
})

/** Revokes the tokens of the old role. */
export const setRole = (id: string, role: Role): Change => ({
  sql: 'UPDATE users SET role = $2, token_version = token_version + 1 WHERE id = $1',
  params: [id, role],
  rows: 1,
})

/** `at`: disabled since; undefined = enabled again. */
export const setDisabled = (id: string, at: number | undefined): Change => ({
  sql: 'UPDATE users SET disabled_at = $2 WHERE id = $1',
  params: [id, at ?? null],
  rows: 1,
})

export const setLastLogin = (id: string, at: number): Change => ({
  sql: 'UPDATE users SET last_login_at = $2 WHERE id = $1',
  params: [id, at],
})

/** For a reset by link. */
export const setPasswordOf = (id: string, passwordHash: string): Change => ({
  sql: 'UPDATE users SET password_hash = $2 WHERE id = $1',
  params: [id, passwordHash],
  rows: 1,
})

/** Tokens stay valid: the caller ends them. */
export const setPasswordHash = (id: string, passwordHash: string | null): Change => ({
  sql: 'UPDATE users SET password_hash = $2 WHERE id = $1',
  params: [id, passwordHash],
  rows: 1,
})

/** Whether the user is the only super user who can log in; that one cannot be removed. */
export const isLastSuperUser = async (reader: Reader, user: Pick<User, 'id' | 'role'>): Promise<boolean> =>
  user.role === 'super-user' &&
  (await reader.first(
    `SELECT id FROM users WHERE role = 'super-user' AND id <> $1 AND disabled_at IS NULL LIMIT 1`,
    [user.id],
    (row) => row,
  )) === undefined

/** Whether it can be logged in to by more than its id: by a password, a Nostr key or a provider. */
export const hasAnotherLogIn = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader.first(
    `SELECT 1 AS found FROM users u WHERE u.id = $1
     AND (u.password_hash IS NOT NULL OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = u.id))`,
    [id],
    () => true,
  )) ?? false
