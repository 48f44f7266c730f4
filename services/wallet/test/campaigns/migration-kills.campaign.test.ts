import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { listMigrations } from '../../src/db/migrate.ts'
import { connect } from '../../src/db/postgres/postgres-connection.ts'
import { createTestDatabase, DIALECTS, type TestDatabase } from '../world/test-database.ts'
import { openBookReader } from './book-reader.ts'
import { eventually } from './eventually.ts'
import { CRASHING_SERVICE, startService } from './stages/service-process.ts'

const CRASHING = { entry: CRASHING_SERVICE }

describe('kill -9 during a migration (K12)', () => {
  let place: TestDatabase
  test('on sqlite: a migration killed after any statement leaves the whole new schema or the old one', async () => {
    place = await createTestDatabase('sqlite', { empty: true })
    let deaths = 0
    for (let nth = 1; nth < 30; nth += 1) {
      const env = { CRASH_IN_MIGRATION: String(nth) }
      const service = await startService({ place, ...CRASHING, env }).catch(() => undefined)
      await service?.kill()
      if (service !== undefined) break
      deaths += 1
      expect([0, listMigrations('sqlite').length]).toContain(await countSteps(place))
    }
    expect(deaths).toBeGreaterThan(3)
    await startsAndWorks(place)
  })

  test('on postgres: a migration killed between two statements leaves the whole new schema or the old one', async () => {
    place = await createTestDatabase('postgres', { empty: true })
    const gate = await connect({ url: place.url, name: 'satchel campaign' })
    await gate.client.query(`
      CREATE FUNCTION stand_at_the_gate() RETURNS event_trigger LANGUAGE plpgsql
        AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); END $$;
      CREATE EVENT TRIGGER gate ON ddl_command_end WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION stand_at_the_gate();
      SELECT pg_advisory_lock(${GATE})`)
    const started = startService({
      place,
      onSpawn: (child) => {
        void eventually('the migration stands', () => standsAtGate(gate)).then(() => child.kill('SIGKILL'))
      },
    })
    await expect(started).rejects.toThrow('SIGKILL')
    await gate.client.query(`DROP EVENT TRIGGER gate`).catch(() => undefined)
    await gate.client.query(`SELECT pg_advisory_unlock(${GATE})`)
    await gate.end()
    await startsAndWorks(place, false)
    expect(await countSteps(place)).toBe(listMigrations('postgres').length)
    await place.drop()
  })

  test.each(DIALECTS)('a database that is newer than the program is rejected, on %s', async (dialect) => {
    place = await createTestDatabase(dialect, { empty: true })
    await startsAndWorks(place, false)
    await addStepOfTomorrow(place)
    await expect(startService({ place })).rejects.toThrow('newer than this program')
    await place.drop()
  })
})

const GATE = 99

async function standsAtGate(gate: Awaited<ReturnType<typeof connect>>): Promise<boolean> {
  const { rows } = await gate.client.query(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE} AND NOT granted`,
  )
  return rows.length > 0
}

async function countSteps(place: TestDatabase): Promise<number> {
  const books = await openBookReader(place)
  try {
    const steps = 'SELECT name FROM schema_steps UNION ALL SELECT name FROM schema_additions'
    return (await books.rows(steps).catch(() => [])).length
  } finally {
    await books.close()
  }
}

async function addStepOfTomorrow(place: TestDatabase): Promise<void> {
  const sql = `INSERT INTO schema_steps (name, checksum) VALUES ('9999-tomorrow.sql', 'x')`
  if (place.url.startsWith('sqlite:')) {
    const db = new Sqlite(place.url.slice('sqlite://'.length))
    db.exec(sql)
    db.close()
    return
  }
  const connection = await connect({ url: place.url, name: 'satchel campaign' })
  await connection.client.query(sql)
  await connection.end()
}

async function startsAndWorks(place: TestDatabase, last = true): Promise<void> {
  const service = await startService({ place })
  expect((await service.state()).check).toBe('ok')
  await service.kill()
  if (last) await place.drop()
}
