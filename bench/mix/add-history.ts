import Sqlite from 'better-sqlite3'
import { withClient } from '../../services/wallet/test/world/postgres/postgres-template.ts'
import type { Place } from './wallet-server.ts'

export interface History {
  readonly payments: number
  /** Unset: spread over all wallets of the database. */
  readonly walletId?: string
}

/** One transaction each, which limits the memory of the server. */
const CHUNK = 500_000
const AMOUNT_MSAT = 1000
const FIRST_AT = 1_500_000_000
/** The length of an invoice with a description. */
const INVOICE_LENGTH = 280

/**
 * Adds received payments with random hashes, oldest first, with all rows that the books contain for a payment. The
 * service must not run meanwhile.
 */
export async function addHistory({ dialect, url }: Place, history: History): Promise<void> {
  if (dialect === 'sqlite') {
    const db = new Sqlite(url.slice('sqlite://'.length))
    for (const statement of listStatements(dialect, history)) db.exec(statement)
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
  } else {
    await withClient(url, async (client) => {
      await client.query('SET synchronous_commit = off')
      for (const statement of listStatements(dialect, history)) await client.query(statement)
      await client.query('VACUUM (ANALYZE)')
      await client.query('CHECKPOINT')
    })
  }
}

function listStatements(dialect: Place['dialect'], { payments, walletId }: History): string[] {
  const chosen = walletId === undefined ? '' : `WHERE id = '${walletId}'`
  const statements = [
    `CREATE TEMP TABLE numbered AS SELECT row_number() OVER (ORDER BY id) - 1 AS n, id AS wallet_id FROM wallets ${chosen}`,
    'CREATE UNIQUE INDEX numbered_n ON numbered (n)',
  ]
  const spread = { dialect, key: walletId ?? 'all', apartSeconds: walletId === undefined ? 1 : 900 }
  for (let first = 0; first < payments; first += CHUNK) {
    const chunk = chunkStatements(first, Math.min(first + CHUNK, payments), spread)
    statements.push(`BEGIN; ${chunk.join(';')}; COMMIT`)
  }
  // The service then takes what the node has for its beginning, and does not compare it with the books.
  return [...statements, `DELETE FROM settings WHERE name = 'node-beginning'`, 'DROP TABLE numbered']
}

interface Spread {
  readonly dialect: Place['dialect']
  readonly key: string
  readonly apartSeconds: number
}

function chunkStatements(first: number, last: number, { dialect, key, apartSeconds }: Spread): readonly string[] {
  const at = `(CAST(${FIRST_AT} AS BIGINT) + i * ${apartSeconds})`
  const numbers = `WITH RECURSIVE numbers (i) AS (SELECT CAST(${first + 1} AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i < ${last})`
  const rows = `FROM numbers JOIN numbered ON n = i % (SELECT COUNT(*) FROM numbered)`
  const id = `'history-${key}-' || i`
  const random = dialect === 'sqlite' ? 'lower(hex(randomblob(32)))' : `md5('a' || i) || md5('b${key}' || i)`
  return [
    `${numbers} INSERT INTO payments (checking_id, wallet_id, direction, state, status, payment_hash, bolt11, amount_msat, received_msat, memo, preimage, created_at, expires_at, finished_at)
     SELECT ${id}, wallet_id, 'in', 'success', 'success', ${random}, substr('lnbc' || ${Array.from({ length: 5 }, () => random).join(' || ')}, 1, ${INVOICE_LENGTH}), ${AMOUNT_MSAT}, ${AMOUNT_MSAT}, 'Coffee and cake', ${random}, ${at}, ${at} + 3600, ${at} ${rows}`,
    `${numbers} INSERT INTO postings (from_account, to_account, amount_msat, kind, reference, at)
     SELECT 'node', 'available:' || wallet_id, ${AMOUNT_MSAT}, 'receive', ${id}, ${at} ${rows}`,
    `${numbers} UPDATE balances SET available_msat = available_msat + added.count * ${AMOUNT_MSAT}
     FROM (SELECT wallet_id, COUNT(*) AS count ${rows} GROUP BY wallet_id) AS added WHERE balances.wallet_id = added.wallet_id`,
    `${numbers} INSERT INTO payment_counts (wallet_id, direction, created, success)
     SELECT wallet_id, 'in', COUNT(*), COUNT(*) ${rows} WHERE true GROUP BY wallet_id
     ON CONFLICT (wallet_id, direction) DO UPDATE SET created = payment_counts.created + excluded.created, success = payment_counts.success + excluded.success`,
    `${numbers} INSERT INTO payment_hours (wallet_id, hour, tag, income_sat, spending_sat, payments)
     SELECT wallet_id, ${at} - ${at} % 3600, '', SUM(${AMOUNT_MSAT} / 1000), 0, COUNT(*) ${rows} WHERE true GROUP BY wallet_id, ${at} - ${at} % 3600
     ON CONFLICT (wallet_id, hour, tag) DO UPDATE SET income_sat = payment_hours.income_sat + excluded.income_sat, payments = payment_hours.payments + excluded.payments`,
  ]
}
