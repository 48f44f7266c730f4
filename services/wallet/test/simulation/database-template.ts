import { msat } from '@satchel/money/units'
import Sqlite from 'better-sqlite3'
import { adjustBalance } from '../../src/admin/money/adjust-balance.ts'
import { type Change, requireRows, type SqlValue, type Tx } from '../../src/db/database.ts'
import { listMigrations } from '../../src/db/migrate.ts'
import { createStatements } from '../../src/db/sqlite/sqlite-statements.ts'
import { adoptHistory } from '../../src/payments/reconciling/adopt-history.ts'
import { addWallet } from '../../src/wallets/wallet-commands.ts'

/** The wallets that every run begins with, and their balances. */
export const WALLETS = ['alice', 'bob', 'carol'] as const
const BEGINNING_MSAT = 100_000_000n
const LONG_AGO = 1_700_000_000
/** The timeline on which a simulated server begins. */
const FIRST_HISTORY = 'system-1/16384/00000001'

/** A migrated database in memory with some wallets, as bytes to open as often as needed. */
export async function makeDatabaseTemplate(): Promise<Buffer> {
  const db = new Sqlite(':memory:')
  for (const { sql } of listMigrations('sqlite')) db.exec(sql)
  for (const { name, sql } of listMigrations('postgres')) {
    // Tables that only PostgreSQL has, created in SQLite.
    if (name.includes('commit-marks')) db.exec(sql.replaceAll(/ WITH \(fillfactor = \d+\)/g, ''))
  }
  const tx = toTx(db)
  for (const id of WALLETS) {
    const key = (kind: string) => ({ digest: `${id}-${kind}`, sealed: '' })
    const keys = { admin: key('admin'), invoice: key('invoice') }
    await addWallet(tx, { id, userId: id, name: id, webhookSecret: '', at: LONG_AGO, keys })
    await adjustBalance.run(tx, {
      id: `beginning-${id}`,
      walletId: id,
      amountMsat: msat(BEGINNING_MSAT),
      madeBy: 'operator',
      at: LONG_AGO,
      claim: undefined,
    })
  }
  // As a service left it that ran on this server before, so that the oldest backup knows its history.
  await adoptHistory.run(tx, { history: FIRST_HISTORY, expected: '' })
  const bytes = db.serialize()
  db.close()
  return bytes
}

function toTx(db: Sqlite.Database): Tx {
  db.defaultSafeIntegers(true)
  const statements = createStatements(db)
  const run = async (change: Change): Promise<number> =>
    requireRows(change, statements.change(change.sql, change.params))
  const together = (changes: readonly Change[]): Promise<number[]> => Promise.all(changes.map(run))
  return {
    dialect: 'sqlite',
    first: async <R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) =>
      statements.first(sql, params, toRow),
    list: async <R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) =>
      statements.list(sql, params, toRow),
    run,
    together,
    async togetherIf(first, others) {
      if ((await run(first)) === 0) return false
      await together(others)
      return true
    },
  }
}
