import { badRequest } from '@satchel/http/service-error'
import type { Tx } from '../../db/database.ts'

/** Rejects payments from wallets of a disabled account, also by extensions, guests and waiting requests. */
export async function requireEnabledOwner(tx: Tx, walletId: string): Promise<void> {
  const disabled = await tx.first(
    'SELECT id FROM users WHERE id = (SELECT user_id FROM wallets WHERE id = $1) AND disabled_at IS NOT NULL',
    [walletId],
    (row) => row,
  )
  if (disabled !== undefined) throw badRequest('The account of this wallet is disabled.', { word: 'account_disabled' })
}
