import type { Change } from '../../db/database.ts'

/** The owner's labels; run it after the row is inserted. `labels`: a JSON list, or empty. */
export const labelPast = (checkingId: string, labels: string): Change[] =>
  labels === ''
    ? []
    : [
        {
          sql: `INSERT INTO payment_notes (checking_id, wallet_id, payment_seq, note, labels, words)
                SELECT checking_id, wallet_id, seq, '', $2, $3 FROM payments WHERE checking_id = $1`,
          params: [checkingId, labels, ['', ...(JSON.parse(labels) as string[])].join('\n')],
          rows: 1,
        },
        ...(JSON.parse(labels) as string[]).map((label) => ({
          sql: `INSERT INTO payment_labels (wallet_id, label, payment_seq, checking_id)
                SELECT wallet_id, $2, seq, checking_id FROM payments WHERE checking_id = $1`,
          params: [checkingId, label],
          rows: 1,
        })),
      ]

/** The counts and the hours of all payments of wallets that were imported at that time (rule B19). */
export const tallyPast = (at: number): Change[] => [
  {
    sql: `INSERT INTO payment_counts (wallet_id, direction, created, success, failed)
          SELECT wallet_id, direction, count(*), SUM(CASE WHEN status = 'success' THEN 1 ELSE 0 END),
            SUM(CASE WHEN status = 'failed' THEN 1 ELSE 0 END)
          FROM payments WHERE wallet_id IN (SELECT wallet_id FROM imported_wallets WHERE at = $1)
          GROUP BY wallet_id, direction`,
    params: [at],
  },
  {
    sql: `INSERT INTO payment_hours (wallet_id, hour, tag, income_sat, spending_sat, payments)
          SELECT wallet_id, created_at - created_at % 3600, tag,
            SUM(CASE WHEN direction = 'in' THEN amount_msat / 1000 ELSE 0 END),
            SUM(CASE WHEN direction = 'out' THEN amount_msat / 1000 ELSE 0 END), count(*)
          FROM payments WHERE status = 'success' AND wallet_id IN (SELECT wallet_id FROM imported_wallets WHERE at = $1)
          GROUP BY wallet_id, created_at - created_at % 3600, tag`,
    params: [at],
  },
]

/** For SQL: the invoice was imported as paid, so the node's first report of its receipt is already booked. */
export const IS_IMPORTED_RECEIPT = `EXISTS (SELECT 1 FROM imported_wallets w JOIN payments p ON p.wallet_id = w.wallet_id
  WHERE p.checking_id = $1 AND p.peer_id IS NULL AND p.finished_at <= w.at)
  AND NOT EXISTS (SELECT 1 FROM receipts WHERE payment_hash = $2 AND receipt_id NOT IN ($3, 'hold:' || $2))`
