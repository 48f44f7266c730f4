import type { ServiceSide } from '@satchel/lightning/port/backend-deps'
import type { Database } from '../../db/database.ts'
import { checkBooks } from '../../ledger/check-books.ts'
import { findHalt, listAlarms, resumePayments } from '../../ledger/halt.ts'

/** What tests ask of the service through the simulated node's control interface (rule E1). */
export const createServiceSide = (db: Database): ServiceSide => ({
  async state() {
    const halted = await findHalt(db)
    const count = (sql: string): Promise<number | undefined> => db.first(sql, [], (row: { n: bigint }) => Number(row.n))
    const violations = await checkBooks(db)
    return {
      halted: halted !== undefined,
      reason: halted ?? null,
      alarms: await listAlarms(db, 100),
      pending_outgoing: await count(
        `SELECT count(*) AS n FROM payments WHERE direction = 'out' AND status = 'pending'`,
      ),
      outbox_backlog: await count(`SELECT count(*) AS n FROM deliveries WHERE due_at IS NOT NULL`),
      check: violations.length === 0 ? 'ok' : violations,
    }
  },
  async resume() {
    await db.transact(resumePayments, {})
  },
})
