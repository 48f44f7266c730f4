import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import type { Client } from 'pg'
import type { Database, Dialect } from './database.ts'

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url))

interface Migration {
  readonly name: string
  /** The purpose of the step: the first sentence of its file. */
  readonly summary: string
  readonly sql: string
  readonly checksum: string
  /** Older versions work with the resulting schema, and with what this version writes into it (decision 0077). */
  readonly additive: boolean
}

/**
 * The steps from an empty database to today's, in order. A file is for both databases, or for the one in its name
 * (`0002-x.sqlite.sql`). Words in double braces differ: `{{id}}` is an ascending primary key, `{{id-for-ever}}` one
 * whose values are never reused, `{{strict}}` ends a table, `{{now}}` is in Unix seconds.
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
        additive: ADDITIVE.test(text),
      }
    })
}

/** A line of the comment at the top of a step. */
const ADDITIVE = /^(-- .*\n)*-- Additive: older versions work with it\.\n/

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
        .replaceAll('{{now}}', 'unixepoch()')
        .replaceAll('BIGINT', 'INTEGER')
    : text
        .replaceAll(/{{id(-for-ever)?}}/g, 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY')
        .replaceAll('{{strict}}', '')
        .replaceAll('{{now}}', 'CAST(EXTRACT(EPOCH FROM now()) AS BIGINT)')
}

/**
 * The steps that a start of this program would apply. Changes nothing. Undefined = the database has no schema yet.
 * Throws as a start would.
 */
export async function listPendingSteps({
  dialect,
  listAside,
}: Pick<Database, 'dialect' | 'listAside'>): Promise<readonly Pick<Migration, 'name' | 'summary'>[] | undefined> {
  const tables = await listAside(STEP_TABLES[dialect], [], ({ name }: { name: string }) => name)
  const readSteps = async (table: string): Promise<StepRow[]> =>
    tables.includes(table) ? await listAside(`SELECT name, checksum FROM ${table}`, [], (row: StepRow) => row) : []
  if (!tables.includes('schema_steps')) return undefined
  return stepsToDo(listMigrations(dialect), await readSteps('schema_steps'), await readSteps('schema_additions'))
}

const STEP_TABLES = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('schema_steps', 'schema_additions')`,
  postgres: `SELECT name FROM (VALUES ('schema_steps'), ('schema_additions')) AS tables (name)
    WHERE to_regclass(name) IS NOT NULL`,
} as const

interface StepRow {
  readonly name: string
  readonly checksum: string
}

/**
 * The pending steps. Throws when the database is newer than this program, or when a step was changed after it was
 * applied. Unknown additive steps are allowed: a newer version made them, and this version works with them.
 */
function stepsToDo(
  migrations: readonly Migration[],
  steps: readonly StepRow[],
  additions: readonly StepRow[],
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  const unknown = steps.find(({ name }) => !known.has(name))
  if (unknown !== undefined) throw new Error(`the database is newer than this program: it has step ${unknown.name}`)
  const applied = new Set<string>()
  for (const { name, checksum } of [...steps, ...additions]) {
    const migration = known.get(name)
    if (migration !== undefined && migration.checksum !== checksum) {
      throw new Error(`step ${name} was changed after the database was made with it`)
    }
    applied.add(name)
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

/** Older versions read only the first table, and start only if they know all its steps. */
const STEPS_TABLES = `CREATE TABLE IF NOT EXISTS schema_steps (name TEXT PRIMARY KEY, checksum TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS schema_additions (name TEXT PRIMARY KEY, checksum TEXT NOT NULL)`

const tableOf = ({ additive }: Migration): string => (additive ? 'schema_additions' : 'schema_steps')

/**
 * Applies all pending steps in one transaction: a crash leaves the old schema (rule K12). `beforeSteps` runs only if there
 * are any, and may throw.
 */
export function migrateSqlite(file: string, beforeSteps: () => void = () => undefined): void {
  const db = new Sqlite(file, { timeout: 10_000 })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.exec('BEGIN IMMEDIATE')
    db.exec(STEPS_TABLES)
    const rowsOf = (table: string) => db.prepare(`SELECT name, checksum FROM ${table}`).all() as StepRow[]
    const steps = stepsToDo(listMigrations('sqlite'), rowsOf('schema_steps'), rowsOf('schema_additions'))
    if (steps.length > 0) beforeSteps()
    for (const step of steps) {
      db.exec(step.sql)
      db.prepare(`INSERT INTO ${tableOf(step)} (name, checksum) VALUES (?, ?)`).run(step.name, step.checksum)
    }
    db.exec('COMMIT')
  } finally {
    // Closing an open transaction rolls it back.
    db.close()
  }
}

/** Any number; the same for all Satchel processes. */
const MIGRATION_LOCK = 7_361_001

/** While a step waits for a table lock, all later writes to the table wait, too. */
const MAX_TABLE_WAIT = '1s'
/** A dump of the database reads for as long as it takes. */
const GIVE_UP_MS = 1_800_000
const RETRY_EVERY_MS = 1_000

/**
 * Several processes may start concurrently: they wait for one another. Processes of the previous version may be
 * running: a step never blocks them for long, and is retried instead.
 */
export async function migratePostgres(client: Client): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS
  for (;;) {
    try {
      await applyMissing(client)
      return
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      if (!isTableBusy(error) || performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS))
    }
  }
}

async function applyMissing(client: Client): Promise<void> {
  await client.query('BEGIN')
  await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  await client.query(STEPS_TABLES)
  const rowsOf = async (table: string): Promise<StepRow[]> =>
    (await client.query<StepRow>(`SELECT name, checksum FROM ${table}`)).rows
  await client.query(`SET LOCAL lock_timeout = '${MAX_TABLE_WAIT}'`)
  const missing = stepsToDo(listMigrations('postgres'), await rowsOf('schema_steps'), await rowsOf('schema_additions'))
  for (const step of missing) {
    await client.query(step.sql)
    await client.query(`INSERT INTO ${tableOf(step)} (name, checksum) VALUES ($1, $2)`, [step.name, step.checksum])
  }
  await client.query('COMMIT')
}

/** A lock timed out, or waiting for it caused a deadlock. */
const isTableBusy = (error: unknown): boolean => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')
