import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyExtension } from '@satchel/extension-sdk/extension'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltLnbits, buildLnbits } from '../../test/world/lnbits/build-lnbits.ts'
import { importBuilt } from '../../test/world/lnbits/import-built.ts'
import type { LnbitsRow } from '../../test/world/lnbits/lnbits-tables.ts'
import { smallItems } from '../../test/world/lnbits/small-items.ts'
import { hex, paymentWriter, smallCore } from '../../test/world/lnbits/small-lnbits.ts'
import { withClient } from '../../test/world/lnbits/write-lnbits.ts'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { BUILT_INS } from '../extensions/built-ins.ts'
import type { ReportJson } from './report.ts'

const NONE: readonly AnyExtension[] = []
let world: World
const built: BuiltLnbits[] = []
beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite' })
})
afterAll(async () => {
  for (const one of built) await one.drop()
  await world.close()
})

const run = async (place: string, sink: { report?: ReportJson } = {}, write = false, extensions = NONE) => {
  const said: string[] = []
  const outcome = await importBuilt(
    world,
    { place },
    {
      extensions,
      domains: [],
      say: (line) => said.push(line),
      show: (report) => void (sink.report = report),
      confirm: async () => write,
    },
  )
  return { outcome, said }
}

const countUsers = () => world.db.first('SELECT count(*) AS n FROM users', [], (row: { n: bigint }) => Number(row.n))

const build = async (change: (core: Record<string, readonly LnbitsRow[]>) => void = () => undefined, core = 50) => {
  const rows = { ...smallCore(world.nowSeconds()) }
  change(rows)
  const one = await buildLnbits({ dialect: 'sqlite', rows: { core: rows }, core })
  built.push(one)
  return one.place
}

const edit = (folder: string, sql: string, file = 'database.sqlite3'): void => {
  const db = new Sqlite(join(folder, file))
  db.exec(sql)
  db.close()
}

test('a source that is not an LNbits is rejected with the reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-lnbits-'))
  const file = join(folder, 'database.sqlite3')
  await expect(run(join(folder, 'missing'))).rejects.toThrow('there is no file or folder')
  await expect(run(folder)).rejects.toThrow('has no database.sqlite3')
  writeFileSync(file, '')
  await expect(run(folder)).rejects.toThrow('is empty')
  writeFileSync(file, 'just some words '.repeat(1000))
  await expect(run(folder)).rejects.toThrow('cannot be read as an SQLite database')
  rmSync(file)
  new Sqlite(file).exec('CREATE TABLE t (a)').close()
  await expect(run(folder)).rejects.toThrow('no table dbversions')
  await expect(run('mysql://localhost/lnbits')).rejects.toThrow('no database that LNbits uses')
  await expect(run('postgres://someone@127.0.0.1:1/lnbits')).rejects.toThrow('cannot be opened')
  rmSync(folder, { recursive: true })
})

test('a truncated file is rejected', async () => {
  const place = await build()
  const file = join(place, 'database.sqlite3')
  truncateSync(file, Math.floor(readFileSync(file).length / 2))
  await expect(run(place)).rejects.toThrow(/damaged|malformed/)
})

test('an old and a half-migrated LNbits are rejected, and a newer one causes a warning', async () => {
  await expect(run(await build(undefined, 21))).rejects.toThrow('start LNbits 1.x on it once')
  const half = await build()
  edit(half, 'DROP VIEW balances; ALTER TABLE apipayments DROP COLUMN status')
  await expect(run(half)).rejects.toThrow('lacks apipayments.status: its migration did not finish')
  const newer = await build()
  edit(newer, `UPDATE dbversions SET version = 77 WHERE db = 'core'`)
  const { outcome, said } = await run(newer)
  expect(outcome).toBe('not-confirmed')
  expect(said[0]).toContain('newer than 50')
})

