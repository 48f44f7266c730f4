import Sqlite from 'better-sqlite3'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltLnbits, buildLnbits } from '../../world/lnbits/build-lnbits.ts'
import { hex, paymentWriter, smallCore } from '../../world/lnbits/small-lnbits.ts'
import type { LnbitsRow } from '../../world/lnbits/lnbits-tables.ts'
import { openWorld, type World } from '../../world/open-world.ts'
import { importFrom } from './import-from.ts'
import type { ReportJson } from './report.ts'

let world: World
const built: BuiltLnbits[] = []
beforeAll(async () => {
  world = await openWorld({ dialect: 'sqlite' })
})
afterAll(async () => {
  for (const one of built) await one.drop()
  await world.close()
})

const run = async (place: string, sink: { report?: ReportJson } = {}, write = false) => {
  const said: string[] = []
  const outcome = await importFrom({
    place,
    db: world.db,
    vault: world.service.vault,
    folder: tmpdir(),
    extensions: [],
    domains: [],
    ownRelay: 'wss://pay.example/nwcprovider/relay',
    sourceKind: 'simulated',
    now: world.nowSeconds(),
    repairInternalFees: false,
    say: (line) => said.push(line),
    async confirm(report) {
      sink.report = report
      return write
    },
    beforeWriting: async () => undefined,
  })
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

const edit = (folder: string, sql: string): void => {
  const db = new Sqlite(join(folder, 'database.sqlite3'))
  db.exec(sql)
  db.close()
}

test('what is no LNbits is refused with the reason', async () => {
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

test('a file that was cut short is refused', async () => {
  const place = await build()
  const file = join(place, 'database.sqlite3')
  truncateSync(file, Math.floor(readFileSync(file).length / 2))
  await expect(run(place)).rejects.toThrow(/damaged|malformed/)
})

test('an old and a half-migrated LNbits are refused, and a newer one is warned of', async () => {
  await expect(run(await build(undefined, 21))).rejects.toThrow('start LNbits 1.x on it once')
  const half = await build()
  edit(half, 'ALTER TABLE apipayments DROP COLUMN status')
  await expect(run(half)).rejects.toThrow('lacks apipayments.status: its migration did not finish')
  const newer = await build()
  edit(newer, `UPDATE dbversions SET version = 77 WHERE db = 'core'`)
  const { outcome, said } = await run(newer)
  expect(outcome).toBe('not-confirmed')
  expect(said[0]).toContain('newer than 50')
})

test.each([31, 34, 42, 44])('an LNbits whose core is at migration %i is read', async (core) => {
  const sink: { report?: ReportJson } = {}
  expect((await run(await build(undefined, core), sink)).outcome).toBe('not-confirmed')
  expect(sink.report?.counts['users']).toBe(7)
})

test('keys that two wallets share are refused, and nothing is written', async () => {
  const place = await build((core) => {
    const [first, second, ...rest] = core['wallets'] ?? []
    core['wallets'] = [first, { ...second, adminkey: first?.['adminkey'] ?? '' }, ...rest] as LnbitsRow[]
  })
  await expect(run(place, {}, true)).rejects.toThrow('two wallets of LNbits have the same key')
  expect(await countUsers()).toBe(0)
})

test('bytes that are no text, sums that are no numbers and states that are none stay behind', async () => {
  const sink: { report?: ReportJson } = {}
  const place = await build((core) => {
    const pay = paymentWriter(world.nowSeconds())
    core['apipayments'] = [
      ...(core['apipayments'] ?? []),
      { ...pay('shop', 'no number', 5), amount: 'many' },
      { ...pay('shop', 'no state', 5000), status: 'maybe' },
      { ...pay('shop', 'too much', 5000), amount: '9100000000000000' },
    ]
  })
  edit(place, `UPDATE wallets SET name = CAST(x'ff00fe' AS TEXT) WHERE id = '${hex('purse')}'`)
  edit(place, `UPDATE accounts SET extra = '{', username = x'80' WHERE id = '${hex('second')}'`)
  await run(place, sink)
  const why = sink.report?.left_out.map((line) => line.why)
  expect(why).toEqual(
    expect.arrayContaining(['an amount that is no number', 'no known status', 'an amount beyond all bitcoin']),
  )
  expect(await countUsers()).toBe(0)
})

test('what goes wrong while it is written undoes everything', async () => {
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

test('an LNbits that has gone on after its import is refused', async () => {
  const place = await build()
  expect((await run(place, {}, true)).outcome).toBe('imported')
  edit(
    place,
    `UPDATE apipayments SET status = 'failed' WHERE checking_id = (SELECT checking_id FROM apipayments LIMIT 1)`,
  )
  await expect(run(place, {}, true)).rejects.toThrow('it must not run on after an import')
  expect(await world.violations()).toEqual([])
})
