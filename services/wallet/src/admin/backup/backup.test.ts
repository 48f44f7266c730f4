import { execFile } from 'node:child_process'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { homeOf } from '../../../test/world/home-of.ts'
import { openWorld, TEST_AUTH_SECRET, type World } from '../../../test/world/open-world.ts'
import { runScript } from '../../../test/world/run-script.ts'
import { tokenOf } from '../../../test/world/token-of.ts'
import { writeDirectly } from '../../../test/world/write-directly.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { openDatabase } from '../../db/open-database.ts'
import { findComparisonDue, findHalt, listAlarms } from '../../ledger/halt.ts'
import { adoptHistory } from '../../payments/reconciling/adopt-history.ts'
import { readBackupNotes } from './backup-notes.ts'
import { makeBackup } from './make-backup.ts'
import { openOwnOrigin } from './origin/own-origins.ts'
import { restoreBackup } from './restore-backup.ts'
import { unpackArchive } from './unpack-archive.ts'
import { writeArchive } from './write-archive.ts'

const ROOT = { username: 'root', password: 'correct horse' }
const SUPER_USER = { SUPER_USER_USERNAME: ROOT.username, SUPER_USER_PASSWORD: ROOT.password }
const URL_OF_BACKUP = '/admin/api/v1/backup'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function configOf(dataFolder: string, env: Record<string, string> = {}): Config {
  const read = readConfig({ AUTH_SECRET_KEY: TEST_AUTH_SECRET, SERVICE_DATA_FOLDER: dataFolder, ...env })
  if ('problems' in read) throw new Error(read.problems.join())
  return read.config
}

/** The work of the process, without starting one and without a question about the origin. */
const restoreHere = (archive: string, target: string, env: Record<string, string> = {}, force = false) => {
  const commandsModule = new URL('../../wiring/commands.ts', import.meta.url).href
  const options = { archive, force, commandsModule, now: new Date(), env: {}, accepts: async () => true }
  return restoreBackup({ config: configOf(target, env), ...options })
}