test('if the balance shown by LNbits differs from its payments, the report names the wallet; without that view it says so', async () => {
  const sink: { report?: ReportJson } = {}
  const place = await build()
  await run(place, sink)
  const { lnbitsMsat = 0 } = sink.report?.figures ?? {}
  expect(sink.report?.wallets.some(({ why }) => why.startsWith('LNbits shows something else'))).toBe(false)
  const view = new Sqlite(join(place, 'database.sqlite3'))
  const { sql } = view.prepare(`SELECT sql FROM sqlite_master WHERE name = 'balances'`).get() as { sql: string }
  view.close()
  const shop = `CASE WHEN p.wallet_id = '${hex('shop')}' THEN 77 ELSE 0 END`
  edit(place, `DROP VIEW balances; ${sql.replace('SELECT p.wallet_id,', `SELECT p.wallet_id, ${shop} +`)}`)
  await run(place, sink)
  expect(sink.report?.figures.lnbitsMsat).toBe(lnbitsMsat + 77)
  const [first] = sink.report?.wallets.filter(({ why }) => why.startsWith('LNbits shows something else')) ?? []
  expect(first).toMatchObject({ wallet: hex('shop') })
  // It releases the reserve of a payment that was never made.
  expect((first?.importedMsat ?? 0) - (first?.lnbitsMsat ?? 0)).toBe(10_000 - 77)
  edit(place, `DROP VIEW balances; CREATE VIEW balances AS SELECT id AS wallet_id, 'many' AS balance FROM wallets`)
  await run(place, sink)
  expect(sink.report?.changed).toContainEqual(
    expect.objectContaining({ kind: 'wallets', why: expect.stringContaining('LNbits shows no number') }),
  )
  expect(sink.report?.figures.lnbitsMsat).toBe(lnbitsMsat)
  for (const broken of ['DROP VIEW balances', 'CREATE VIEW balances AS SELECT wallet_id, balance FROM gone']) {
    edit(place, broken)
    await run(place, sink)
    expect(sink.report?.figures.lnbitsMsat).toBe(lnbitsMsat)
    expect(sink.report?.advice.join()).toContain('no view of its balances')
  }
})

test('keys shared by two wallets are rejected, and nothing is written', async () => {
  const place = await build((core) => {
    const [first, second, ...rest] = core['wallets'] ?? []
    core['wallets'] = [first, { ...second, adminkey: first?.['adminkey'] ?? '' }, ...rest] as LnbitsRow[]
  })
  await expect(run(place, {}, true)).rejects.toThrow('two wallets of LNbits have the same key')
  expect(await countUsers()).toBe(0)
})

test('invalid UTF-8, sums that are not numbers and unknown states are not imported', async () => {
  const sink: { report?: ReportJson } = {}
  const place = await build((core) => {
    const pay = paymentWriter(world.nowSeconds())
    core['apipayments'] = [
      ...(core['apipayments'] ?? []),
      { ...pay('shop', 'no number', 5), amount: 'many' },
      { ...pay('shop', 'no fee', 5000), fee: 'few' },
      { ...pay('shop', 'no state', 5000), status: 'maybe' },
      { ...pay('shop', 'too much', 5000), amount: '9100000000000000' },
    ]
  })
  edit(place, `UPDATE wallets SET name = CAST(x'ff00fe' AS TEXT) WHERE id = '${hex('purse')}'`)
  edit(place, `UPDATE accounts SET extra = '{', username = x'80' WHERE id = '${hex('second')}'`)
  await run(place, sink)
  const why = sink.report?.left_out.map((line) => line.why)
  expect(why).toEqual(
    expect.arrayContaining([
      'an amount that is no number',
      'a fee that is no number',
      'no known status',
      'an amount beyond all bitcoin',
    ]),
  )
  // LNbits counts those without a fee or a state.
  expect(sink.report?.wallets).toContainEqual(
    expect.objectContaining({ wallet: hex('shop'), why: expect.stringContaining('LNbits shows something else') }),
  )
  expect(await countUsers()).toBe(0)
})

test('bytes that were overwritten in the middle are found before anything is read', async () => {
  const place = await build()
  const file = join(place, 'database.sqlite3')
  const bytes = readFileSync(file)
  // Every tenth page, except the first, which has the database header.
  for (let at = 4096; at < bytes.length; at += 40_960) bytes.fill(0xa5, at, at + 4096)
  writeFileSync(file, bytes)
  await expect(run(place, {}, true)).rejects.toThrow(/damaged|malformed|cannot be read/)
  expect(await countUsers()).toBe(0)
})

test('a half-migrated PostgreSQL database is refused, too', async () => {
  const half = await buildLnbits({ dialect: 'postgres', rows: { core: smallCore(world.nowSeconds()) } })
  built.push(half)
  await withClient(half.place, (client) => client.query('ALTER TABLE wallets DROP COLUMN adminkey'))
  await expect(run(half.place)).rejects.toThrow('lacks wallets.adminkey: its migration did not finish')
  await withClient(half.place, (client) => client.query('DROP TABLE apipayments CASCADE'))
  await expect(run(half.place)).rejects.toThrow('lacks wallets.adminkey, table apipayments')
  await withClient(half.place, (client) => client.query('DROP TABLE dbversions'))
  await expect(run(half.place)).rejects.toThrow('no table dbversions')
})

