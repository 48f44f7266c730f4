import type { Change } from '../../db/database.ts'

const count = (condition: string): string =>
  `(SELECT COUNT(*) FROM payments p WHERE p.wallet_id = payment_counts.wallet_id
    AND p.direction = payment_counts.direction AND ${condition})`

/** Recomputes a wallet's counts and hours from its rows, in order: the third refills what the second empties. */
export const recountPayments = (walletId: string): readonly Change[] =>
  RECOUNT.map((sql) => ({ sql, params: [walletId] }))

const RECOUNT = [
  `UPDATE payment_counts SET created = ${count('1 = 1')}, success = ${count(`p.state = 'success'`)},
     failed = ${count(`p.state IN ('failed', 'expired')`)} WHERE wallet_id = $1`,
  'DELETE FROM payment_hours WHERE wallet_id = $1',
  `INSERT INTO payment_hours (wallet_id, hour, tag, income_sat, spending_sat, payments)
   SELECT wallet_id, created_at - created_at % 3600, tag,
     SUM(CASE WHEN direction = 'in' THEN amount_msat / 1000 ELSE 0 END),
     SUM(CASE WHEN direction = 'out' THEN amount_msat / 1000 ELSE 0 END), COUNT(*)
   FROM payments WHERE wallet_id = $1 AND state = 'success' GROUP BY wallet_id, created_at - created_at % 3600, tag`,
]
