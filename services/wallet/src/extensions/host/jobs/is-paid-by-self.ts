import type { Reader } from '../../../db/database.ts'

/** Whether a wallet of the receiving account has paid it: then no money has changed hands. */
export const isPaidBySelf = async (reader: Reader, paymentHash: string, userId: string): Promise<boolean> =>
  (await reader.first(
    `SELECT 1 AS found FROM payments p JOIN wallets w ON w.id = p.wallet_id
     WHERE p.payment_hash = $1 AND p.direction = 'out' AND p.status <> 'failed' AND w.user_id = $2`,
    [paymentHash, userId],
    () => true,
  )) ?? false
