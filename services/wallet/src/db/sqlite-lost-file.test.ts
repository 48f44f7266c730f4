import { copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { write } from '../../test/world/db/contract-commands.ts'
import { createTestDatabase, type TestDatabase } from '../../test/world/test-database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { openSqliteDatabase, readSqliteAside } from './sqlite/sqlite-database.ts'

const COMMANDS = new URL('../../test/world/db/contract-commands.ts', import.meta.url).href

let place: TestDatabase
let file: string
let db: Database
let errors: string[]
let ended: Promise<string>

beforeEach(async () => {
  place = await createTestDatabase('sqlite')
  file = place.url.slice('sqlite://'.length)
  errors = []
  await new Promise<void>((opened) => {
    ended = new Promise((onFatal) => {
      const log = { warn() {}, error: (_facts: object, message: string) => errors.push(message) }
      void openSqliteDatabase({ file, commandsModule: COMMANDS, log, onFatal }).then((database) => {
        db = database
        opened()
      })
    })
  })
})
afterEach(async () => {
  await db.close()
  await place.drop()
})

const keep = (name: string) => db.transact(write, { name, value: 'kept' })
const namesIn = (path: string): Promise<string[]> =>
  readSqliteAside(path, 'SELECT name FROM settings ORDER BY name', [], (row: { name: string }) => row.name)
const rescued = (): string => {
  const [name = 'none', ...more] = readdirSync(place.folder).filter((each) => each.includes('.rescued-'))
  expect(more).toEqual([])
  return join(place.folder, name)
}

const LOSSES: readonly [string, () => Promise<void>, RegExp][] = [
  ['deleted', async () => rmSync(file), /satchel\.db was deleted while in use/],
  ['deleted with all that belongs to it', async () => removeAll(), /satchel\.db was deleted while in use/],
  ['moved away', async () => renameSync(file, `${file}.away`), /satchel\.db was deleted while in use/],
  [
    'replaced by another database',
    async () => {
      const other = await createTestDatabase('sqlite')
      renameSync(other.url.slice('sqlite://'.length), file)
      await other.drop()
    },
    /satchel\.db was replaced by another file/,
  ],
  [
    'replaced by a copy of itself',
    async () => {
      copyFileSync(file, `${file}.copy`)
      renameSync(`${file}.copy`, file)
    },
    /satchel\.db was replaced by another file/,
  ],
]

function removeAll(): void {
  for (const name of readdirSync(place.folder)) rmSync(join(place.folder, name))
}

describe.each(LOSSES)('a database file that is %s while it is open', (_how, lose, reason) => {
  test('later writes are not acknowledged, the process ends, and acknowledged writes are saved', async () => {
    await keep('before')
    await lose()
    const ends = await Promise.allSettled(Array.from({ length: 200 }, (_, index) => keep(`after ${index}`)))
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { status: 503 } })
    await expect(keep('later')).rejects.toMatchObject({ status: 503 })
    expect(await ended).toMatch(reason)
    expect(errors).toEqual([expect.stringMatching(reason), expect.stringContaining(`mv ${rescued()} ${file}`)])
    expect(await namesIn(rescued())).toEqual(['before'])
  })
})

test('a file that is deleted while nothing is written also ends the process within seconds', async () => {
  await keep('before')
  rmSync(file)
  expect(await ended).toMatch(/was deleted while in use/)
  expect(await namesIn(rescued())).toEqual(['before'])
})

test('every write acknowledged when the file is deleted under load is in the saved copy', async () => {
  const acknowledged: string[] = []
  let index = 0
  const load = async (): Promise<void> => {
    for (;;) {
      index += 1
      const name = `n${index}`
      await keep(name)
      acknowledged.push(name)
    }
  }
  const loads = Array.from({ length: 20 }, load)
  await expect.poll(() => acknowledged.length).toBeGreaterThan(100)
  rmSync(file)
  await Promise.allSettled(loads)
  await ended
  const saved = new Set(await namesIn(rescued()))
  expect(acknowledged.filter((name) => !saved.has(name))).toEqual([])
})

test('a deleted log ends the process; everything acknowledged is in the file', async () => {
  await keep('before')
  rmSync(`${file}-wal`)
  await expect(keep('after')).rejects.toMatchObject({ status: 503 })
  expect(await ended).toMatch(/satchel\.db-wal was deleted while in use/)
  await db.close()
  db = await openDatabase(place.url, COMMANDS)
  expect(await namesIn(file)).toEqual(['before'])
})
