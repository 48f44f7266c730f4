import { withClient } from '../../services/wallet/world/postgres/postgres-template.ts'

/** One INSERT each, so that the server needs no more memory for many. */
const CHUNK = 500_000
const AMOUNT_MSAT = 1000
const APART_SECONDS = 1
const FIRST_AT = 1_500_000_000
/** As long as that of an invoice with a description. */
const INVOICE_LENGTH = 280

/**
 * Received payments of all wallets in PostgreSQL, oldest first, with everything that the books want to see beside them.
 * Their hashes are as random as those of real ones, and the service must not run meanwhile. `from`: how many there are. Answers the size of the database in bytes.
 */
export function addHistory(url: string, from: number, to: number): Promise<number> {
  return withClient(url, async (client) => {
    await client.query('SET synchronous_commit = off')
    await client.query(
      'CREATE TEMP TABLE numbered AS SELECT row_number() OVER (ORDER BY id) - 1 AS n, id AS wallet_id FROM wallets',
    )
    await client.query('CREATE UNIQUE INDEX numbered_n ON numbered (n)')
    for (let first = from; first < to; first += CHUNK) {
      const last = Math.min(first + CHUNK, to)
      await client.query(`BEGIN; ${statements(first, last).join(';')}; COMMIT`)
    }
    await client.query('VACUUM (ANALYZE)')
    await client.query('CHECKPOINT')
    const { rows } = await client.query<{ size: string }>('SELECT pg_database_size(current_database()) AS size')
    return Number(rows[0]?.size)
  })
}

const statements = (first: number, last: number): readonly string[] => {
  const at = `(CAST(${FIRST_AT} AS BIGINT) + i * ${APART_SECONDS})`
  const rows = `FROM generate_series(${first + 1}::bigint, ${last}::bigint) AS i JOIN numbered ON n = i % (SELECT COUNT(*) FROM numbered)`
  const id = `'history-' || md5(i::text)`
  return [
    `INSERT INTO payments (checking_id, wallet_id, direction, state, status, payment_hash, bolt11, amount_msat, received_msat, memo, preimage, created_at, expires_at, finished_at)
     SELECT ${id}, wallet_id, 'in', 'success', 'success', md5('a' || i) || md5('b' || i), rpad('lnbc' || md5(i::text), ${INVOICE_LENGTH}, md5('c' || i)), ${AMOUNT_MSAT}, ${AMOUNT_MSAT}, 'Coffee and cake', md5('d' || i) || md5('e' || i), ${at}, ${at} + 3600, ${at} ${rows}`,
    `INSERT INTO postings (from_account, to_account, amount_msat, kind, reference, at)
     SELECT 'node', 'available:' || wallet_id, ${AMOUNT_MSAT}, 'receive', ${id}, ${at} ${rows}`,
    `UPDATE balances SET available_msat = available_msat + added.count * ${AMOUNT_MSAT}
     FROM (SELECT wallet_id, COUNT(*) AS count ${rows} GROUP BY wallet_id) AS added WHERE balances.wallet_id = added.wallet_id`,
    `INSERT INTO payment_counts (wallet_id, direction, created, success)
     SELECT wallet_id, 'in', COUNT(*), COUNT(*) ${rows} GROUP BY wallet_id
     ON CONFLICT (wallet_id, direction) DO UPDATE SET created = payment_counts.created + excluded.created, success = payment_counts.success + excluded.success`,
    `INSERT INTO payment_hours (wallet_id, hour, tag, income_sat, spending_sat, payments)
     SELECT wallet_id, ${at} - ${at} % 3600, '', SUM(${AMOUNT_MSAT} / 1000), 0, COUNT(*) ${rows} GROUP BY wallet_id, ${at} - ${at} % 3600
     ON CONFLICT (wallet_id, hour, tag) DO UPDATE SET income_sat = payment_hours.income_sat + excluded.income_sat, payments = payment_hours.payments + excluded.payments`,
    // The node is not asked what it has: what was added was there from the beginning.
    `DELETE FROM settings WHERE name = 'node-beginning'`,
  ]
}
