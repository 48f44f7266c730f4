import { badRequest, notFound } from '@satchel/http/service-error'
import type { Tx } from '../../db/database.ts'

/**
 * Rejects payments from a closed wallet and from wallets of a disabled account, also by extensions, guests and waiting
 * requests. Money that pending payments return to a closed wallet belongs to the operator.
 */
export async function requireUsableWallet(tx: Tx, walletId: string): Promise<void> {
  const open = await tx.first(
    `SELECT (SELECT disabled_at FROM users WHERE id = wallets.user_id) AS disabled_at
     FROM wallets WHERE id = $1 AND closed_at IS NULL`,
    [walletId],
    (row: { disabled_at: bigint | null }) => ({ isDisabled: row.disabled_at !== null }),
  )
  if (open === undefined) throw notFound('Wallet not found.', { code: 'wallet_not_found' })
  if (open.isDisabled) throw badRequest('The account of this wallet is disabled.', { code: 'account_disabled' })
}
