import type { AccessedWallet, Permission } from '../access/principal.ts'
import type { Reader } from '../db/database.ts'
import type { KeyVault } from './wallet-keys.ts'

/** An accepted share, with separate keys, makes a user a guest of a wallet. */
export interface GuestAccess {
  readonly id: string
  readonly walletId: string
  readonly permissions: readonly Permission[]
  readonly adminKey: string
  readonly invoiceKey: string
}

interface GuestRow {
  readonly id: string
  readonly wallet_id: string
  readonly permissions: string
  readonly admin_key_sealed: string
  readonly invoice_key_sealed: string
}

const COLUMNS = 'id, wallet_id, permissions, admin_key_sealed, invoice_key_sealed'

const toGuest =
  (vault: KeyVault) =>
  (row: GuestRow): GuestAccess => ({
    id: row.id,
    walletId: row.wallet_id,
    permissions: readPermissions(row.permissions),
    adminKey: vault.open(row.admin_key_sealed),
    invoiceKey: vault.open(row.invoice_key_sealed),
  })

/** In the form of the column. */
export const readPermissions = (text: string): Permission[] => text.split(' ') as Permission[]
export const writePermissions = (permissions: readonly Permission[]): string => permissions.join(' ')

/** A guest of a disabled owner is a guest no more until the owner is enabled. */
const OF_ENABLED_OWNER = `NOT EXISTS (SELECT 1 FROM wallets o JOIN users u ON u.id = o.user_id
  WHERE o.id = wallet_shares.wallet_id AND u.disabled_at IS NOT NULL)`

/** The wallets that others share with the user `$1`. */
export const SHARED_WITH_USER = `SELECT wallet_id FROM wallet_shares
  WHERE guest_id = $1 AND status = 'accepted' AND ${OF_ENABLED_OWNER}`

export const findGuestByKey = (reader: Reader, vault: KeyVault, digest: string): Promise<GuestAccess | undefined> =>
  reader.first(
    `SELECT ${COLUMNS} FROM wallet_shares WHERE id = (SELECT share_id FROM wallet_keys WHERE digest = $1)
     AND status = 'accepted' AND ${OF_ENABLED_OWNER}
     AND NOT EXISTS (SELECT 1 FROM users WHERE id = guest_id AND disabled_at IS NOT NULL)`,
    [digest],
    toGuest(vault),
  )

/** A guest's access to another user's wallet. */
export const findGuest = (
  reader: Reader,
  vault: KeyVault,
  { walletId, userId }: { readonly walletId: string; readonly userId: string },
): Promise<GuestAccess | undefined> =>
  reader.first(
    `SELECT ${COLUMNS} FROM wallet_shares
     WHERE wallet_id = $1 AND guest_id = $2 AND status = 'accepted' AND ${OF_ENABLED_OWNER}`,
    [walletId, userId],
    toGuest(vault),
  )

export const listGuestAccess = (reader: Reader, vault: KeyVault, userId: string): Promise<GuestAccess[]> =>
  reader.list(
    `SELECT ${COLUMNS} FROM wallet_shares WHERE guest_id = $1 AND status = 'accepted' AND ${OF_ENABLED_OWNER}`,
    [userId],
    toGuest(vault),
  )

/** The ids of a user's open wallets, and of those shared with it whose payments it may view. */
export const listViewedWallets = (reader: Reader, userId: string): Promise<string[]> =>
  reader.list(
    `SELECT id FROM wallets WHERE closed_at IS NULL AND id IN (SELECT id FROM wallets WHERE user_id = $1
       UNION ALL ${SHARED_WITH_USER} AND ' ' || permissions || ' ' LIKE '% view-payments %')`,
    [userId],
    (row: { id: string }) => row.id,
  )

/** Whether the wallet is open, of an enabled account, and the user's own or shared with it. */
export const isSeenBy = async (
  reader: Reader,
  { walletId, userId }: { readonly walletId: string; readonly userId: string },
): Promise<boolean> =>
  (await reader.first(
    `SELECT id FROM wallets WHERE id = $1 AND closed_at IS NULL AND (user_id = $2 OR EXISTS (
       SELECT 1 FROM wallet_shares WHERE wallet_id = $1 AND guest_id = $2 AND status = 'accepted'))
     AND NOT EXISTS (SELECT 1 FROM users WHERE id = wallets.user_id AND disabled_at IS NOT NULL)`,
    [walletId, userId],
    (row) => row,
  )) !== undefined

/** The wallet as its guest sees it: the guest's keys in the place of the owner's. */
export const asGuest = <W extends AccessedWallet>(wallet: W, guest: GuestAccess): W => ({
  ...wallet,
  adminKey: guest.adminKey,
  invoiceKey: guest.invoiceKey,
  share: { id: guest.id, permissions: guest.permissions },
})
