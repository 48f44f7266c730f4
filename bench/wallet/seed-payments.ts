import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { Place } from './wallet-server.ts'

const AMOUNT_MSAT = 1000
/** A quarter of an hour apart. */
const APART_SECONDS = 900
const FIRST_AT = 1_600_000_000

/** Received payments in a wallet, with everything the books want to see beside them. Nothing may run meanwhile. */
export async function addPayments(place: Place, walletId: string, count: number): Promise<void> {
  const statements = seedStatements(walletId, count)
  if (place.dialect === 'sqlite') {
    const db = new Sqlite(place.url.slice('sqlite://'.length))
    db.exec(`BEGIN; ${statements.join(';')}; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)`)
    db.close()
    return
  }
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  try {
    await client.query(`BEGIN; ${statements.join(';')}; COMMIT; ANALYZE`)
  } finally {
    await client.end()
  }
}

const seedStatements = (walletId: string, count: number): string[] => {
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
  // Wide enough for a million of them in PostgreSQL, too.
  const at = `CAST(${FIRST_AT} AS BIGINT) + i * ${APART_SECONDS}`
  return [
    `${numbers} INSERT INTO payments (checking_id, wallet_id, direction, state, status, payment_hash, bolt11, amount_msat, received_msat, memo, created_at, expires_at, finished_at)
     SELECT '${walletId}-' || i, '${walletId}', 'in', 'success', 'success', '${walletId}-hash-' || i, 'lnbcrt' || i, ${AMOUNT_MSAT}, ${AMOUNT_MSAT}, 'seeded', ${at}, ${at} + 3600, ${at} FROM n`,
    `${numbers} INSERT INTO postings (from_account, to_account, amount_msat, kind, reference, at)
     SELECT 'node', 'available:${walletId}', ${AMOUNT_MSAT}, 'receive', '${walletId}-' || i, ${at} FROM n`,
    `UPDATE balances SET available_msat = available_msat + ${count * AMOUNT_MSAT} WHERE wallet_id = '${walletId}'`,
    `INSERT INTO payment_counts (wallet_id, direction, created, success) VALUES ('${walletId}', 'in', ${count}, ${count})`,
    `INSERT INTO payment_hours (wallet_id, hour, tag, income_sat, spending_sat, payments)
     SELECT '${walletId}', created_at - created_at % 3600, '', SUM(amount_msat / 1000), 0, COUNT(*) FROM payments
     WHERE wallet_id = '${walletId}' GROUP BY created_at - created_at % 3600`,
    // The node is not asked what it has: what was seeded was there from the beginning.
    `DELETE FROM settings WHERE name = 'node-beginning'`,
  ]
}
