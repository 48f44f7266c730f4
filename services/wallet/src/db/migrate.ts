import Sqlite from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import type { Database, Dialect } from './database.ts'

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url))

interface Migration {
  readonly name: string
  /** What the step is for: the first sentence of its file. */
  readonly summary: string
  readonly sql: string
  readonly checksum: string
}

/**
 * The steps from an empty database to today's, in order. A file is for both databases, or for the one in its name
 * (`0002-x.sqlite.sql`). Words in double braces differ: `{{id}}` is an ascending primary key, `{{id-for-ever}}` one that
 * is not used again when rows are deleted, `{{strict}}` ends a table.
 */
export function listMigrations(dialect: Dialect): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}-[\w-]+(\.(sqlite|postgres))?\.sql$/.test(name))
    .filter((name) => !/\.(sqlite|postgres)\.sql$/.test(name) || name.endsWith(`.${dialect}.sql`))
    .sort()
    .map((name) => {
      const text = readFileSync(`${FOLDER}${name}`, 'utf8')
      return {
        name,
        summary: readSummary(text),
        sql: inDialect(text, dialect),
        checksum: createHash('sha256').update(text).digest('hex'),
      }
    })
}

function readSummary(text: string): string {
  const [comment = ''] = /^(-- .*\n)+/.exec(text) ?? []
  return /^.*?\.(?= |$)|^.*$/.exec(comment.replaceAll(/^-- /gm, '').replaceAll('\n', ' ').trim())?.[0] ?? ''
}

function inDialect(text: string, dialect: Dialect): string {
  return dialect === 'sqlite'
    ? text
        .replaceAll('{{id}}', 'INTEGER PRIMARY KEY')
        .replaceAll('{{id-for-ever}}', 'INTEGER PRIMARY KEY AUTOINCREMENT')
        .replaceAll('{{strict}}', ' STRICT')
        .replaceAll('BIGINT', 'INTEGER')
    : text
        .replaceAll(/{{id(-for-ever)?}}/g, 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
        .replaceAll('{{strict}}', '')
}

/**
 * What a start of this program would apply to the database. Changes nothing. Undefined = the database has no schema yet.
 * Throws as a start would.
 */
export async function listPendingSteps({
  dialect,
  listAside,
}: Pick<Database, 'dialect' | 'listAside'>): Promise<readonly Pick<Migration, 'name' | 'summary'>[] | undefined> {
  const tables = await listAside(HAS_STEPS[dialect], [], ({ name }: { name: string }) => name)
  if (tables.length === 0) return undefined
  const rows = await listAside('SELECT name, checksum FROM schema_steps', [], (row: StepRow) => row)
  return stepsToDo(listMigrations(dialect), toMap(rows))
}

const HAS_STEPS = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'schema_steps'`,
  postgres: `SELECT 'schema_steps' AS name WHERE to_regclass('schema_steps') IS NOT NULL`,
} as const

interface StepRow {
  readonly name: string
  readonly checksum: string
}

/** Which steps are pending; throws when the database is newer than this program, or was made by another history. */
function stepsToDo(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const [name, checksum] of applied) {
    const migration = known.get(name)
    if (migration === undefined) throw new Error(`the database is newer than this program: it has step ${name}`)
    if (migration.checksum !== checksum) throw new Error(`step ${name} was changed after the database was made with it`)
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

const STEPS_TABLE = `CREATE TABLE IF NOT EXISTS schema_steps (name TEXT PRIMARY KEY, checksum TEXT NOT NULL)`

/** All missing steps in one transaction: a process that dies meanwhile leaves the old schema (rule K12). */
export function migrateSqlite(file: string): void {
  const db = new Sqlite(file, { timeout: 10_000 })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.exec('BEGIN IMMEDIATE')
    db.exec(STEPS_TABLE)
    const rows = db.prepare('SELECT name, checksum FROM schema_steps').all() as StepRow[]
    for (const step of stepsToDo(listMigrations('sqlite'), toMap(rows))) {
      db.exec(step.sql)
      db.prepare('INSERT INTO schema_steps (name, checksum) VALUES (?, ?)').run(step.name, step.checksum)
    }
    db.exec('COMMIT')
  } finally {
    // Closing an open transaction rolls it back.
    db.close()
  }
}

/** Any number; the same for all Satchel processes. */
const MIGRATION_LOCK = 7_361_001

/** Several processes may start concurrently: they wait for one another and find the work done. */
export async function migratePostgres(client: Client): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await client.query(STEPS_TABLE)
    const { rows } = await client.query<StepRow>('SELECT name, checksum FROM schema_steps')
    for (const step of stepsToDo(listMigrations('postgres'), toMap(rows))) {
      await client.query(step.sql)
      await client.query('INSERT INTO schema_steps (name, checksum) VALUES ($1, $2)', [step.name, step.checksum])
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

const toMap = (rows: readonly StepRow[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ name, checksum }) => [name, checksum]))
