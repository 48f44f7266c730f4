import { endingsOf } from '../../access/end-access.ts'
import type { Change } from '../../db/database.ts'

const WALLETS = 'SELECT id FROM wallets WHERE user_id = $1'

/** In this order: rows that are found through another row are deleted before it. */
const STEPS: readonly string[] = [
  // Answers to earlier requests; a scope begins with the id of the wallet or user (idempotency.ts).
  `DELETE FROM idempotency_keys WHERE substr(scope, 1, 36) = $1 OR substr(scope, 1, 36) IN (${WALLETS})`,
  // Webhooks are no longer called; the rows are deleted with the history.
  `UPDATE deliveries SET state = 'given-up', due_at = NULL WHERE due_at IS NOT NULL AND wallet_id IN (${WALLETS})`,
  `DELETE FROM spending WHERE scope = 'user:' || $1 OR scope IN (SELECT 'wallet:' || id FROM wallets WHERE user_id = $1)`,
  `DELETE FROM short_links WHERE wallet_id IN (${WALLETS})`,
  'DELETE FROM wallets WHERE user_id = $1',
  'DELETE FROM acls WHERE user_id = $1',
  'DELETE FROM contacts WHERE user_id = $1',
  'DELETE FROM messages WHERE user_id = $1',
  'DELETE FROM extension_accounts WHERE user_id = $1',
  `DELETE FROM extension_payments WHERE user_id = $1 AND kind = 'enable'`,
  // Payments for extensions stay valid for the installation after their payer's account is deleted.
  `UPDATE extension_payments SET user_id = '' WHERE user_id = $1`,
  'DELETE FROM user_preferences WHERE user_id = $1',
  'DELETE FROM users WHERE id = $1',
]

/**
 * Deletes the access and the data of a user whose wallets are closed; forget-history.ts deletes tables with possibly millions of rows.
 * Payments stay as tombstones (hash, amounts, states), so that their hashes are never reused and late receipts can
 * still be booked (rule D12).
 */
export const forgetUser = (userId: string): readonly Change[] => [
  ...endingsOf({ event: 'account-deleted', userId }),
  ...STEPS.map((sql) => ({ sql, params: [userId] })),
]
