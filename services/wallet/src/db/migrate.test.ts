import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, DIALECTS, type TestDatabase } from '../../world/test-database.ts'
import { listMigrations } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const COMMANDS = new URL('../../world/db/contract-commands.ts', import.meta.url).href

describe.each(DIALECTS)('the schema, on %s', (dialect) => {
  let place: TestDatabase
  beforeEach(async () => {
    place = await createTestDatabase(dialect, { empty: true })
  })
  afterEach(() => place.drop())

  /** Past the service, as an operator or an older program would. */
  const run = async (sql: string): Promise<readonly object[]> => {
    if (dialect === 'sqlite') {
      const db = new Sqlite(place.url.slice('sqlite://'.length))
      try {
        return sql.startsWith('SELECT') ? (db.prepare(sql).all() as object[]) : (db.exec(sql), [])
      } finally {
        db.close()
      }
    }
    const client = new pg.Client({ connectionString: place.url })
    await client.connect()
    try {
      return (await client.query(sql)).rows as object[]
    } finally {
      await client.end()
    }
  }
  const open = () => openDatabase(place.url, COMMANDS)

  test('every step is applied once and recorded', async () => {
    await (await open()).close()
    await (await open()).close()
    const steps = await run('SELECT name FROM schema_steps ORDER BY name')
    expect(steps).toEqual(listMigrations(dialect).map(({ name }) => ({ name })))
    expect(steps.length).toBeGreaterThan(1)
  })

  test('a database that is newer than the program is rejected and not changed (K12)', async () => {
    await (await open()).close()
    await run(`INSERT INTO schema_steps (name, checksum) VALUES ('9999-from-the-future.sql', 'x')`)
    await expect(open()).rejects.toThrow('newer than this program')
  })

  test('a step that was changed after it was applied is rejected', async () => {
    await (await open()).close()
    await run(`UPDATE schema_steps SET checksum = 'another'`)
    await expect(open()).rejects.toThrow('was changed after')
  })

  test('steps that fail half-way leave nothing behind (K12)', async () => {
    // The last table of the first step is in the way.
    await run('CREATE TABLE deliveries (something TEXT)')
    await expect(open()).rejects.toThrow(/deliveries/)
    await run('DROP TABLE deliveries')
    const tables =
      dialect === 'sqlite'
        ? `SELECT name FROM sqlite_master WHERE name IN ('payments', 'schema_steps')`
        : `SELECT tablename AS name FROM pg_tables WHERE tablename IN ('payments', 'schema_steps')`
    expect(await run(tables)).toEqual([])
    await (await open()).close()
  })
})
