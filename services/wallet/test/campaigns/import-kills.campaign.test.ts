import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { Dialect } from '../../src/db/database.ts'
import { COMPILE_CACHE } from '../world/compile-cache.ts'
import { largeCore } from '../world/lnbits/large-lnbits.ts'
import { writeLnbitsFolder } from '../world/lnbits/write-lnbits.ts'
import { TEST_AUTH_SECRET } from '../world/open-world.ts'
import { runScript } from '../world/run-script.ts'
import { createTestDatabase, DIALECTS, type TestDatabase } from '../world/test-database.ts'
import { openBookReader } from './book-reader.ts'
import { eventually } from './eventually.ts'
import { seededRandom } from './seeded-random.ts'

const KILLS = Number(process.env['IMPORT_KILLS'] ?? 6)
const SIZE = { payments: 2000, wallets: 20 }
const IMPORT = fileURLToPath(new URL('../../src/programs/import-lnbits.ts', import.meta.url))

test.each(DIALECTS)(
  'an import that is killed at any moment has changed nothing or is complete, and can be repeated, on %s',
  async (dialect) => {
    const random = seededRandom(`import kills on ${dialect}`)
    const lnbits = buildSource()
    const whole = await importOnce(dialect, lnbits)
    let target = await openTarget(dialect)
    const seen = { untouched: 0, complete: 0 }
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const before = await target.read()
      // Every second kill hits the transaction, which is short beside the start of the process.
      const untilWriting = kill % 2 === 0
      await killImport(target, lnbits, untilWriting, random.int(untilWriting ? whole.writingMs * 1.2 : whole.ms))
      await target.rest()
      const after = await target.read()
      const complete = after['lnbits_imports'] === 1
      seen[complete ? 'complete' : 'untouched'] += 1
      expect(after, `kill ${kill}`).toEqual(complete ? whole.rows : before)
      if (!complete) continue
      await expectRepeated(target, lnbits)
      target = await openTarget(dialect)
    }
    const last = await target.run(lnbits)
    expect(last.said).toContain('Imported; the books are right.')
    expect(await target.read()).toEqual(whole.rows)
    expect((await runScript('audit', [], target.env)).code).toBe(0)
    await expectRepeated(target, lnbits)
    // Files that a killed import wrote beside the database are removed.
    expect(readdirSync(target.folder).filter((name) => /^import-\w{6}$/.test(name))).toEqual([])
    process.stdout.write(
      `import kills on ${dialect}: ${seen.untouched} changed nothing, ${seen.complete} were complete\n`,
    )
  },
  3_600_000,
)

function buildSource(): string {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-lnbits-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const core = {
    dbversions: [{ db: 'core', version: 50 }],
    ...largeCore({ ...SIZE, now: Math.floor(Date.now() / 1000) }),
  }
  writeLnbitsFolder(folder, { core }, 50)
  return folder
}

/** An import without a kill: its result and duration. */
async function importOnce(dialect: Dialect, lnbits: string) {
  const target = await openTarget(dialect)
  const began = performance.now()
  const child = startImport(target, lnbits)
  const writing = await child.writing
  expect(await child.ended).toBe(0)
  const ended = performance.now()
  return { rows: await target.read(), ms: Math.ceil(ended - began), writingMs: Math.ceil(ended - writing) }
}

async function expectRepeated(target: Target, lnbits: string): Promise<void> {
  const before = await target.read()
  const again = await target.run(lnbits)
  expect(again).toMatchObject({ code: 0, said: expect.stringContaining('nothing changes') })
  expect(await target.read()).toEqual(before)
}

async function killImport(target: Target, lnbits: string, untilWriting: boolean, afterMs: number): Promise<void> {
  const child = startImport(target, lnbits)
  if (untilWriting) await child.writing
  await Promise.race([delay(afterMs), child.ended])
  child.kill()
  await child.ended
}

function startImport({ env }: Target, lnbits: string) {
  const child = spawn(process.execPath, [IMPORT, lnbits, '--yes', '--no-backup'], {
    env: { ...COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const started = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Writing, all or nothing')) resolve()
    })
  })
  const writing = Promise.race([started, ended]).then(() => performance.now())
  return { ended, writing, kill: () => child.kill('SIGKILL') }
}

type Target = Awaited<ReturnType<typeof openTarget>>

async function openTarget(dialect: Dialect) {
  const database = await createTestDatabase(dialect)
  onTestFinished(() => database.drop())
  const { url, folder } = database
  const env = {
    SERVICE_DATABASE_URL: url,
    SERVICE_DATA_FOLDER: folder,
    SERVICE_CONFIG_FOLDER: folder,
    AUTH_SECRET_KEY: TEST_AUTH_SECRET,
  }
  return {
    folder,
    env,
    run: (lnbits: string) => runScript('import-lnbits', [lnbits, '--yes', '--no-backup'], env),
    read: () => readAll(database, dialect),
    /** PostgreSQL notices a closed client only after the running statement. */
    rest: () => eventually('the server has ended what it did', () => isAlone(database, dialect)),
  }
}

/** The number of rows of each table, and the balances. */
async function readAll(database: TestDatabase, dialect: Dialect): Promise<Readonly<Record<string, number>>> {
  const books = await openBookReader(database)
  try {
    const tables = await books.rows<{ name: string }>(
      dialect === 'sqlite'
        ? `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`
        : `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
    )
    const found: Record<string, number> = {}
    for (const { name } of tables) {
      const [row] = await books.rows<{ n: bigint }>(`SELECT count(*) AS n FROM "${name}"`)
      found[name] = Number(row?.n)
    }
    const [sum] = await books.rows<{ n: bigint }>(
      'SELECT COALESCE(SUM(available_msat + reserved_msat), 0) AS n FROM balances',
    )
    return { ...found, 'millisatoshis of all accounts': Number(sum?.n) }
  } finally {
    await books.close()
  }
}

async function isAlone(database: TestDatabase, dialect: Dialect): Promise<boolean> {
  if (dialect === 'sqlite') return true
  const books = await openBookReader(database)
  try {
    const [row] = await books.rows<{ n: bigint }>(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    return Number(row?.n) === 0
  } finally {
    await books.close()
  }
}
