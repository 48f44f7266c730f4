import { ISO_4217 } from '@satchel/money/iso-4217'
import { hadUnsureDigits } from '@satchel/money/once-unsure-digits'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { applyStepsBefore, runPastTheService } from '../../test/world/past-the-service.ts'
import { createTestDatabase, DIALECTS, type TestDatabase } from '../../test/world/test-database.ts'
import { checkReadiness } from './check-readiness.ts'
import { isAddition } from './is-addition.ts'
import { listMigrations, listPendingSteps, migrateSqlite } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const COMMANDS = new URL('../../test/world/db/contract-commands.ts', import.meta.url).href

const STEPS = 'SELECT name FROM schema_steps UNION ALL SELECT name FROM schema_additions'

describe.each(DIALECTS)('the schema, on %s', (dialect) => {
  let place: TestDatabase
  beforeEach(async () => {
    place = await createTestDatabase(dialect, { empty: true })
  })
  afterEach(() => place.drop())

  const run = (sql: string) => runPastTheService(place, sql)
  const open = () => openDatabase(place.url, COMMANDS)

  test('every step is applied once and recorded', async () => {
    await (await open()).close()
    await (await open()).close()
    const steps = await run(`SELECT name FROM (${STEPS}) AS steps ORDER BY name`)
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

  test('a database to which a newer version has only added is accepted', async () => {
    await (await open()).close()
    await run(`INSERT INTO schema_additions (name, checksum) VALUES ('9999-from-the-future.sql', 'x')`)
    const db = await open()
    await expect(checkReadiness(db)).resolves.toBeUndefined()
    expect(await listPendingSteps(db)).toEqual([])
    await db.close()
  })

  test('an addition is not applied twice, and a changed one is rejected', async () => {
    await (await open()).close()
    const newest = listMigrations(dialect).findLast(({ additive }) => !additive)?.name ?? ''
    await run(`INSERT INTO schema_additions SELECT name, checksum FROM schema_steps WHERE name = '${newest}'`)
    await run(`DELETE FROM schema_steps WHERE name = '${newest}'`)
    const db = await open()
    await expect(checkReadiness(db)).resolves.toBeUndefined()
    await db.close()
    await run(`UPDATE schema_additions SET checksum = 'another'`)
    await expect(open()).rejects.toThrow('was changed after')
  })

  test('operators are notified of items whose currency digits depended on Node, by one alarm per extension', async () => {
    await applyStepsBefore(place, '0051')
    const insert = (extId: string, id: string, data: object, kind = 'items') =>
      run(`INSERT INTO extension_rows (ext_id, kind, id, wallet_id, user_id, data, version, created_at, updated_at)
           VALUES ('${extId}', '${kind}', '${id}', 'w', 'u', '${JSON.stringify(data)}', 1, 1, 1)`)
    await insert('fossa', 'atm', { title: 'ATM', currency: 'HUF', profit: 0 })
    await insert('fossa', 'euro', { title: 'My "currency":"HUF"', currency: 'EUR' })
    await insert('fossa', 'claim', { currency: 'HUF' }, 'claims')
    for (let n = 1; n <= 102; n += 1) await insert('offlineshop', `p${n}`, { price: n, currency: 'IDR' })
    await insert('offlineshop', 'dinar', { price: 5, currency: 'IQD' })
    await (await open()).close()
    const alarms = (await run('SELECT kind, reference, detail, at FROM alarms ORDER BY reference')) as readonly {
      readonly detail: string
      readonly at: bigint
    }[]
    const kind = 'currency-digits'
    expect(alarms).toMatchObject([
      { kind, reference: 'fossa', detail: expect.stringMatching(/ISO 4217: HUF atm$/) },
      { kind, reference: 'offlineshop', detail: expect.stringMatching(/: IDR p1, .*, IDR p100 and 3 more$/) },
    ])
    expect(Math.abs(Number(alarms[0]?.at) - Date.now() / 1000)).toBeLessThan(60)
    for (const { sql } of listMigrations(dialect).filter(({ name }) => name.startsWith('0051'))) {
      const named = [...sql.matchAll(/\('([A-Z]{3})'\)/g)].map(([, code = '']) => code)
      expect(named.filter((code) => !hadUnsureDigits(code))).toEqual([])
      expect(Object.keys(ISO_4217).filter((code) => hadUnsureDigits(code) && !named.includes(code))).toEqual([])
    }
  })

  test('old payments keep their amounts, and only a waiting invoice without an amount may have none', async () => {
    const insert = (id: string, columns: string, values: string) =>
      run(`INSERT INTO payments (checking_id, wallet_id, payment_hash, bolt11, created_at, expires_at, ${columns})
           VALUES ('${id}', 'w', '${id}', '', 1, 2, ${values})`)
    await applyStepsBefore(place, '0040')
    await insert('open', 'direction, state, status, amount_msat', `'in', 'open', 'pending', 21000`)
    await insert('paid', 'direction, state, status, amount_msat', `'in', 'success', 'success', 5`)
    await run(`DELETE FROM payments WHERE checking_id = 'open'`)
    await insert('sent', 'direction, state, status, amount_msat', `'out', 'success', 'success', 9007199254740000`)
    await (await open()).close()
    const columns = 'direction, state, status, amount_msat, any_amount'
    await insert('any', columns, `'in', 'open', 'pending', 0, 1`)
    expect(
      await run(
        'SELECT checking_id, CAST(amount_msat AS TEXT) AS msat, CAST(seq AS TEXT) AS seq FROM payments ORDER BY seq',
      ),
    ).toEqual([
      { checking_id: 'paid', msat: '5', seq: '2' },
      { checking_id: 'sent', msat: '9007199254740000', seq: '3' },
      { checking_id: 'any', msat: '0', seq: '4' },
    ])
    for (const row of [
      `'in', 'open', 'pending', 0, 0`,
      `'in', 'success', 'success', 0, 1`,
      `'out', 'reserved', 'pending', 0, 1`,
      `'in', 'open', 'pending', -1, 1`,
      `'in', 'open', 'pending', 1, 2`,
    ]) {
      await expect(insert('wrong', columns, row)).rejects.toThrow(/CHECK|check/)
    }
    await expect(
      run(`UPDATE payments SET state = 'success', status = 'success' WHERE checking_id = 'any'`),
    ).rejects.toThrow(/CHECK|check/)
  })

  test('steps that fail halfway leave nothing behind (K12)', async () => {
    // The last table of the first step is in the way.
    await run('CREATE TABLE deliveries (something TEXT)')
    await expect(open()).rejects.toThrow(/deliveries/)
    await run('DROP TABLE deliveries')
    const tables =
      dialect === 'sqlite'
        ? `SELECT name FROM sqlite_master WHERE name IN ('payments', 'schema_steps', 'schema_additions')`
        : `SELECT tablename AS name FROM pg_tables WHERE tablename IN ('payments', 'schema_steps', 'schema_additions')`
    expect(await run(tables)).toEqual([])
    await (await open()).close()
  })
})

test('a step waits for a long reader of its table in short turns, so that others wait for a second at most', async () => {
  const place = await createTestDatabase('postgres', { empty: true })
  await applyStepsBefore(place, '0046')
  const reader = new pg.Client({ connectionString: place.url })
  await reader.connect()
  await reader.query('BEGIN; LOCK TABLE user_preferences IN ACCESS SHARE MODE')
  const opening = openDatabase(place.url, COMMANDS)
  const waits = `SELECT 1 AS one FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted
    AND relation = 'user_preferences'::regclass`
  await expect.poll(() => runPastTheService(place, waits)).toHaveLength(1)
  // After the step that waits; without its turns this one would wait for the end of the reader.
  await runPastTheService(place, 'SELECT count(*) FROM user_preferences')
  await reader.query('COMMIT')
  await reader.end()
  await (await opening).close()
  await place.drop()
})

test('a step marked additive only adds, and its additions may be missing', () => {
  const all = [...listMigrations('sqlite'), ...listMigrations('postgres')]
  const steps = all.filter(({ additive }) => additive)
  expect(steps.filter(({ sql }) => !isAddition(sql)).map(({ name }) => name)).toEqual([])
  const unique = all.flatMap(({ sql }) => [...sql.matchAll(/CREATE UNIQUE INDEX (\w+)/g)].map(([, name]) => name))
  const dropped = steps.flatMap(({ sql }) => [...sql.matchAll(/DROP INDEX (\w+)/g)].map(([, name]) => name))
  expect(dropped.filter((name) => unique.includes(name))).toEqual([])
})

test.each([
  ['CREATE TABLE a (b TEXT NOT NULL);\nCREATE UNIQUE INDEX c ON a (b);', true],
  ["ALTER TABLE payments ADD COLUMN a TEXT NOT NULL DEFAULT '';", true],
  ['-- Why.\nALTER TABLE payments ADD COLUMN a TEXT; CREATE INDEX b ON payments (a);', true],
  ["INSERT INTO alarms (kind) SELECT 'a' FROM payments;", true],
  ["INSERT INTO payments (state) VALUES ('open');", false],
  ['ALTER TABLE payments ADD COLUMN a TEXT NOT NULL;', false],
  ['ALTER TABLE payments ADD COLUMN a TEXT UNIQUE;', false],
  ['CREATE UNIQUE INDEX b ON payments (a);', false],
  ['DROP INDEX b;', true],
  ['DROP TABLE b;', false],
  ['ALTER TABLE payments RENAME TO b;', false],
  ["UPDATE payments SET state = 'open';", false],
  ['CREATE TRIGGER t BEFORE UPDATE ON payments BEGIN SELECT 1; END;', false],
])('whether %j is an addition: %s', (sql, expected) => {
  expect(isAddition(sql)).toBe(expected)
})

test('an SQLite file that is damaged before its pending steps is not changed', async () => {
  const place = await createTestDatabase('sqlite', { empty: true })
  onTestFinished(() => place.drop())
  const file = place.url.slice('sqlite://'.length)
  const isDamaged = (): never => {
    throw new Error('the file is damaged')
  }
  expect(() => migrateSqlite(file, isDamaged)).toThrow('the file is damaged')
  expect(await runPastTheService(place, 'SELECT name FROM sqlite_master')).toEqual([])
  migrateSqlite(file)
  expect(() => migrateSqlite(file, isDamaged)).not.toThrow()
})
