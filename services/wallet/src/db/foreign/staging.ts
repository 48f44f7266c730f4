import Sqlite from 'better-sqlite3'
import type { SqlValue } from '../database.ts'

/**
 * A temporary SQLite file for the rows to be written, so that a transaction of millions of rows needs no memory for
 * them. Not durable. Integers are numbers, because the amounts of one row fit.
 */
export interface Staging {
  readonly file: string
  run(sql: string, params?: readonly SqlValue[]): number
  first<R>(sql: string, params?: readonly SqlValue[]): R | undefined
  all<R>(sql: string, params?: readonly SqlValue[]): R[]
  /** Iterates over rows. No statement may write meanwhile. */
  each<R>(sql: string, params?: readonly SqlValue[]): IterableIterator<R>
  /** The work in one transaction. */
  together(work: () => void): void
  close(): void
}

export function openStaging(file: string, options: { readonly readonly?: boolean } = {}): Staging {
  const db = new Sqlite(file, { readonly: options.readonly === true })
  if (options.readonly !== true) {
    db.pragma('journal_mode = OFF')
    db.pragma('synchronous = OFF')
  }
  db.pragma('cache_size = -65536')
  db.pragma('temp_store = FILE')
  const prepared = new Map<string, Sqlite.Statement>()
  const prepare = (sql: string): Sqlite.Statement => {
    const statement = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  return {
    file,
    run: (sql, params = []) => prepare(sql).run(...params).changes,
    first: <R>(sql: string, params: readonly SqlValue[] = []) => prepare(sql).get(...params) as R | undefined,
    all: <R>(sql: string, params: readonly SqlValue[] = []) => prepare(sql).all(...params) as R[],
    // A new statement each time: one that is being iterated can neither run again nor be shared.
    each: <R>(sql: string, params: readonly SqlValue[] = []) =>
      db.prepare(sql).iterate(...params) as IterableIterator<R>,
    together: (work) => db.transaction(work)(),
    close: () => void db.close(),
  }
}
