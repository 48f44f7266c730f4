import type { Reader } from '../db/database.ts'

export interface NodePostings {
  /** Received less sent, msat. */
  readonly sum: bigint
  /** The last posting in the sum. */
  readonly upTo: bigint
  /** The last posting that changed the node's expected balance; undefined = none. */
  readonly lastChange: bigint | undefined
}

/**
 * Sums the changes of the node's expected balance after a posting. Postings never change, so a sum can be continued.
 */
export async function sumNodePostings(reader: Reader, after: bigint): Promise<NodePostings> {
  const found = await reader.first(
    `SELECT CAST(COALESCE(SUM(CASE WHEN from_account = 'node' THEN amount_msat WHEN to_account = 'node' THEN -amount_msat ELSE 0 END), 0) AS BIGINT) AS sum,
       CAST(COALESCE(MAX(id), $1) AS BIGINT) AS up_to,
       MAX(CASE WHEN 'node' IN (from_account, to_account) THEN id END) AS last_change
     FROM postings WHERE id > $1`,
    [after],
    (row: { sum: bigint; up_to: bigint; last_change: bigint | null }) => ({
      sum: row.sum,
      upTo: row.up_to,
      lastChange: row.last_change ?? undefined,
    }),
  )
  return found ?? { sum: 0n, upTo: after, lastChange: undefined }
}
