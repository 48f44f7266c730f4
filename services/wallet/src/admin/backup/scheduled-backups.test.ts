import { execFile } from 'node:child_process'
import {
  chmodSync,
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
import { SILENT_LOG } from '@satchel/http/log'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, TEST_AUTH_SECRET, type World } from '../../../test/world/open-world.ts'
import { createTestDatabase, LOGIC_DIALECTS } from '../../../test/world/test-database.ts'
import { type Config, readConfig } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { listAlarms } from '../../ledger/halt.ts'
import { claimBackup, findBackupState } from './backup-state-store.ts'
import type { BackupTarget } from './backup-target.ts'
import { openFolderTarget } from './folder-target.ts'
import { createScheduledBackups } from './scheduled-backups.ts'

const DAY_S = 86_400
/** 03:00 UTC. */
const AT_S = 3 * 3600

describe.each(LOGIC_DIALECTS)('backups by a schedule, on %s', (dialect) => {
  let folder: string
  let target: string
  let bin: string
  let world: World
  let env: Record<string, string>
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'satchel-schedule-'))
    target = join(folder, 'target')
    bin = join(folder, 'bin')
    mkdirSync(bin)
    writeScript('pg_dump', 'for a; do case $a in --file=*) echo dump > "${a#--file=}";; esac; done')
    world = await openWorld({ dialect })
    env = { SERVICE_DATA_FOLDER: join(folder, 'data'), SERVICE_DATABASE_URL: await urlOf(world) }
  })
  afterEach(async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const writeScript = (name: string, script: string): string => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
    return join(bin, name)
  }
  const configOf = (more: Readonly<Record<string, string>> = {}): Config => {
    const read = readConfig({ AUTH_SECRET_KEY: TEST_AUTH_SECRET, ...env, ...more })
    if ('problems' in read) throw new Error(read.problems.join())
    return read.config
  }
  const open = (
    more: Readonly<Record<string, string>> = {},
    changed: Partial<BackupTarget> = {},
    db: Database = world.db,
  ) =>
    createScheduledBackups({
      schedule: '0 3 * * *',
      target: { ...openFolderTarget(target), ...changed },
      config: configOf(more),
      version: '1.2.3',
      env: { PATH: `${bin}:/bin:/usr/bin`, AUTH_SECRET_KEY: TEST_AUTH_SECRET, HOME: '/home/me' },
      db,
      clock: () => world.nowSeconds() * 1000,
      log: SILENT_LOG,
    })
  const made = (): string[] => (existsSync(target) ? readdirSync(target).sort() : [])
  const advanceTo = (secondOfDay: number): void => {
    const left = (secondOfDay - (world.nowSeconds() % DAY_S) + DAY_S) % DAY_S
    world.advance(left === 0 ? DAY_S : left)
  }
  const copies = (): string[] => readdirSync(join(folder, 'data')).filter((name) => name.includes('backup-'))

  test('the first backup is made immediately, then one per scheduled time; missed times together cause one', async () => {
    const backups = open()
    await backups.check()
    await backups.check()
    expect(made()).toEqual([expect.stringMatching(/^satchel-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/)])
    expect(statSync(join(target, made()[0] ?? '')).mode & 0o777).toBe(0o600)
    advanceTo(AT_S - 1)
    await backups.check()
    expect([made().length, backups.report().overdueMs]).toEqual([1, 0])
    world.advance(1)
    await backups.check()
    expect(made()).toHaveLength(2)
    world.advance(5 * DAY_S + 100)
    const afterRestart = open()
    expect(made()).toHaveLength(2)
    await afterRestart.check()
    await afterRestart.check()
    expect(made()).toHaveLength(3)
    expect(afterRestart.report()).toMatchObject({ madeAt: world.nowSeconds() * 1000, failures: 0, overdueMs: 0 })
    expect([afterRestart.report().bytes, copies()]).toEqual([statSync(join(target, made()[2] ?? '')).size, []])
  })

  test('a failed backup raises an alarm, keeps the older ones, and is retried after ten minutes', async () => {
    await open({ SERVICE_BACKUP_KEEP: '1' }).check()
    const [older] = made()
    advanceTo(AT_S)
    let isFull = true
    const store: BackupTarget['store'] = (...args) =>
      isFull ? Promise.reject(new Error('no space left')) : openFolderTarget(target).store(...args)
    const backups = open({ SERVICE_BACKUP_KEEP: '1' }, { store })
    await expect(backups.check()).rejects.toThrow('no space left')
    expect([made(), copies()]).toEqual([[older], []])
    expect(await listAlarms(world.db, 10)).toMatchObject([{ kind: 'backup-failed', detail: 'no space left' }])
    world.advance(599)
    await backups.check()
    expect(backups.report()).toMatchObject({ failures: 1, overdueMs: 599_000 })
    world.advance(1)
    await expect(backups.check()).rejects.toThrow('no space left')
    isFull = false
    world.advance(600)
    await backups.check()
    expect([made().length, made()[0] === older]).toEqual([1, false])
    expect(await listAlarms(world.db, 10)).toHaveLength(1)
    expect(await world.violations()).toEqual([])
  })

  test('a process that is killed between write and rename leaves no backup, and the next run removes its rest', async () => {
    const config = configOf()
    const here = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href)
    const script = `
      import { storeBackup } from ${here('./store-backup.ts')}
      import { openFolderTarget } from ${here('./folder-target.ts')}
      const config = ${JSON.stringify(config, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}
      const kill = () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}) }
      const target = { ...openFolderTarget(${JSON.stringify(target)}), store: kill }
      const env = { PATH: ${JSON.stringify(`${bin}:/bin:/usr/bin`)} }
      await storeBackup({ config, target, version: '1', now: new Date(0), env, log: console, signal: new AbortController().signal })`
    writeFileSync(join(folder, 'kill.mjs'), script)
    const ended = await new Promise((resolve) => {
      const child = execFile(process.execPath, [join(folder, 'kill.mjs')], () => resolve(child.signalCode))
    })
    expect([ended, made()]).toEqual(['SIGKILL', ['satchel-1970-01-01T00-00-00Z.tar.gz.partial']])
    mkdirSync(join(folder, 'data', 'scheduled-backup-x'))
    await world.db.transact(claimBackup, { seen: '{}', holder: 'a session that has ended' })
    await open().check()
    expect([made(), copies()]).toEqual([[expect.stringMatching(/^satchel-2.*gz$/)], []])
  })

  test('the newest ones stay, and files that are not ours are never deleted', async () => {
    const own = [
      'satchel-2020-01-01T00-00-00Z.tar.gz',
      'satchel-2021-01-01T00-00-00Z.tar.gz.age',
      'satchel-2022-01-01T00-00-00Z.tar.gz',
    ]
    const others = [
      'satchel-2020-01-01.tar.gz',
      'satchel-2020-01-01T00-00-00Z.tar.gz.old',
      'notes.txt',
      'my-satchel-2020-01-01T00-00-00Z.tar.gz',
    ]
    mkdirSync(target)
    for (const name of [...own, ...others]) writeFileSync(join(target, name), name)
    await open({ SERVICE_BACKUP_KEEP: '2' }).check()
    const left = made()
    expect(left.filter((name) => others.includes(name))).toHaveLength(others.length)
    expect(left.filter((name) => own.includes(name))).toEqual([own[2]])
    expect(left).toHaveLength(others.length + 2)
  })

  test('the command gets the finished archive as its last argument, without a shell and without our secrets', async () => {
    const out = join(folder, 'out')
    const script = writeScript('carry', `printf '%s\\n' "$@" > ${out}; env > ${folder}/env; cp "$3" ${folder}/carried`)
    await open({ SERVICE_BACKUP_COMMAND: `${script} $HOME  ;x` }).check()
    const path = join(target, made()[0] ?? '')
    expect(readFileSync(out, 'utf8').trim().split('\n')).toEqual(['$HOME', ';x', path])
    expect(readFileSync(join(folder, 'carried')).equals(readFileSync(path))).toBe(true)
    const given = readFileSync(join(folder, 'env'), 'utf8')
    expect([given.includes('HOME=/home/me'), given.includes('AUTH_SECRET_KEY')]).toEqual([true, false])
  })

  test('a command that fails is a failed backup: its archive stays, and the next attempt replaces it', async () => {
    const script = writeScript('carry', `test -e ${folder}/works || { echo 'no route' >&2; exit 3; }`)
    const backups = open({ SERVICE_BACKUP_COMMAND: script })
    await expect(backups.check()).rejects.toThrow('SERVICE_BACKUP_COMMAND failed with 3: no route')
    const [first] = made()
    world.advance(600)
    await expect(backups.check()).rejects.toThrow('no route')
    expect([made().length, made()[0] === first, backups.report().madeAt]).toEqual([1, false, undefined])
    writeFileSync(join(folder, 'works'), '')
    world.advance(600)
    await backups.check()
    expect([made().length, backups.report().failures]).toEqual([1, 2])
    const missing = open({ SERVICE_BACKUP_COMMAND: 'no-such-program' })
    advanceTo(AT_S)
    await expect(missing.check()).rejects.toThrow('there is no program no-such-program')
  })

  test('a service that stops aborts the backup in flight, which leaves nothing and is not a failure', async () => {
    const backups = open(
      {},
      {
        store: (_file, _name, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error))
            backups.stop()
          }),
      },
    )
    await expect(backups.check()).rejects.toThrow('the service stops')
    expect([made(), copies(), (await findBackupState(world.db)).state]).toEqual([[], [], {}])
    expect([await listAlarms(world.db, 10), backups.report().failures]).toEqual([[], 0])
    await backups.check()
    expect(made()).toEqual([])
    await open().check()
    expect(made()).toHaveLength(1)
  })

  test.skipIf(dialect === 'sqlite')(
    'of two processes one makes the backup, also if the other checks meanwhile',
    async () => {
      const beside = await world.openBeside()
      const other = open({}, {}, beside.db)
      let seen: string[] = []
      const backups = open(
        {},
        {
          async store(...args) {
            await other.check()
            seen = made()
            return openFolderTarget(target).store(...args)
          },
        },
      )
      await backups.check()
      await other.check()
      expect([seen, made()]).toEqual([[expect.stringMatching(/\.partial$/)], [expect.stringMatching(/gz$/)]])
      expect(other.report().madeAt).toBe(backups.report().madeAt)
    },
  )
})

