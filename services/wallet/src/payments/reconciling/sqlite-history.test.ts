import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/world/test-database.ts'
import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open-database.ts'
import { copySqliteFile } from '../../db/sqlite/copy-database.ts'
import { findComparisonDue } from '../../ledger/halt.ts'
import { adoptHistory } from './adopt-history.ts'

const COMMANDS = new URL('../../wiring/commands.ts', import.meta.url).href

let place: TestDatabase
let file: string
let side: string
let db: Database
beforeEach(async () => {
  place = await createTestDatabase('sqlite')
  file = place.url.slice('sqlite://'.length)
  side = `${file}.history`
  db = await open()
})
afterEach(async () => {
  await db.close()
  await place.drop()
})

const open = () => openDatabase(place.url, COMMANDS, { adoptHistory })
const restart = async (meanwhile: () => unknown = () => undefined): Promise<void> => {
  await db.close()
  await meanwhile()
  db = await open()
}
/** Outside the service. */
const run = (sql: string): void => {
  const direct = new Sqlite(file)
  direct.exec(sql)
  direct.close()
}
const DUE = /restored, replaced or promoted/

test('a first start and plain restarts need no comparison; the token differs each time', async () => {
  const seen = [readFileSync(side, 'utf8')]
  for (let round = 0; round < 3; round += 1) {
    expect(await findComparisonDue(db)).toBeUndefined()
    await restart()
    seen.push(readFileSync(side, 'utf8'))
  }
  expect(new Set(seen).size).toBe(4)
})

test('a database replaced by an older copy waits for a comparison, also if the copy is from the same run', async () => {
  const copies = [join(place.folder, 'copy-0'), join(place.folder, 'copy-1')]
  await restart(() => copyFileSync(file, copies[0] ?? ''))
  await copySqliteFile(file, copies[1] ?? '')
  await db.close()
  for (const copy of copies) {
    copyFileSync(copy, file)
    db = await open()
    expect(await findComparisonDue(db)).toMatch(DUE)
    await db.close()
  }
  db = await open()
})

test('a payment reserved in the older copy is queried like a sent one', async () => {
  await restart(() =>
    run(`PRAGMA foreign_keys = OFF;
      INSERT INTO payments
        (checking_id, wallet_id, direction, status, state, payment_hash, bolt11, amount_msat, created_at, expires_at, due_at)
      VALUES ('p', 'w', 'out', 'pending', 'reserved', 'h', 'lnbc', 1000, 1, 2, 9999999999);
      UPDATE settings SET value = 'an older token' WHERE name = 'database-history'`),
  )
  const states = await db.list('SELECT state, due_at FROM payments', [], (row) => row)
  expect(states).toEqual([{ state: 'dispatched', due_at: 0n }])
})

test('without the file beside it, or after a crash between the two, a comparison is needed', async () => {
  await restart(() => rmSync(side))
  expect(await findComparisonDue(db)).toMatch(DUE)
  run(`DELETE FROM settings WHERE name = 'unverified'`)
  const before = readFileSync(side)
  await restart(() => writeFileSync(side, before))
  expect(await findComparisonDue(db)).toMatch(DUE)
})

test('a copy from before there were tokens is detected', async () => {
  await restart(() => run(`DELETE FROM settings WHERE name = 'database-history'`))
  expect(await findComparisonDue(db)).toMatch(DUE)
})

test('an empty database with an old token has lost nothing', async () => {
  await restart(() => rmSync(file))
  expect(await findComparisonDue(db)).toBeUndefined()
  await restart()
  expect(await findComparisonDue(db)).toBeUndefined()
})
