import type { Reader } from '../../../db/database.ts'
import { isOneOf } from '../../../db/is-one-of.ts'

/** `items`, or the name of one of the extension's tables. */
export type RowKind = string

/** Fields as stored in the database. */
export type StoredFields = Readonly<Record<string, unknown>>

export interface StoredRow {
  /** Ascends in order of creation. */
  readonly seq: number
  readonly kind: RowKind
  readonly id: string
  readonly walletId: string
  readonly userId: string
  readonly data: StoredFields
  readonly version: number
  /** Unix seconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

interface RowRow {
  readonly seq: bigint
  readonly kind: string
  readonly id: string
  readonly wallet_id: string
  readonly user_id: string
  readonly data: string
  readonly version: bigint
  readonly created_at: bigint
  readonly updated_at: bigint
}

const COLUMNS = 'seq, kind, id, wallet_id, user_id, data, version, created_at, updated_at'

const toStoredRow = (row: RowRow): StoredRow => ({
  seq: Number(row.seq),
  kind: row.kind,
  id: row.id,
  walletId: row.wallet_id,
  userId: row.user_id,
  data: JSON.parse(row.data) as StoredFields,
  version: Number(row.version),
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
})

/** The rows that the caller may see. */
export type Sight =
  | { readonly of: 'everything' }
  | { readonly of: 'user'; readonly userId: string }
  /** Rows of all accounts for which the extension is active, and of open wallets; with `onlyEnabled` of enabled accounts. */
  | { readonly of: 'active'; readonly onlyEnabled: boolean }

export interface RowQuery {
  readonly extId: string
  readonly kind: RowKind
  readonly sight: Sight
  /** Rows with this value in an indexed field. */
  readonly key?: { readonly field: string; readonly value: string } | undefined
  readonly walletId?: string | undefined
  readonly order?: 'newest' | 'oldest' | undefined
  readonly limit: number
  readonly offset?: number | undefined
}

export async function findRow(
  reader: Reader,
  { extId, kind, sight }: Pick<RowQuery, 'extId' | 'kind' | 'sight'>,
  id: string,
): Promise<StoredRow | undefined> {
  if (id.includes('\0')) return undefined
  const { sql, params } = conditions(reader, { extId, kind, sight, limit: 1 })
  params.push(id)
  return reader.first(
    `SELECT ${COLUMNS} FROM extension_rows r WHERE ${sql} AND id = $${params.length}`,
    params,
    toStoredRow,
  )
}

export function listRows(reader: Reader, query: RowQuery): Promise<StoredRow[]> {
  const { sql, params } = conditions(reader, query)
  const direction = query.order === 'oldest' ? 'ASC' : 'DESC'
  // A key has few rows: find and then sort them, instead of reading all rows of the kind by the index of `seq`.
  const place = query.key === undefined ? 'seq' : 'seq + 0'
  params.push(query.limit, query.offset ?? 0)
  return reader.list(
    `SELECT ${COLUMNS} FROM extension_rows r WHERE ${sql} ORDER BY ${place} ${direction}
     LIMIT $${params.length - 1} OFFSET $${params.length}`,
    params,
    toStoredRow,
  )
}

export async function countRows(reader: Reader, query: Omit<RowQuery, 'limit' | 'offset'>): Promise<number> {
  const { sql, params } = conditions(reader, { ...query, limit: 0 })
  const n = await reader.first(
    `SELECT count(*) AS n FROM extension_rows r WHERE ${sql}`,
    params,
    (row: { n: bigint }) => Number(row.n),
  )
  return n ?? 0
}

const IS_ACTIVE = `EXISTS (SELECT 1 FROM extension_accounts a WHERE a.user_id = r.user_id AND a.ext_id = r.ext_id AND a.active = 1)
  AND EXISTS (SELECT 1 FROM wallets w WHERE w.id = r.wallet_id AND w.closed_at IS NULL)`

const IS_ENABLED = 'EXISTS (SELECT 1 FROM users u WHERE u.id = r.user_id AND u.disabled_at IS NULL)'

function conditions(
  reader: Reader,
  { extId, kind, sight, key, walletId }: RowQuery,
): { sql: string; params: (string | number)[] } {
  const params: (string | number)[] = [extId, kind]
  const parts = ['ext_id = $1', 'kind = $2']
  const add = (value: string): string => `$${params.push(value)}`
  if (sight.of === 'user') parts.push(`user_id = ${add(sight.userId)}`)
  if (sight.of === 'active') parts.push(IS_ACTIVE, ...(sight.onlyEnabled ? [IS_ENABLED] : []))
  if (walletId !== undefined) parts.push(`wallet_id = ${add(walletId)}`)
  if (key !== undefined) {
    const found = `SELECT row_id FROM extension_keys
      WHERE ext_id = $1 AND kind = $2 AND field = ${add(key.field)} AND value = ${add(key.value)}`
    parts.push(isOneOf(reader, 'id', found))
  }
  return { sql: parts.join(' AND '), params }
}
