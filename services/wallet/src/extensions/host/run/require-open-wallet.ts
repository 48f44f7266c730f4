import { reject } from '@satchel/extension-sdk/rejection'
import type { Reader } from '../../../db/database.ts'

/** Closing a wallet ends everything that extensions do for it. */
export async function requireOpenWallet(reader: Reader, walletId: string): Promise<void> {
  const sql = 'SELECT 1 AS one FROM wallets WHERE id = $1 AND closed_at IS NULL'
  if ((await reader.first(sql, [walletId], (row) => row)) === undefined) throw reject('The wallet is closed.', 404)
}

/** Nothing is read or paid for outsiders while the account of the wallet is disabled; its pages still receive. */
export async function requireEnabledAccount(reader: Reader, walletId: string): Promise<void> {
  const sql = `SELECT 1 AS one FROM wallets w JOIN users u ON u.id = w.user_id WHERE w.id = $1 AND u.disabled_at IS NULL`
  if ((await reader.first(sql, [walletId], (row) => row)) === undefined) throw reject('This account is disabled.', 403)
}

/** The user of an open wallet. */
export const findWalletOwner = async (reader: Reader, walletId: string): Promise<string | undefined> =>
  walletId.includes('\0')
    ? undefined
    : reader.first(
        'SELECT user_id FROM wallets WHERE id = $1 AND closed_at IS NULL',
        [walletId],
        (row: { user_id: string }) => row.user_id,
      )
