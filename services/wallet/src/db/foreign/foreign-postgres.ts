import pg from 'pg'
import {
  type ForeignDatabase,
  type ForeignRow,
  orderBy,
  PAGE_ROWS,
  quoted,
  type TableName,
} from './foreign-database.ts'

const CONNECT_MS = 10_000

/** A PostgreSQL database of another program: one read-only snapshot, read through cursors. */
export async function openForeignPostgres(url: string): Promise<ForeignDatabase> {
  // Read all values as text, so that none is rounded and no time is converted.
  const types = { getTypeParser: () => (value: string) => value }
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'satchel import',
    types,
  })
  // A lost connection already rejects the running statement.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`)
  } catch (error) {
    await client.end()
    throw error
  }
  const list = async (sql: string): Promise<ForeignRow[]> => (await client.query(sql)).rows as ForeignRow[]
  let cursors = 0
  return {
    dialect: 'postgres',
    async columns(schema) {
      const { rows } = await client.query<{ table_name: string; column_name: string }>(
        'SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = $1',
        [schema],
      )
      const tables = new Map<string, string[]>()
      for (const { table_name: table, column_name: column } of rows) {
        tables.set(table, [...(tables.get(table) ?? []), column])
      }
      return tables
    },
    async *pages({ schema, table }: TableName, order = []) {
      const cursor = `import_${(cursors += 1)}`
      await client.query(
        `DECLARE ${cursor} CURSOR FOR SELECT * FROM ${quoted(schema)}.${quoted(table)}${orderBy(order)}`,
      )
      for (;;) {
        const page = await list(`FETCH ${PAGE_ROWS} FROM ${cursor}`)
        if (page.length > 0) yield page
        if (page.length < PAGE_ROWS) break
      }
      await client.query(`CLOSE ${cursor}`)
    },
    list,
    close: () => client.end(),
  }
}
