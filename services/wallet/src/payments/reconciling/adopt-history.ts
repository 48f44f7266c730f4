import { defineCommand } from '../../db/database.ts'
import { moveSends } from '../states/move-payment.ts'
import { requireComparison } from '../../ledger/halt.ts'

export interface AdoptHistory {
  /** Which course of commits the database is on from here. */
  readonly history: string
  /** Which one it was on when this service last wrote to it; empty = not known. */
  readonly expected: string
}

/**
 * Notes which course of commits the database is on. When it is another one than expected (a promoted standby, a restored
 * backup, a replaced file), committed transactions may be gone: outgoing payments wait until the node has been compared
 * with the books. What looks as if it had never been sent may have been, so the node is asked about it like about
 * everything dispatched. True: another history.
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
    // The first start on this database: there is nothing to have been lost.
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
