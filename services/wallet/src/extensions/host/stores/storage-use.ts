import type { Reader } from '../../../db/database.ts'

export interface StorageUse {
  readonly rows: number
  readonly bytes: number
}

/** The storage of an extension in all accounts. Reads all its rows. */
export async function findStorageUse(reader: Reader, extId: string): Promise<StorageUse> {
  const sql =
    'SELECT COUNT(*) AS row_count, COALESCE(SUM(OCTET_LENGTH(data)), 0) AS bytes FROM extension_rows WHERE ext_id = $1'
  const toUse = (row: { row_count: bigint; bytes: bigint | string }) => ({
    rows: Number(row.row_count),
    bytes: Number(row.bytes),
  })
  return (await reader.first(sql, [extId], toUse)) ?? { rows: 0, bytes: 0 }
}
