import type Sqlite from 'better-sqlite3'
import type { SqlValue } from '../../src/db/database.ts'
import { createStatements } from '../../src/db/sqlite/sqlite-statements.ts'

/** A transaction that is on disk. */
export interface StoredTransaction {
  readonly xid: number
  readonly writes: readonly Write[]
}

interface Write {
  readonly sql: string
  readonly params: readonly SqlValue[]
}

/**
 * One database as PostgreSQL's sessions see it: a transaction that writes sees its own changes, everybody else what is
 * committed. Two SQLite databases in memory: one is ahead by the open transaction, the other one gets the same
 * statements at the commit. Earlier states come back by running the transactions again.
 */
export interface TwinDatabase {
  /** Only one transaction can write at a time. */
  begin(): void
  savepoint(name: string): void
  rollbackTo(name: string): void
  rollback(): void
  /** From here on it is stored and every session sees it. */
  commit(xid: number): void
  change(sql: string, params: readonly SqlValue[]): number
  /** `inside`: as the open transaction sees it. */
  list(sql: string, params: readonly SqlValue[], inside: boolean): object[]
  /** All stored transactions, in order. */
  stored(): readonly StoredTransaction[]
  /** Keeps only the first `count` transactions. */
  goBackTo(count: number): void
  /** Restores the initial databases. */
  reset(): void
}

/** Two databases with the same content. */
export function createTwinDatabase(open: () => Sqlite.Database): TwinDatabase {
  const [ahead, committed] = [openCopy(open), openCopy(open)]
  let stored: StoredTransaction[] = []
  let writes: Write[] | undefined
  let marks = new Map<string, number>()
  const require = (): Write[] => {
    if (writes === undefined) throw new Error('no transaction is open')
    return writes
  }
  const rollback = (): void => {
    if (writes === undefined) return
    writes = undefined
    ahead.exec('ROLLBACK TO tx')
    ahead.exec('RELEASE tx')
  }
  const goBackTo = (count: number): void => {
    rollback()
    const left = stored.slice(0, count)
    for (const { exec, statements } of [ahead, committed]) {
      exec('ROLLBACK TO run')
      for (const transaction of left) for (const { sql, params } of transaction.writes) statements.change(sql, params)
    }
    stored = left
  }
  return {
    begin() {
      if (writes !== undefined) throw new Error('a transaction is open already')
      ahead.exec('SAVEPOINT tx')
      writes = []
      marks = new Map()
    },
    savepoint(name) {
      marks.set(name, require().length)
      ahead.exec(`SAVEPOINT "${name}"`)
    },
    rollbackTo(name) {
      require().splice(marks.get(name) ?? 0)
      ahead.exec(`ROLLBACK TO "${name}"`)
    },
    rollback,
    commit(xid) {
      const done = require()
      writes = undefined
      ahead.exec('RELEASE tx')
      for (const { sql, params } of done) committed.statements.change(sql, params)
      stored.push({ xid, writes: done })
    },
    change(sql, params) {
      const changed = ahead.statements.change(sql, params)
      require().push({ sql, params })
      return changed
    },
    list: (sql, params, inside) => (inside ? ahead : committed).statements.list(sql, params, (row: object) => row),
    stored: () => stored,
    goBackTo,
    reset: () => goBackTo(0),
  }
}

/** Everything a run does happens inside a savepoint: to begin again is to roll back, with all statements prepared. */
function openCopy(open: () => Sqlite.Database) {
  const db = open()
  db.defaultSafeIntegers(true)
  db.pragma('foreign_keys = ON')
  db.exec('BEGIN; SAVEPOINT run')
  const prepared = new Map<string, Sqlite.Statement>()
  const exec = (sql: string): void => {
    let statement = prepared.get(sql)
    if (statement === undefined) prepared.set(sql, (statement = db.prepare(sql)))
    statement.run()
  }
  return { exec, statements: createStatements(db) }
}
