import { type Change, requireRows, type SqlValue, type Tx } from './database.ts'
import type { Connection } from './postgres-connection.ts'
import { combine } from './statement-text.ts'

/** A transaction that one command has to itself. */
export function createTx(connection: Connection): Tx {
  const run = async (change: Change): Promise<number> => {
    const { rowCount } = await connection.query(change.sql, change.params)
    return requireRows(change, rowCount ?? 0)
  }
  const together = async (changes: readonly Change[]): Promise<number[]> => {
    if (changes.length < 2) return changes[0] === undefined ? [] : [await run(changes[0])]
    const { sql, params } = combine(changes)
    const { rows } = await connection.query<Record<string, bigint>>(sql, params)
    return changes.map((change, index) => requireRows(change, Number(rows[0]?.[`c${index}`] ?? 0n)))
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