describe('backups of SQLite', () => {
  let world: World
  let home: string
  let archive: string
  beforeAll(async () => {
    world = await openWorld({ dialect: 'sqlite', env: SUPER_USER })
    home = await homeOf(world)
  })
  afterAll(() => world.close())
  beforeEach(() => {
    archive = join(folder, 'backup.tar.gz')
  })

  const backup = async (of = home): Promise<void> => {
    const stream = await makeBackup({ config: configOf(of), version: '1.2.3', now: new Date(), env: {} })
    await pipeline(stream, createWriteStream(archive))
  }
  const runBackup = () => runScript('backup', [archive], { SERVICE_DATA_FOLDER: home })
  const restore = (target: string, ...args: string[]) =>
    runScript('restore', [archive, ...args], { SERVICE_DATA_FOLDER: target })
  const balancesIn = async (target: string): Promise<string> =>
    (await runScript('audit', [], { SERVICE_DATA_FOLDER: target })).said

  test('a backup made under load is a consistent state: restored elsewhere the books are right, keys and node included', async () => {
    const [payer, payee] = [await world.openWallet(100_000), await world.openWallet()]
    let loaded = true
    let paid = 0
    const load = async (): Promise<void> => {
      while (loaded) {
        const { payment_request: bolt11 } = await world.invoice(payee, 1)
        if ((await world.send(payer, bolt11)).status === 201) paid += 1
      }
    }
    const loads = [load(), load(), load()]
    const made = await runBackup()
    loaded = false
    await Promise.all(loads)
    expect([made.code, made.said]).toEqual([
      0,
      expect.stringContaining('Not in it, because it is set in the environment: AUTH_SECRET_KEY'),
    ])
    expect(paid).toBeGreaterThan(3)
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    expect(readdirSync(home).filter((name) => name.startsWith('backup-'))).toEqual([])
    expect(readBackupNotes(home).made).toMatchObject({ file: archive, bytes: statSync(archive).size })

    const target = join(folder, 'elsewhere')
    const restored = await restore(target)
    expect([restored.code, restored.said]).toEqual([
      0,
      expect.stringMatching(
        /^Restored the backup of \S+; the books are right\.\nSuper users now: root\nOutgoing payments are halted: /m,
      ),
    ])
    expect(
      readdirSync(target)
        .filter((name) => !/\.lock/.test(name))
        .sort(),
    ).toEqual(['key-encryption-key', 'satchel.db', 'simulated-node.journal'])
    for (const name of ['key-encryption-key', 'satchel.db', 'simulated-node.journal']) {
      expect([name, statSync(join(target, name)).mode & 0o077 & (name === 'key-encryption-key' ? 0o777 : 0)]).toEqual([
        name,
        0,
      ])
    }
    expect(readFileSync(join(target, 'key-encryption-key'), 'utf8')).toBe(
      readFileSync(join(home, 'key-encryption-key'), 'utf8'),
    )
    expect(await balancesIn(target)).toContain('The books add up: ')
  }, 60_000)

  test('installed packages are included, also in another folder', async () => {
    const place = join('notes', 'ab'.repeat(32), 'manifest.json')
    mkdirSync(join(home, 'extensions', place, '..'), { recursive: true })
    writeFileSync(join(home, 'extensions', place), '{"id":"notes"}')
    await backup()
    rmSync(join(home, 'extensions', 'notes'), { recursive: true })
    const packages = join(folder, 'packages')
    await restoreHere(archive, join(folder, 'elsewhere'), { SERVICE_EXTENSIONS_PATH: packages })
    expect(readFileSync(join(packages, place), 'utf8')).toBe('{"id":"notes"}')
  })

  test('the archive is a plain tar.gz that other tools read', async () => {
    await backup()
    const listed = await new Promise<string>((resolve, reject) => {
      execFile('tar', ['tzf', archive], (error, out) => (error === null ? resolve(out) : reject(error)))
    })
    expect(listed.trim().split('\n')).toEqual([
      'database.sqlite',
      'simulated-node.journal',
      'key-encryption-key',
      'manifest.json',
    ])
  })

  test('an existing file is not overwritten; without a file name the usage is printed', async () => {
    writeFileSync(archive, 'mine')
    const made = await runBackup()
    expect([made.code, made.said, readFileSync(archive, 'utf8')]).toEqual([
      1,
      expect.stringMatching(/^backup: .*backup\.tar\.gz exists already: choose another name/),
      'mine',
    ])
    expect(await runScript('backup', [], {})).toMatchObject({
      code: 1,
      said: 'backup: usage: npm run backup -- FILE [--recipient age1…]\n',
    })
    expect(await runScript('restore', [], {})).toMatchObject({ code: 1, said: expect.stringContaining('usage: ') })
  }, 60_000)

  test('it is not restored where a service runs, not even with --force', async () => {
    await backup()
    const before = await world.violations()
    for (const force of [false, true]) {
      await expect(restoreHere(archive, home, {}, force)).rejects.toThrow(/another process uses/)
    }
    expect(await world.violations()).toEqual(before)
  })

  test('it is not restored over existing data, unless --force moves those aside', async () => {
    await backup()
    const target = join(folder, 'used')
    mkdirSync(target)
    writeFileSync(join(target, 'key-encryption-key'), 'another')
    await expect(restoreHere(archive, target)).rejects.toThrow(/key-encryption-key is there already/)
    expect(readdirSync(target).filter((name) => !name.endsWith('.lock'))).toEqual(['key-encryption-key'])
    await restoreHere(archive, target, {}, true)
    const aside = readdirSync(target).find((name) => name.startsWith('key-encryption-key.before-restore-'))
    expect(readFileSync(join(target, aside ?? ''), 'utf8')).toBe('another')
    expect(existsSync(join(target, 'satchel.db'))).toBe(true)
  })

  test('files beside the database can be on another disk, too; if one cannot be moved, nothing changes', async () => {
    await backup()
    const [target, disk] = [join(folder, 'used'), mkdtempSync(join(inject('runFolder'), 'disk-'))]
    mkdirSync(target)
    writeFileSync(join(target, 'key-encryption-key'), 'another')
    const env = { SERVICE_DATABASE_URL: `sqlite://${join(disk, 'satchel.db')}` }
    const blocked = { ...env, SERVICE_SIM_JOURNAL: join(archive, 'below a file') }
    await expect(restoreHere(archive, target, blocked, true)).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect([readdirSync(target), existsSync(join(disk, 'satchel.db'))]).toEqual([['key-encryption-key'], false])
    expect(readFileSync(join(target, 'key-encryption-key'), 'utf8')).toBe('another')
    await restoreHere(archive, target, env, true)
    expect(existsSync(join(disk, 'satchel.db'))).toBe(true)
    expect(readFileSync(join(target, 'key-encryption-key'), 'utf8')).not.toBe('another')
  })

  test.each<[string, (whole: Buffer) => Buffer]>([
    ['cut off', (whole) => whole.subarray(0, whole.length - 5000)],
    ['cut off between two files', (whole) => gzipSync(gunzipSync(whole).subarray(0, 1024))],
    ['changed in one byte', (whole) => gzipSync(gunzipSync(whole).fill(1, 5000, 5001))],
    ['no archive at all', () => Buffer.from('nothing')],
    [
      'of files that no backup holds',
      (whole) =>
        gzipSync(
          Buffer.from(
            gunzipSync(whole).toString('latin1').replace('database.sqlite', '../../../escaped'.slice(0, 15)),
            'latin1',
          ),
        ),
    ],
  ])('a backup that is %s restores nothing', async (_what, spoil) => {
    await backup()
    writeFileSync(archive, spoil(readFileSync(archive)))
    const target = join(folder, 'elsewhere')
    await expect(restoreHere(archive, target)).rejects.toThrow(/is no whole backup/)
    expect(readdirSync(target)).toEqual([])
  })

  test('without the secret that encrypts the keys it restores nothing and names the variable', async () => {
    await backup()
    const target = join(folder, 'elsewhere')
    const env = { SERVICE_KEY_ENCRYPTION_KEY: 'another secret that has more than 32 bytes' }
    await expect(restoreHere(archive, target, env)).rejects.toThrow(/set SERVICE_KEY_ENCRYPTION_KEY or AUTH_SECRET_KEY/)
    expect(existsSync(join(target, 'satchel.db'))).toBe(false)
  })

  test('books that do not add up are not restored', async () => {
    const broken = await openWorld({ dialect: 'sqlite' })
    const wallet = await broken.openWallet(5)
    await writeDirectly(broken, `UPDATE balances SET available_msat = 6000 WHERE wallet_id = '${wallet.id}'`)
    await backup(await homeOf(broken))
    await broken.close()
    const target = join(folder, 'elsewhere')
    const refused = await restore(target)
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining(wallet.id)])
    expect(existsSync(join(target, 'satchel.db'))).toBe(false)
  }, 60_000)

  test('after a restore payments are halted until they are compared with the node and an operator resumes', async () => {
    await backup()
    const target = join(folder, 'elsewhere')
    await restoreHere(archive, target)
    const commandsModule = new URL('../../wiring/commands.ts', import.meta.url).href
    for (let start = 0; start < 2; start += 1) {
      const db = await openDatabase(`sqlite://${join(target, 'satchel.db')}`, commandsModule, { adoptHistory })
      expect([await findHalt(db), await findComparisonDue(db)]).toEqual([
        expect.stringMatching(/^A backup of \d{4}-.* was restored/),
        expect.stringMatching(/restored/),
      ])
      expect(await listAlarms(db, 10)).toMatchObject([
        { kind: 'halt', detail: expect.stringContaining('was restored') },
      ])
      await db.close()
    }
  })

  test('a backup whose database is damaged is not restored', async () => {
    await backup()
    const parts = join(folder, 'parts')
    mkdirSync(parts)
    const { origin: _unsigned, ...manifest } = (await unpackArchive(archive, parts)).manifest
    const whole = readFileSync(join(parts, 'database.sqlite'))
    writeFileSync(join(parts, 'database.sqlite'), whole.fill(0x5a, whole.length / 2, whole.length / 2 + 65_536))
    const files = manifest.files.map(({ name }) => ({ name, file: join(parts, name) }))
    await pipeline(
      writeArchive(files, manifest, openOwnOrigin(configOf(home))),
      createGzip(),
      createWriteStream(archive),
    )
    const target = join(folder, 'elsewhere')
    await expect(restoreHere(archive, target)).rejects.toThrow(/is damaged/)
    expect(existsSync(join(target, 'satchel.db'))).toBe(false)
  })

  test('only the super user downloads the same archive, and the audit log has it', async () => {
    const wallet = await world.openWallet()
    const { access_token: token } = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body
    const answer = await world.app.inject({ url: URL_OF_BACKUP, headers: { authorization: `Bearer ${token}` } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/gzip'])
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="satchel-backup-[\dT-]+\.tar\.gz"$/)
    writeFileSync(archive, answer.rawPayload)
    expect((await restoreHere(archive, join(folder, 'elsewhere')))?.violations).toEqual([])
    const { data } = (await world.call('GET', '/admin/api/v1/audit?action=backup-downloaded', { token })).body
    expect(data).toHaveLength(1)
    const statuses = [{}, { key: wallet.adminKey }, { token: await tokenOf(world, wallet) }].map(
      async (credential) => (await world.call('GET', URL_OF_BACKUP, credential)).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 403, 403])
    await expect.poll(() => readdirSync(home).filter((name) => name.startsWith('backup-'))).toEqual([])
  })
})
