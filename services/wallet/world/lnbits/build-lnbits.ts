import Sqlite from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Dialect } from '../../src/db/database.ts'
import { LNBITS_TABLES, type LnbitsRow, type LnbitsRows, SINCE } from './lnbits-tables.ts'

export interface BuiltLnbits {
  /** What the importer is given. */
  readonly place: string
  drop(): Promise<void>
}

export interface BuildLnbits {
  readonly dialect: Dialect
  readonly rows: LnbitsRows
  /** The last migration of the core. */
  readonly core?: number
}

interface Column {
  readonly name: string
  readonly type: string
}

const columnsOf = (text: string, core: number): Column[] =>
  text
    .split(' ')
    .map((one) => ({ name: one.split(':')[0] ?? '', type: one.split(':')[1] ?? '' }))
    .filter(({ name }) => (SINCE[name] ?? 0) <= core)

/** Databases as LNbits leaves them: a folder with one file for the core and for each extension, or schemas of one database. */
export function buildLnbits({ dialect, rows, core = 50 }: BuildLnbits): Promise<BuiltLnbits> {
  const versions = { dbversions: [{ db: 'core', version: core }] }
  const all: LnbitsRows = { ...rows, core: { ...versions, ...rows['core'] } }
  return dialect === 'sqlite' ? buildFolder(all, core) : buildSchemas(all, core)
}

const SQLITE = { t: 'TEXT', i: 'INTEGER', r: 'REAL', b: 'BOOLEAN', s: 'TIMESTAMP' } as Readonly<Record<string, string>>
const POSTGRES = { t: 'TEXT', i: 'BIGINT', r: 'DOUBLE PRECISION', b: 'BOOLEAN', s: 'TIMESTAMP' } as Readonly<
  Record<string, string>
>

async function buildFolder(all: LnbitsRows, core: number): Promise<BuiltLnbits> {
  const folder = mkdtempSync(join(inject('runFolder') ?? tmpdir(), 'lnbits-'))
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
    db.exec('COMMIT')
    db.close()
  }
  return { place: folder, drop: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function buildSchemas(all: LnbitsRows, core: number): Promise<BuiltLnbits> {
  const server = inject('postgresUrl')
  const name = `lnbits_${randomBytes(6).toString('hex')}`
  const url = server.replace(/\/postgres$/, `/${name}`)
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name}`))
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
        for (const row of all[schema]?.[table] ?? []) await insert(client, `"${place}"."${table}"`, columns, row)
      }
    }
  })
  return {
    place: url,
    drop: () => withClient(server, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  }
}

async function insert(client: pg.Client, table: string, columns: readonly Column[], row: LnbitsRow): Promise<void> {
  const values = columns.map(({ name, type }) => {
    const value = row[name] ?? null
    return type === 's' && typeof value === 'number' ? new Date(value * 1000).toISOString().replace('Z', '') : value
  })
  await client.query(
    `INSERT INTO ${table} VALUES (${columns.map((_column, index) => `$${index + 1}`).join(', ')})`,
    values,
  )
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
