import { type Change, requireRows, type SqlValue, type Tx } from '../../database.ts'
import type { Connection } from '../postgres-connection.ts'
import { sendChanges } from './send-changes.ts'

/** A transaction with a single command. */
export function createTx(connection: Connection): Tx {
  const together = async (changes: readonly Change[]): Promise<number[]> => {
    const outcomes = await sendChanges(connection, changes)
    // Find the original error: after it all later statements fail because the transaction is aborted.
    const failed = outcomes.find((outcome) => 'error' in outcome && !isAborted(outcome.error))
    if (failed !== undefined && 'error' in failed) throw failed.error
    return changes.map((change, index) => {
      const outcome = outcomes[index]
      if (outcome === undefined || 'error' in outcome) throw outcome?.error
      return requireRows(change, outcome.rows)
    })
  }
  const run = async (change: Change): Promise<number> => {
    const { rowCount } = await connection.query(change.sql, change.params)
    return requireRows(change, rowCount ?? 0)
  }
  return {
    dialect: 'postgres',
    async first<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) {
      const { rows } = await connection.query<R & object>(sql, params)
      return rows[0] === undefined ? undefined : toRow(rows[0])
    },
    async list<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) {
      const { rows } = await connection.query<R & object>(sql, params)
      return rows.map(toRow)
    },
    run,
    together,
    async togetherIf(first, others) {
      if ((await run(first)) === 0) return false
      await together(others)
      return true
    },
  }
}

const IN_FAILED_TRANSACTION = '25P02'

const isAborted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === IN_FAILED_TRANSACTION