test('/metrics shows the last backup and how long one has been missing; without a schedule nothing', async () => {
  const world = await openWorld({ dialect: 'sqlite', env: { SERVICE_BACKUP_SCHEDULE: '0 3 * * *' } })
  const read = async (): Promise<Record<string, number>> => {
    const text = String((await world.call('GET', '/metrics')).body)
    const rows = [...text.matchAll(/^satchel_backup_(\w+) (\S+)$/gm)]
    return Object.fromEntries(rows.map(([, name, value]) => [name, Number(value)]))
  }
  world.advance(60)
  expect(await read()).toEqual({ overdue_seconds: 60, failures_total: 0 })
  await world.service.makeDueBackup()
  const madeAt = world.nowSeconds()
  expect(await read()).toEqual({
    last_success_timestamp_seconds: expect.closeTo(madeAt, -0.5),
    last_size_bytes: expect.any(Number),
    overdue_seconds: 0,
    failures_total: 0,
  })
  world.advance(3 * DAY_S)
  expect((await read())['overdue_seconds']).toBeGreaterThan(2 * DAY_S)
  await world.close()
  const without = await openWorld({ dialect: 'sqlite' })
  expect(String((await without.call('GET', '/metrics')).body)).not.toMatch(/^satchel_backup_/m)
  await without.close()
})

/** The environment of the service itself. */
async function urlOf({ db }: World): Promise<string> {
  if (db.dialect === 'sqlite') {
    const sql = `SELECT file FROM pragma_database_list WHERE name = 'main'`
    return `sqlite://${await db.first(sql, [], (row: { file: string }) => row.file)}`
  }
  const name = await db.first('SELECT current_database() AS name', [], (row: { name: string }) => row.name)
  const place = await createTestDatabase('postgres')
  await place.drop()
  return place.url.replace(/\/\w+$/, `/${name}`)
}
