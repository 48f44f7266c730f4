import type { Reader } from '../../db/database.ts'

export interface LabelUse {
  readonly label: string
  readonly count: number
}

/** The labels of some wallets, the most frequent first. */
export function listLabels(reader: Reader, walletIds: readonly string[]): Promise<LabelUse[]> {
  const ids =
    reader.dialect === 'sqlite'
      ? 'wallet_id IN (SELECT value FROM json_each($1))'
      : 'wallet_id = ANY (ARRAY(SELECT json_array_elements_text($1::json)))'
  return reader.list(
    `SELECT label, count(*) AS count FROM payment_labels WHERE ${ids} GROUP BY label ORDER BY count DESC, label LIMIT 1000`,
    [JSON.stringify(walletIds)],
    (row: { label: string; count: bigint }) => ({ label: row.label, count: Number(row.count) }),
  )
}
