import { execFile } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { COMPILE_CACHE } from '../../../test/world/compile-cache.ts'
import { COMMANDS, configOf, NEW_ENV, NEW_KEY, placeOf, statusOf } from '../../../test/world/open-key-change.ts'
import { openWorld, TEST_AUTH_SECRET, type World, type WorldWallet } from '../../../test/world/open-world.ts'
import { bundleOf, runScript } from '../../../test/world/run-script.ts'
import type { TestDatabase } from '../../../test/world/test-database.ts'
import { deriveKey, KEY_FILE, NEXT_KEY_FILE, prepareNextKey } from '../../config/secrets.ts'
import { openDatabase } from '../../db/open-database.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { resealSecrets } from './reseal-secrets.ts'

describe('the key file', () => {
  let world: World
  let place: TestDatabase
  beforeEach(async () => {
    world = await openWorld({ dialect: 'sqlite' })
    place = await placeOf(world)
  })
  afterEach(() => world.close())
  const keyOf = (name = KEY_FILE): string => readFileSync(join(place.folder, name), 'utf8')
  const rekey = (env: Readonly<Record<string, string>> = {}, ...args: string[]) =>
    runScript('rekey', args, { SERVICE_DATA_FOLDER: place.folder, ...env })

  test('without a given key a random one is used; the command says so', async () => {
    const wallet = await world.openWallet()
    const before = keyOf()
    await world.restart({}, async () => {
      const { code, said } = await rekey()
      expect([code, said]).toEqual([0, expect.stringMatching(/^3 secrets are under the new key\.\nIt is in the data/)])
    })
    expect([keyOf() === before, existsSync(join(place.folder, NEXT_KEY_FILE))]).toEqual([false, false])
    expect(statSync(join(place.folder, KEY_FILE)).mode & 0o777).toBe(0o600)
    expect(await statusOf(world, wallet)).toBe(200)
    await world.restart(NEW_ENV, async () => {
      const { code, said } = await rekey({ SERVICE_NEW_KEY_ENCRYPTION_KEY: NEW_KEY })
      expect([code, said]).toEqual([0, expect.stringContaining('Set SERVICE_KEY_ENCRYPTION_KEY to it')])
      expect(said).not.toContain(NEW_KEY)
    })
    expect(await statusOf(world, wallet)).toBe(200)
    const wrong = await rekey({}, 'a key on the command line')
    expect([wrong.code, wrong.said]).toEqual([1, expect.stringMatching(/^rekey: usage: npm run rekey/)])
  }, 60_000)

  test('a process killed before the change is stored leaves the old key, one killed after it the new one', async () => {
    const wallet = await world.openWallet()
    const old = keyOf()
    let next = ''
    await world.restart({}, () => {
      next = prepareNextKey(place.folder)
    })
    expect([await statusOf(world, wallet), keyOf()]).toEqual([200, old])
    await world.restart({}, async () => {
      next = prepareNextKey(place.folder)
      await resealOnly(deriveKey(old), deriveKey(next))
      expect([keyOf(), keyOf(NEXT_KEY_FILE)]).toEqual([old, next])
    })
    expect([await statusOf(world, wallet), keyOf()]).toEqual([200, next])
    expect(existsSync(join(place.folder, NEXT_KEY_FILE))).toBe(false)
  })

  /** What `changeKey` has done at most when it dies in the middle. */
  const resealOnly = async (from: Uint8Array, to: Uint8Array): Promise<void> => {
    const db = await openDatabase(place.url, COMMANDS)
    await db.transact(resealSecrets, { from, to, at: 1 })
    await db.close()
  }

  test('a backup made after such a kill has the matching key', async () => {
    await world.openWallet()
    const target = join(place.folder, 'elsewhere')
    await world.restart({}, async () => {
      await resealOnly(deriveKey(keyOf()), deriveKey(prepareNextKey(place.folder)))
      const archive = join(place.folder, 'backup.tar.gz')
      const stream = await makeBackup({ config: configOf(place), version: '1.2.3', now: new Date(), env: {} })
      await pipeline(stream, createWriteStream(archive))
      mkdirSync(target)
      const config = configOf({ folder: target, url: `sqlite://${join(target, 'satchel.db')}` })
      const restored = await restoreBackup({
        config,
        archive,
        force: false,
        commandsModule: COMMANDS,
        now: new Date(),
        env: {},
        accepts: async () => true,
      })
      expect(restored?.violations).toEqual([])
      expect(readFileSync(join(target, KEY_FILE), 'utf8')).toBe(keyOf(NEXT_KEY_FILE))
    })
  })

  test('killed at any moment, the service starts and every wallet key works', async () => {
    const wallets = await Promise.all(Array.from({ length: 300 }, () => world.openWallet()))
    const [first, last] = [wallets[0], wallets.at(-1)] as [WorldWallet, WorldWallet]
    const signs = [NEXT_KEY_FILE, 'satchel.db-wal']
    for (const sign of signs) {
      await world.restart({}, () => killWhen(() => existsSync(join(place.folder, sign))))
      expect([await statusOf(world, first), await statusOf(world, last)]).toEqual([200, 200])
    }
  }, 60_000)

  const killWhen = async (isTime: () => boolean): Promise<void> => {
    const env = { ...COMPILE_CACHE, AUTH_SECRET_KEY: TEST_AUTH_SECRET, SERVICE_DATA_FOLDER: place.folder }
    await new Promise<void>((resolve) => {
      const child = execFile(process.execPath, [bundleOf('rekey')], { env }, () => {
        clearInterval(timer)
        resolve()
      })
      const timer = setInterval(() => isTime() && child.kill('SIGKILL'), 1)
    })
  }
})
