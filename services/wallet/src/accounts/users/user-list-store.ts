import type { Reader } from '../../db/database.ts'
import { searchIn } from '../../db/search-in.ts'
import type { Role, User } from './user.ts'
import { toUser, USER_COLUMNS, type UserRow } from './user-store.ts'

export interface CountedUser {
  readonly user: User
  /** Number of open wallets. */
  readonly walletCount: number
  /** Sum over all open wallets. */
  readonly balanceMsat: bigint
}

const BALANCE = `(SELECT coalesce(sum(available_msat), 0) FROM balances
  WHERE wallet_id IN (SELECT id FROM wallets WHERE user_id = users.id AND closed_at IS NULL))`

const COUNTED = `${USER_COLUMNS}, CAST(${BALANCE} AS BIGINT) AS balance_msat,
  (SELECT count(*) FROM wallets WHERE user_id = users.id AND closed_at IS NULL) AS wallet_count`

const toCountedUser = (row: UserRow & { readonly wallet_count: bigint; readonly balance_msat: bigint }) => ({
  user: toUser(row),
  walletCount: Number(row.wallet_count),
  balanceMsat: row.balance_msat,
})

export const findCountedUser = (reader: Reader, id: string): Promise<CountedUser | undefined> =>
  reader.first(`SELECT ${COUNTED} FROM users WHERE id = $1`, [id], toCountedUser)

/** Ties are ordered by age, so that pages do not overlap. */
const ORDERS = {
  oldest: 'seq',
  newest: 'seq DESC',
  username: 'username_key, seq',
  last_login: 'coalesce(last_login_at, 0) DESC, seq',
  balance: `${BALANCE} DESC, seq`,
} as const

export type UserOrder = keyof typeof ORDERS
export const USER_ORDERS = Object.keys(ORDERS) as readonly UserOrder[]

export interface UserFilter {
  /** The id, or part of username or e-mail address, case-insensitive; literal; '' = all users. */
  readonly search: string
  readonly role?: Role | undefined
  readonly disabled?: boolean | undefined
  readonly order: UserOrder
  readonly limit: number
  readonly offset: number
}

/** One page. */
export async function listUsers(
  reader: Reader,
  { search, role, disabled, order, limit, offset }: UserFilter,
): Promise<{ readonly users: CountedUser[]; readonly total: number }> {
  const isFound = searchIn(reader, ['username', 'email'], { text: search, parameter: '$1' })
  const where = [
    `($1 = '' OR id = $1 OR ${isFound})`,
    `($2 = '' OR role = $2)`,
    ...(disabled === undefined ? [] : [`disabled_at IS ${disabled ? 'NOT NULL' : 'NULL'}`]),
  ].join(' AND ')
  const params = [search, role ?? '']
  const users = await reader.list(
    `SELECT ${COUNTED} FROM users WHERE ${where} ORDER BY ${ORDERS[order]} LIMIT $3 OFFSET $4`,
    [...params, limit, offset],
    toCountedUser,
  )
  const total = await reader.first(
    `SELECT count(*) AS total FROM users WHERE ${where}`,
    params,
    (row: { total: bigint }) => Number(row.total),
  )
  return { users, total: total ?? 0 }
}

export interface OwnedWallet {
  readonly id: string
  readonly name: string
  readonly balanceMsat: bigint
}

/** The open wallets of a user, oldest first; no keys. */
export const listOwnedWallets = (
  reader: Reader,
  { userId, limit, offset }: { readonly userId: string; readonly limit: number; readonly offset: number },
): Promise<OwnedWallet[]> =>
  reader.list(
    `SELECT id, name, (SELECT available_msat FROM balances WHERE wallet_id = wallets.id) AS balance_msat
     FROM wallets WHERE user_id = $1 AND closed_at IS NULL ORDER BY seq LIMIT $2 OFFSET $3`,
    [userId, limit, offset],
    (row: { id: string; name: string; balance_msat: bigint }) => ({
      id: row.id,
      name: row.name,
      balanceMsat: row.balance_msat,
    }),
  )
