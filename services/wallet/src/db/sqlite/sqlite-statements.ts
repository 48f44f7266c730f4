import type Sqlite from 'better-sqlite3'
import type { SqlValue } from '../database.ts'

type Params = readonly SqlValue[]

/** Prepared once per text: preparing costs several times what running does. */
export function createStatements(db: Sqlite.Database) {
  const prepared = new Map<string, Sqlite.Statement>()
  const prepare = (sql: string): Sqlite.Statement => {
    let statement = prepared.get(sql)
    if (statement === undefined) prepared.set(sql, (statement = db.prepare(sql)))
    return statement
  }
  return {
    first<R, T>(sql: string, params: Params, toRow: (row: R) => T): T | undefined {
      const row = prepare(sql).get(byNumber(params))
      return row === undefined ? undefined : toRow(row as R)
    },
    list<R, T>(sql: string, params: Params, toRow: (row: R) => T): T[] {
      return prepare(sql)
        .all(byNumber(params))
        .map((row) => toRow(row as R))
    },
    change(sql: string, params: Params): number {
      return prepare(sql).run(byNumber(params)).changes
    },
  }
}

/** SQLite takes `$1` for a parameter with the name 1. */
function byNumber(params: Params): Record<number, SqlValue> {
  const named: Record<number, SqlValue> = {}
  params.forEach((value, index) => (named[index + 1] = value))
  return named
}
