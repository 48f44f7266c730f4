import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { LNBITS_TABLES, type LnbitsRow, SINCE } from './lnbits-tables.ts'

/** By schema and table; written one after another, so that there may be millions. */
type Rows = Readonly<Record<string, Readonly<Record<string, Iterable<LnbitsRow>>>>>

interface Column {
  readonly name: string
  readonly type: string
}

const columnsOf = (text: string, core: number): Column[] =>
  text
    .split(' ')
    .map((one) => ({ name: one.split(':')[0] ?? '', type: one.split(':')[1] ?? '' }))
    .filter(({ name }) => (SINCE[name] ?? 0) <= core)

const SQLITE = { t: 'TEXT', i: 'INTEGER', r: 'REAL', b: 'BOOLEAN', s: 'TIMESTAMP' } as Readonly<Record<string, string>>
const POSTGRES = { t: 'TEXT', i: 'BIGINT', r: 'DOUBLE PRECISION', b: 'BOOLEAN', s: 'TIMESTAMP' } as Readonly<
  Record<string, string>
>

/** The view from which LNbits reads balances. */
const BALANCES = `CREATE VIEW balances AS
  SELECT p.wallet_id, SUM(p.amount - ABS(p.fee)) AS balance FROM wallets w JOIN apipayments p ON p.wallet_id = w.id
  WHERE (w.deleted = FALSE OR w.deleted IS NULL)
    AND ((p.amount > 0 AND p.status = 'success') OR (p.amount < 0 AND p.status IN ('success', 'pending')))
  GROUP BY p.wallet_id`

/** A data folder: one file for the core and for each extension. */
export function writeLnbitsFolder(folder: string, all: Rows, core: number): void {
  for (const [schema, tables] of Object.entries(LNBITS_TABLES)) {
    if (schema !== 'core' && all[schema] === undefined) continue
    const db = new Sqlite(join(folder, schema === 'core' ? 'database.sqlite3' : `ext_${schema}.sqlite3`))
    db.exec('BEGIN')
    for (const [table, text] of Object.entries(tables)) {
      const columns = columnsOf(text, schema === 'core' ? core : 99)
      db.exec(`CREATE TABLE "${table}" (${columns.map(({ name, type }) => `"${name}" ${SQLITE[type]}`).join(', ')})`)
      const statement = db.prepare(`INSERT INTO "${table}" VALUES (${columns.map(() => '?').join(', ')})`)
      for (const row of all[schema]?.[table] ?? []) {
        statement.run(
          columns.map(({ name }) => (typeof row[name] === 'boolean' ? Number(row[name]) : (row[name] ?? null))),
        )
      }
    }
    if (schema === 'core') db.exec(BALANCES)
    db.exec('COMMIT')
    db.close()
  }
}

/** Schemas of an empty PostgreSQL database. */
export async function writeLnbitsSchemas(url: string, all: Rows, core: number): Promise<void> {
  await withClient(url, async (client) => {
    // A server far from Greenwich: the expiry of invoices is its wall clock.
    await client.query(`SET TIME ZONE 'America/New_York'`)
    for (const [schema, tables] of Object.entries(LNBITS_TABLES)) {
      if (schema !== 'core' && all[schema] === undefined) continue
      const place = schema === 'core' ? 'public' : schema
      await client.query(`CREATE SCHEMA IF NOT EXISTS "${place}"`)
      for (const [table, text] of Object.entries(tables)) {
        const columns = columnsOf(text, schema === 'core' ? core : 99)
        const types = columns.map((column) => `"${column.name}" ${POSTGRES[column.type]}`).join(', ')
        await client.query(`CREATE TABLE "${place}"."${table}" (${types})`)
        await insertAll(client, `"${place}"."${table}"`, columns, all[schema]?.[table] ?? [])
      }
      if (schema === 'core') await client.query(BALANCES)
    }
  })
}

const PAGE_ROWS = 1000

async function insertAll(
  client: pg.Client,
  table: string,
  columns: readonly Column[],
  rows: Iterable<LnbitsRow>,
): Promise<void> {
  let page: LnbitsRow[] = []
  const flush = async (): Promise<void> => {
    const sql = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`
    if (page.length > 0) await client.query(sql, [JSON.stringify(page)])
    page = []
  }
  for (const row of rows) {
    page.push(Object.fromEntries(columns.map((column) => [column.name, valueOf(column, row)])))
    if (page.length >= PAGE_ROWS) await flush()
  }
  await flush()
}

function valueOf({ name, type }: Column, row: LnbitsRow): LnbitsRow[string] {
  const value = row[name] ?? null
  return type === 's' && typeof value === 'number' ? new Date(value * 1000).toISOString().replace('Z', '') : value
}

export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
