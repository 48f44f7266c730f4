import { copyFileSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillAll, limitPages, write } from '../../test/world/db/contract-commands.ts'
import { createTestDatabase, type TestDatabase } from '../../test/world/test-database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { readSqliteAside } from './sqlite/sqlite-database.ts'

const COMMANDS = new URL('../../test/world/db/contract-commands.ts', import.meta.url).href

let place: TestDatabase
let file: string
let db: Database
beforeEach(async () => {
  place = await createTestDatabase('sqlite')
  file = place.url.slice('sqlite://'.length)
  db = await openDatabase(place.url, COMMANDS)
})
afterEach(async () => {
  await db.close()
  await place.drop()
})

const logBytes = (): number => (existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0)
const count = (of: string): Promise<unknown> =>
  readSqliteAside(of, 'SELECT count(*) AS n FROM settings', [], (row: { n: bigint }) => row.n).then(([n]) => n)

test('a clean stop leaves the whole database in one file, also after reads', async () => {
  await Promise.all(Array.from({ length: 500 }, (_, index) => db.transact(write, { name: `n${index}`, value: 'x' })))
  await db.first('SELECT 1 AS one', [], (row) => row)
  await db.close()
  expect(logBytes()).toBe(0)
  const copy = join(place.folder, 'copy')
  copyFileSync(file, copy)
  expect(await count(copy)).toBe(500n)
  db = await openDatabase(place.url, COMMANDS)
})

test('the log of a database under constant writes stays below 8 MB', async () => {
  let largest = 0
  const value = 'x'.repeat(20_000)
  for (let round = 0; round < 60; round += 1) {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => db.transact(write, { name: `n${index}`, value: value + String(round) })),
    )
    await db.first('SELECT count(*) FROM settings', [], (row) => row)
    largest = Math.max(largest, logBytes())
  }
  expect(largest).toBeGreaterThan(1024 * 1024)
  expect(largest).toBeLessThan(8 * 1024 * 1024)
})

test('on a full disk writes are rejected with 503 and without effect; the log frees its space; later writes work again', async () => {
  await db.transact(write, { name: 'before', value: 'x'.repeat(1_000_000) })
  expect(logBytes()).toBeGreaterThan(1_000_000)
  const pages = await db.transact(limitPages, { more: 8n })
  const ends = await Promise.allSettled([
    db.transact(write, { name: 'small', value: 'x' }),
    db.transact(fillAll, { names: ['a', 'b', 'c'], value: 'x'.repeat(30_000) }),
  ])
  for (const end of ends) {
    expect(end).toMatchObject({
      status: 'rejected',
      reason: { status: 503, detail: expect.stringContaining('full') },
    })
  }
  expect(await count(file)).toBe(1n)
  expect(logBytes()).toBe(0)
  await db.transact(write, { name: 'small', value: 'x' })
  expect(pages).toBeGreaterThan(0n)
  await db.transact(limitPages, { more: 1_000_000n })
  await db.transact(fillAll, { names: ['a', 'b', 'c'], value: 'x'.repeat(30_000) })
  expect(await count(file)).toBe(5n)
})
