import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { write } from '../../test/world/db/contract-commands.ts'
import { createTestDatabase, type TestDatabase } from '../../test/world/test-database.ts'
import { openDatabase } from './open-database.ts'
import { copySqliteFile } from './sqlite/copy-database.ts'
import { checkAtStart, DAMAGED } from './sqlite/sqlite-check.ts'

const COMMANDS = new URL('../../test/world/db/contract-commands.ts', import.meta.url).href
const CHECK_PROCESS = fileURLToPath(new URL('./sqlite/sqlite-check-process.ts', import.meta.url))

let place: TestDatabase
let file: string
beforeEach(async () => {
  place = await createTestDatabase('sqlite')
  file = place.url.slice('sqlite://'.length)
  const db = await openDatabase(place.url, COMMANDS)
  await Promise.all(
    Array.from({ length: 2000 }, (_, index) => db.transact(write, { name: `n${index}`, value: 'x'.repeat(100) })),
  )
  await db.close()
})
afterEach(() => place.drop())

/** As a disk that gives back other bytes than it was given. */
function damage(path: string): void {
  const opened = openSync(path, 'r+')
  const middle = Math.floor(statSync(path).size / 2)
  writeSync(opened, Buffer.alloc(64 * 1024, 0x5a), 0, 64 * 1024, middle)
  closeSync(opened)
}

test('a damaged file stops the start, is named and unchanged, and the message says where to read on', async () => {
  damage(file)
  const before = readFileSync(file)
  await expect(openDatabase(place.url, COMMANDS)).rejects.toThrow(
    /the database .*satchel\.db is damaged .*docs\/guide\/operating\.md/,
  )
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a file that is not a database stops the start and is named', async () => {
  writeFileSync(file, 'something else entirely, longer than the header of a database'.repeat(100))
  await expect(openDatabase(place.url, COMMANDS)).rejects.toThrow(/satchel\.db is damaged \(file is not a database\)/)
})

test('a damaged file is not backed up', async () => {
  damage(file)
  await expect(copySqliteFile(file, join(place.folder, 'copy'))).rejects.toThrow(`the database ${file} is damaged`)
})

const LARGE = { smallBytes: 0, beginMs: 0 }

test('a start does not wait for the check of a large file, and gets its result later', async () => {
  damage(file)
  const found = await new Promise<string>((onDamage) => void checkAtStart(file, onDamage, LARGE))
  expect(found).toMatch(/satchel\.db is damaged/)
  expect(found).not.toContain('Nothing was changed')
})

test('after a check has found damage, starts wait for the check until the file is sound', async () => {
  const sound = readFileSync(file)
  damage(file)
  await new Promise<string>((onDamage) => void checkAtStart(file, onDamage, LARGE))
  const start = () => checkAtStart(file, () => undefined, { smallBytes: 0, beginMs: 600_000 })
  expect(start).toThrow(/satchel\.db is damaged/)
  expect(start).toThrow(/satchel\.db is damaged/)
  writeFileSync(file, sound)
  await start().stop()
  expect(existsSync(`${file}.damaged`)).toBe(false)
})

test('a file that is deleted before its check is not reported as damaged: the data in memory is saved first', async () => {
  const check = spawn(process.execPath, [CHECK_PROCESS, join(place.folder, 'gone.db')], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  expect((await once(check, 'exit'))[0]).not.toBe(DAMAGED)
})

test('the process of a check ends with its parent', async () => {
  const fifo = join(place.folder, 'never-ends')
  execFileSync('mkfifo', [fifo])
  // Opening it blocks the check, as a slow disk would.
  const check = spawn(process.execPath, [CHECK_PROCESS, fifo], { stdio: ['pipe', 'ignore', 'ignore'] })
  check.stdin.end()
  expect(await once(check, 'exit')).toEqual([null, 'SIGKILL'])
})

test('a running check ends with the database, and a waiting one never starts', async () => {
  const copy = join(place.folder, 'other.db')
  copyFileSync(file, copy)
  damage(copy)
  const heard: string[] = []
  const notBegun = checkAtStart(copy, (reason) => heard.push(reason), LARGE)
  await notBegun.stop()
  const running = checkAtStart(copy, (reason) => heard.push(reason), LARGE)
  await new Promise((resolve) => setTimeout(resolve))
  await running.stop()
  expect(heard).toEqual([])
})

test('a command that ends during a check waits for its end, and has its own exit code', () => {
  const fifo = join(place.folder, 'never-ends')
  execFileSync('mkfifo', [fifo])
  const module = JSON.stringify(new URL('./sqlite/sqlite-check.ts', import.meta.url).href)
  const command = `const { checkAtStart } = await import(${module})
    const check = checkAtStart(${JSON.stringify(fifo)}, () => undefined, { smallBytes: -1, beginMs: 0 })
    setTimeout(() => void check.stop().then(() => process.exit(7)), 20)`
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', command]).status).toBe(7)
})
