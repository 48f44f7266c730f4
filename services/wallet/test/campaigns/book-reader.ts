import Sqlite from 'better-sqlite3'
import type { Database, SqlValue } from '../../src/db/database.ts'
import { connect } from '../../src/db/postgres/postgres-connection.ts'
import { createStatements } from '../../src/db/sqlite/sqlite-statements.ts'
import type { TestDatabase } from '../world/test-database.ts'

/** Reads committed state without a service, also while none runs. */
export interface BookReader extends Pick<Database, 'listAside'> {
  rows<Row extends object>(sql: string, params?: readonly SqlValue[]): Promise<Row[]>
  close(): Promise<void>
}

export async function openBookReader({ url }: Pick<TestDatabase, 'url'>): Promise<BookReader> {
  return url.startsWith('sqlite:') ? readSqlite(url.slice('sqlite://'.length)) : readPostgres(url)
}

/** Opens a reader for `use` and closes it afterwards, also after an error. */
export async function withBooks<T>(
  place: Pick<TestDatabase, 'url'>,
  read: (books: BookReader) => Promise<T>,
): Promise<T> {
  const books = await openBookReader(place)
  try {
    return await read(books)
  } finally {
    await books.close()
  }
}

function readSqlite(file: string): BookReader {
  const db = new Sqlite(file, { readonly: true, timeout: 5000 })
  db.defaultSafeIntegers(true)
  const statements = createStatements(db)
  return {
    rows: async <Row extends object>(sql: string, params: readonly SqlValue[] = []) =>
      statements.list(sql, params, (row: Row) => row),
    listAside: async (sql, params, toRow) => statements.list(sql, params, toRow),
    async close() {
      db.close()
    },
  }
}

async function readPostgres(url: string): Promise<BookReader> {
  const connection = await connect({ url, name: 'satchel campaign' })
  return {
    rows: async <Row extends object>(sql: string, params: readonly SqlValue[] = []) =>
      (await connection.query<Row>(sql, params)).rows,
    async listAside<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) {
      return (await connection.query<R & object>(sql, params)).rows.map(toRow)
    },
    close: () => connection.end(),
  }
}
