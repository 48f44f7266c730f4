import { defineCommand } from '../db/database.ts'

export interface CountedRequests {
  readonly client: string
  readonly requests: number
  readonly leftMs: number
}

/** The server's clock: the only one that all processes have. */
const NOW = `(extract(epoch FROM statement_timestamp()) * 1000)::bigint`
const ADDED = `jsonb_to_recordset($1::jsonb) AS added (client text, requests bigint, "leftMs" bigint)`
const ENDED_KEPT_MS = 60_000

/**
 * Adds up the counts of the processes, and opens missing windows. PostgreSQL only: with SQLite there is one process.
 */
export const addRequests = defineCommand({
  name: 'add-requests',
  run: async (tx, { added }: { added: readonly CountedRequests[] }): Promise<CountedRequests[]> => {
    const all = JSON.stringify(added)
    await tx.run({
      sql: `INSERT INTO request_counts AS counted (client, requests, ends_at)
            SELECT client, requests, ${NOW} + "leftMs" FROM ${ADDED}
            ON CONFLICT (client) DO UPDATE SET
              requests = excluded.requests + CASE WHEN counted.ends_at > ${NOW} THEN counted.requests ELSE 0 END,
              ends_at = CASE WHEN counted.ends_at > ${NOW} THEN counted.ends_at ELSE excluded.ends_at END`,
      params: [all],
      rows: added.length,
    })
    await tx.run({ sql: `DELETE FROM request_counts WHERE ends_at < ${NOW} - ${ENDED_KEPT_MS}`, params: [] })
    return tx.list(
      `SELECT client, requests, ends_at - ${NOW} AS left_ms FROM request_counts
       WHERE client IN (SELECT client FROM ${ADDED})`,
      [all],
      (row: { client: string; requests: bigint; left_ms: bigint }) => ({
        client: row.client,
        requests: Number(row.requests),
        leftMs: Number(row.left_ms),
      }),
    )
  },
})
