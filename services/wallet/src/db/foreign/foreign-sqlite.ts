import Sqlite from 'better-sqlite3'
import {
  type ForeignDatabase,
  type ForeignRow,
  orderBy,
  PAGE_ROWS,
  quoted,
  type TableName,
} from './foreign-database.ts'

/**
 * An SQLite file of another program. It is read in one transaction; nothing is written to the file or beside it, except
 * what SQLite itself needs to read the log of a program that is running.
 */
export function openForeignSqlite(file: string): ForeignDatabase {
  const db = openFile(file)
  return {
    dialect: 'sqlite',
    async columns() {
      const tables = db.prepare(`SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view')`).all() as {
        name: string
        type: 'table' | 'view'
      }[]
      return new Map(
        tables.map(({ name, type }) => [name, type === 'view' ? columnsOfView(db, name) : columnsOf(db, name)]),
      )
    },
    async *pages({ table }: TableName, order = []) {
      const sql = `SELECT * FROM ${quoted(table)}${orderBy(order)}`
      let page: ForeignRow[] = []
      for (const row of db.prepare(sql).iterate()) {
        page.push(row as ForeignRow)
        if (page.length < PAGE_ROWS) continue
        yield page
        page = []
      }
      if (page.length > 0) yield page
    },
    list: async (sql) => db.prepare(sql).all() as ForeignRow[],
    close: async () => void db.close(),
  }
}

function openFile(file: string): Sqlite.Database {
  const db = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    db.defaultSafeIntegers(true)
    // Sort on disk, not in memory.
    db.pragma('temp_store = FILE')
    db.exec('BEGIN')
    // Reads the header and the schema, and so checks that the file is a database.
    const found = db.pragma('quick_check(1)', { simple: true })
    if (found !== 'ok') throw new Error(`${file} is damaged (${String(found)}); repair it or use a backup of LNbits`)
    return db
  } catch (error) {
    db.close()
    const { message } = error as Error
    if (message.startsWith(file)) throw error
    throw new Error(`${file} cannot be read as an SQLite database (${message})`, { cause: error })
  }
}

/** A view that names missing tables has no columns. */
function columnsOfView(db: Sqlite.Database, view: string): string[] {
  try {
    return columnsOf(db, view)
  } catch {
    return []
  }
}

const columnsOf = (db: Sqlite.Database, table: string): string[] =>
  (db.prepare(`SELECT name FROM pragma_table_info(?)`).all(table) as { name: string }[]).map(({ name }) => name)
