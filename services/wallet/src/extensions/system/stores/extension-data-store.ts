import type { Change, Reader } from '../../../db/database.ts'

/** A row of an extension for an account, as stored: sealed and hashed values stay so. */
export interface KeptRow {
  readonly kind: string
  readonly id: string
  readonly wallet: string
  readonly data: unknown
  readonly created_at: number
  readonly updated_at: number
}

/** Rows of one account; with `walletId`, of that wallet only. */
export const listKeptRows = (
  reader: Reader,
  { userId, extId, walletId }: { userId: string; extId: string; walletId: string | undefined },
): Promise<KeptRow[]> =>
  reader.list(
    `SELECT kind, id, wallet_id, data, created_at, updated_at FROM extension_rows
     WHERE user_id = $1 AND ext_id = $2 AND ($3 = '' OR wallet_id = $3) ORDER BY seq`,
    [userId, extId, walletId ?? ''],
    (row: { kind: string; id: string; wallet_id: string; data: string; created_at: bigint; updated_at: bigint }) => ({
      kind: row.kind,
      id: row.id,
      wallet: row.wallet_id,
      data: JSON.parse(row.data) as unknown,
      created_at: Number(row.created_at),
      updated_at: Number(row.updated_at),
    }),
  )

/** Whether payouts of the extension are in flight: of one account, or of any account. */
export const hasOpenIntents = async (reader: Reader, extId: string, userId?: string): Promise<boolean> =>
  (await reader.first(
    `SELECT id FROM extension_intents WHERE ext_id = $1 AND ($2 = '' OR user_id = $2)
     AND state IN ('reserved', 'attempted') LIMIT 1`,
    [extId, userId ?? ''],
    (row) => row,
  )) !== undefined

/** In this order: keys are found by their rows. Intents and invoices stay, as the history of money does. */
export const deleteKeptRows = (userId: string, extId: string): readonly Change[] => [
  {
    sql: `DELETE FROM extension_keys WHERE ext_id = $2
          AND (kind, row_id) IN (SELECT kind, id FROM extension_rows WHERE user_id = $1 AND ext_id = $2)`,
    params: [userId, extId],
  },
  { sql: 'DELETE FROM extension_rows WHERE user_id = $1 AND ext_id = $2', params: [userId, extId] },
]

/** Bytes that each extension's rows take. */
export const listRowBytes = (reader: Reader): Promise<[extId: string, bytes: number][]> =>
  reader.list(
    'SELECT ext_id, CAST(SUM(length(data)) AS BIGINT) AS bytes FROM extension_rows GROUP BY ext_id',
    [],
    (row: { ext_id: string; bytes: bigint }): [string, number] => [row.ext_id, Number(row.bytes)],
  )

interface ItemRow {
  readonly seq: bigint
  readonly data: string
}

export const listItemsAfter = (reader: Reader, extId: string, seq: bigint, limit: number): Promise<ItemRow[]> =>
  reader.list(
    `SELECT seq, data FROM extension_rows WHERE ext_id = $1 AND kind = 'items' AND seq > $2 ORDER BY seq LIMIT $3`,
    [extId, seq, limit],
    (row: ItemRow) => row,
  )

export const setItemData = (seq: bigint, data: string): Change => ({
  sql: 'UPDATE extension_rows SET data = $2 WHERE seq = $1',
  params: [seq, data],
  rows: 1,
})
