import { linkSync, mkdirSync, rmdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { write } from '../../test/world/db/contract-commands.ts'
import { createTestDatabase, type TestDatabase } from '../../test/world/test-database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

const COMMANDS = new URL('../../test/world/db/contract-commands.ts', import.meta.url).href

let place: TestDatabase
let file: string
let first: Database
beforeEach(async () => {
  place = await createTestDatabase('sqlite')
  file = place.url.slice('sqlite://'.length)
  first = await openDatabase(place.url, COMMANDS)
})
afterEach(async () => {
  await first.close()
  await place.drop()
})

/** Another path of the same file. */
const NAMES: readonly [string, () => string][] = [
  [
    'a symbolic link',
    () => {
      const path = join(place.folder, 'link.db')
      symlinkSync('satchel.db', path)
      return path
    },
  ],
  [
    'a linked folder',
    () => {
      const path = join(place.folder, 'linked')
      symlinkSync('.', path)
      return join(path, 'satchel.db')
    },
  ],
  [
    'a hard link in another folder',
    () => {
      mkdirSync(join(place.folder, 'other'))
      const path = join(place.folder, 'other', 'hard.db')
      linkSync(file, path)
      return path
    },
  ],
  [
    'its own path after the lock file was deleted',
    () => {
      rmSync(`${file}.lock`)
      return file
    },
  ],
]

test.each(NAMES)(
  'a second process that opens the database through %s is rejected; the first goes on (A12)',
  async (_how, name) => {
    const path = name()
    await expect(openDatabase(`sqlite://${path}`, COMMANDS)).rejects.toThrow(/another process uses the database/)
    await first.transact(write, { name: 'n', value: 'goes on' })
    await first.close()
    const second = await openDatabase(`sqlite://${path}`, COMMANDS)
    const read = await second.first('SELECT value FROM settings', [], (row: { value: string }) => row.value)
    await second.close()
    expect(read).toBe('goes on')
    first = await openDatabase(place.url, COMMANDS)
  },
)

test('a lock that cannot be written, as on a full disk, is not reported as another process', async () => {
  await first.close()
  // Where the journal of the lock file would be.
  rmSync(`${file}.lock-journal`, { force: true })
  mkdirSync(`${file}.lock-journal`)
  await expect(openDatabase(place.url, COMMANDS)).rejects.toThrow(/satchel\.db\.lock cannot be written \(SQLITE_\w+\)/)
  rmdirSync(`${file}.lock-journal`)
  first = await openDatabase(place.url, COMMANDS)
})
