import type { Permission } from '../../access/principal.ts'
import type { Reader } from '../../db/database.ts'
import { readPermissions } from '../../wallets/share-store.ts'

/** An invitation to share a wallet, or the accepted share. */
export interface WalletShare {
  readonly id: string
  readonly walletId: string
  readonly walletName: string
  /** Usernames: ids are never shown to other users. */
  readonly owner: string
  readonly guest: string
  readonly permissions: readonly Permission[]
  readonly status: 'pending' | 'accepted'
  /** Unix seconds. */
  readonly createdAt: number
}

interface ShareRow {
  readonly id: string
  readonly wallet_id: string
  readonly wallet_name: string
  readonly owner: string
  readonly guest: string
  readonly permissions: string
  readonly status: WalletShare['status']
  readonly created_at: bigint
}

const SELECT = `SELECT s.id, s.wallet_id, w.name AS wallet_name, o.username AS owner,
    COALESCE(g.username, s.username) AS guest, s.permissions, s.status, s.created_at
  FROM wallet_shares s JOIN wallets w ON w.id = s.wallet_id JOIN users o ON o.id = w.user_id
  LEFT JOIN users g ON g.id = s.guest_id`

const toShare = (row: ShareRow): WalletShare => ({
  id: row.id,
  walletId: row.wallet_id,
  walletName: row.wallet_name,
  owner: row.owner,
  guest: row.guest,
  permissions: readPermissions(row.permissions),
  status: row.status,
  createdAt: Number(row.created_at),
})

/** With the guests of one wallet, oldest first. */
export const listSharesOfWallet = (reader: Reader, walletId: string): Promise<WalletShare[]> =>
  reader.list(`${SELECT} WHERE s.wallet_id = $1 ORDER BY s.seq`, [walletId], toShare)

/** By the user and with the user, oldest first. */
export const listSharesOfUser = (reader: Reader, userId: string): Promise<WalletShare[]> =>
  reader.list(
    `${SELECT} WHERE s.id IN (SELECT id FROM wallet_shares WHERE guest_id = $1
       UNION ALL SELECT id FROM wallet_shares WHERE wallet_id IN (SELECT id FROM wallets WHERE user_id = $1))
     ORDER BY s.seq`,
    [userId],
    toShare,
  )

export const findShare = (reader: Reader, id: string): Promise<WalletShare | undefined> =>
  reader.first(`${SELECT} WHERE s.id = $1`, [id], toShare)

const MAX_INVITATIONS = 100

/** Invitations that wait for this user's answer, oldest first. */
export const listInvitationsOf = (reader: Reader, userId: string): Promise<WalletShare[]> =>
  reader.list(
    `${SELECT} WHERE s.guest_id = $1 AND s.status = 'pending' ORDER BY s.seq LIMIT ${MAX_INVITATIONS}`,
    [userId],
    toShare,
  )