test('an LNbits that is writing is rejected, and read when it has stopped', async () => {
  const place = await build()
  const writer = new Sqlite(join(place, 'database.sqlite3'))
  writer.exec('BEGIN EXCLUSIVE')
  try {
    await expect(run(place)).rejects.toThrow('cannot be read as an SQLite database (database is locked)')
  } finally {
    writer.exec('COMMIT')
    writer.close()
  }
  expect((await run(place)).outcome).toBe('not-confirmed')
}, 30_000)

test('an extension whose file is damaged, empty, missing or half-migrated is not imported, and the rest is', async () => {
  const now = world.nowSeconds()
  const one = await buildLnbits({ dialect: 'sqlite', rows: { ...smallItems(now), core: smallCore(now) } })
  built.push(one)
  writeFileSync(join(one.place, 'ext_lnurlp.sqlite3'), 'just some words '.repeat(1000))
  writeFileSync(join(one.place, 'ext_withdraw.sqlite3'), '')
  rmSync(join(one.place, 'ext_paywall.sqlite3'))
  edit(one.place, 'ALTER TABLE pos RENAME TO pos_before', 'ext_tpos.sqlite3')
  // Events has its tables; no Fossa was ever installed.
  for (const id of ['lnurlp', 'withdraw', 'paywall', 'tpos', 'events'])
    edit(one.place, `INSERT INTO dbversions (db, version) VALUES ('${id}', 3)`)
  const sink: { report?: ReportJson } = {}
  await run(one.place, sink, false, BUILT_INS)
  const { counts = {}, left_out: leftOut = [] } = sink.report ?? {}
  expect(counts['Events: items']).toBeGreaterThan(0)
  for (const name of ['Withdraw links', 'Paywall', 'Point of sale']) {
    expect(counts[`${name}: items`], name).toBeUndefined()
  }
  // The Lightning addresses of the wallets: they are not in that file.
  expect(counts['Pay links: items']).toBe(2)
  expect(leftOut.map(({ why }) => why).join('\n')).toContain('cannot be read as an SQLite database')
  const gone = leftOut.filter(({ why }) => why.includes('they are gone')).map(({ kind }) => kind)
  expect(gone.sort()).toEqual(['Paywall', 'Point of sale', 'Withdraw links'])
})

test('texts of a megabyte are cut or left out, and the import continues', async () => {
  const huge = 'x'.repeat(1024 * 1024)
  const place = await build((core) => {
    const pay = paymentWriter(world.nowSeconds())
    const row = { ...pay('shop', 'huge', 5000), memo: huge, bolt11: huge, preimage: huge, webhook: `https://${huge}` }
    core['apipayments'] = [
      ...(core['apipayments'] ?? []),
      { ...row, extra: JSON.stringify({ huge, tag: 'tpos' }), labels: JSON.stringify([huge]) },
    ]
    core['wallets'] = (core['wallets'] ?? []).map((one, index) =>
      index > 0 ? one : { ...one, name: huge, extra: huge },
    )
    core['accounts'] = (core['accounts'] ?? []).map((one, index) =>
      index > 0 ? one : { ...one, email: huge, extra: huge },
    )
  })
  const sink: { report?: ReportJson } = {}
  expect((await run(place, sink)).outcome).toBe('not-confirmed')
  expect(sink.report?.counts['users']).toBe(7)
  expect(JSON.stringify(sink.report).length).toBeLessThan(100_000)
})

test('an error while writing rolls back everything', async () => {
  const place = await build()
  await world.db.transact((await import('../payments/reconciling/compare-balances.ts')).rememberBeginning, {
    value: '5',
    sources: '1',
  })
  // Larger than a wallet may be: the database refuses the balance in the middle of the import.
  edit(place, `UPDATE apipayments SET amount = 9007199254740000 WHERE wallet_id = '${hex('purse')}' AND amount > 0`)
  await expect(run(place, {}, true)).rejects.toThrow()
  expect(await countUsers()).toBe(0)
  expect(await world.violations()).toEqual([])
})

test('an LNbits that ran again after its import is rejected', async () => {
  const place = await build()
  expect((await run(place, {}, true)).outcome).toBe('imported')
  edit(
    place,
    `UPDATE apipayments SET status = 'failed' WHERE checking_id = (SELECT checking_id FROM apipayments LIMIT 1)`,
  )
  await expect(run(place, {}, true)).rejects.toThrow('it must not run on after an import')
  expect(await world.violations()).toEqual([])
})
