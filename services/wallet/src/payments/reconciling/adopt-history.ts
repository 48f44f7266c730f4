import { defineCommand } from '../../db/database.ts'
import { requireComparison } from '../../ledger/halt.ts'
import { moveSends } from '../states/move-payment.ts'

export interface AdoptHistory {
  /** The history (timeline of commits) that the database is on now. */
  readonly history: string
  /** The history at this service's last write; empty = not known. */
  readonly expected: string
}

/**
 * Stores the history that the database is on. With another one than expected (a promoted standby, a restored backup, a
 * replaced file) committed transactions may be lost: outgoing payments wait until the node has been compared with the
 * books. A payment that seems never sent may have been sent, so it is polled at the node like a dispatched one. True:
 * another history.
 */
export const adoptHistory = defineCommand({
  name: 'adopt-history',
  run: async (tx, { history, expected }: AdoptHistory): Promise<boolean> => {
    const stored = await tx.first(
      `SELECT value FROM settings WHERE name = 'database-history'`,
      [],
      (row: { value: string }) => row.value,
    )
    if (stored !== history) {
      await tx.run({
        sql: `INSERT INTO settings (name, value) VALUES ('database-history', $1)
              ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        params: [history],
      })
    }
    // The first start on this database: nothing can be lost.
    const isFirst = stored === undefined && (expected === '' || expected === history)
    if (isFirst || stored === expected) return false
    await tx.run(requireComparison(`The database was restored, replaced or promoted (${history})`))
    await tx.run({
      sql: `INSERT INTO settings (name, value) VALUES ('database-changed', $1)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      params: [history],
    })
    await tx.run(
      moveSends('doubt reservation', {
        where: `direction = 'out' AND status = 'pending' AND peer_id IS NULL`,
        params: [],
        set: { dueAt: 0 },
      }),
    )
    return true
  },
})
