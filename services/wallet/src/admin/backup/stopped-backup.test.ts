import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { COMPILE_CACHE, NO_FILES } from '../../../test/world/compile-cache.ts'
import { bundleOf } from '../../../test/world/run-script.ts'

test('a backup that is stopped leaves neither half an archive nor a copy of the database behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const target = join(folder, 'locked')
  const archive = join(folder, 'backup.tar.gz')
  mkdirSync(target)
  const holder = new Sqlite(join(target, 'satchel.db'))
  // The copy waits for this.
  holder.exec('CREATE TABLE held (x); BEGIN EXCLUSIVE')
  const env = { ...COMPILE_CACHE, ...NO_FILES, SERVICE_DATA_FOLDER: target }
  const child = spawn(process.execPath, [bundleOf('backup'), archive], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  await expect.poll(() => readdirSync(target), { timeout: 30_000 }).toContainEqual(expect.stringMatching(/^backup-/))
  child.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
  holder.close()
  expect(existsSync(archive)).toBe(false)
  expect(readdirSync(target).filter((name) => name.startsWith('backup-'))).toEqual([])
})
