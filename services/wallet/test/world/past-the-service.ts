import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { listMigrations } from '../../src/db/migrate.ts'
import type { TestDatabase } from './test-database.ts'

/** Runs a statement without a service, as an operator or an older program would; a SELECT returns its rows. */
export async function runPastTheService({ url }: TestDatabase, sql: string): Promise<readonly object[]> {
  if (!url.startsWith('sqlite://')) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(sql)).rows as object[]
    } finally {
      await client.end()
    }
  }
  const db = new Sqlite(url.slice('sqlite://'.length))
  try {
    return sql.startsWith('SELECT') ? (db.prepare(sql).all() as object[]) : (db.exec(sql), [])
  } finally {
    db.close()
  }
}

/** An empty database with the schema that an older version left: the steps before that one. */
export async function applyStepsBefore(place: TestDatabase, end: string): Promise<void> {
  const run = (sql: string) => runPastTheService(place, sql)
  await run('CREATE TABLE schema_steps (name TEXT PRIMARY KEY, checksum TEXT NOT NULL)')
  const steps = listMigrations(place.url.startsWith('sqlite://') ? 'sqlite' : 'postgres')
  for (const { name, sql, checksum } of steps.filter((step) => step.name < end)) {
    await run(sql)
    await run(`INSERT INTO schema_steps (name, checksum) VALUES ('${name}', '${checksum}')`)
  }
}
