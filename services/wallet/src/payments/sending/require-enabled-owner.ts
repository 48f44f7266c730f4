import { badRequest, ServiceError } from '@satchel/http/service-error'
import type { Tx } from '../../db/database.ts'

/**
 * Nothing leaves a wallet that was closed, or the wallets of a disabled account: by no extension, no guest and no request
 * that was waiting. What pending payments give back to a closed wallet is the operator's.
 */
export async function requireEnabledOwner(tx: Tx, walletId: string): Promise<void> {
  const open = await tx.first(
    `SELECT (SELECT disabled_at FROM users WHERE id = wallets.user_id) AS disabled_at
     FROM wallets WHERE id = $1 AND closed_at IS NULL`,
    [walletId],
    (row: { disabled_at: bigint | null }) => ({ isDisabled: row.disabled_at !== null }),
  )
  if (open === undefined) throw new ServiceError('not_found', 'Wallet not found.', [], { word: 'wallet_not_found' })
  if (open.isDisabled) throw badRequest('The account of this wallet is disabled.', { word: 'account_disabled' })
}
