import type Sqlite from 'better-sqlite3'
import type { SqlValue } from './database.ts'
import { toPositional } from './statement-text.ts'

type Params = readonly SqlValue[]

/** Prepared once per text: preparing costs several times what running does. */
export function createStatements(db: Sqlite.Database) {
  const prepared = new Map<string, { statement: Sqlite.Statement; order: readonly number[] | undefined }>()
  const prepare = (sql: string) => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const { sql: text, order } = toPositional(sql)
    const made = { statement: db.prepare(text), order }
    prepared.set(sql, made)
    return made
  }
  const arrange = (params: Params, order: readonly number[] | undefined): SqlValue[] =>
    order === undefined ? (params as SqlValue[]) : order.map((parameter) => params[parameter - 1] ?? null)
  return {
    first<R, T>(sql: string, params: Params, toRow: (row: R) => T): T | undefined {
      const { statement, order } = prepare(sql)
      const row = statement.get(...arrange(params, order))
      return row === undefined ? undefined : toRow(row as R)
    },
    list<R, T>(sql: string, params: Params, toRow: (row: R) => T): T[] {
      const { statement, order } = prepare(sql)
      return statement.all(...arrange(params, order)).map((row) => toRow(row as R))
    },
    change(sql: string, params: Params): number {
      const { statement, order } = prepare(sql)
      return statement.run(...arrange(params, order)).changes
    },
  }
}
