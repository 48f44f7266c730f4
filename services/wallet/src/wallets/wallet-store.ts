import { msat } from '@satchel/money/units'
import type { Change, Reader } from '../db/database.ts'
import { searchIn } from '../db/search-in.ts'
import { asGuest, findGuestByKey, listGuestAccess, SHARED_WITH_USER } from './share-store.ts'
import type { KeyKind, Wallet } from './wallet.ts'
import type { KeyVault } from './wallet-keys.ts'
import { LOOK_COLUMNS, type LookRow, toLook, type WalletLook } from './wallet-look.ts'

interface WalletRow extends LookRow {
  readonly id: string
  readonly user_id: string
  readonly name: string
  readonly available_msat: bigint
  readonly admin_key_sealed: string
  readonly invoice_key_sealed: string
}

// NOTE Subqueries and no joins: SQLite plans a join with parameters again each time it runs, at ten times the cost.
const COLUMNS = `id, user_id, name, admin_key_sealed, invoice_key_sealed, ${LOOK_COLUMNS},
  (SELECT available_msat FROM balances WHERE wallet_id = wallets.id) AS available_msat`

const toWallet =
  (vault: KeyVault) =>
  (row: WalletRow): Wallet => ({
    id: row.id,
    userId: row.user_id,
    name: row.name,
    balanceMsat: msat(row.available_msat),
    adminKey: vault.open(row.admin_key_sealed),
    invoiceKey: vault.open(row.invoice_key_sealed),
    look: toLook(row),
  })

export interface KeyHolder {
  readonly wallet: Wallet
  readonly kind: KeyKind
  /** Digest of the key. */
  readonly digest: string
}

/** Excludes wallets of disabled users, also for the keys of guests. */
const OF_KEY = `FROM wallets WHERE id = (SELECT wallet_id FROM wallet_keys WHERE digest = $1) AND closed_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM users WHERE id = wallets.user_id AND disabled_at IS NOT NULL)`

/** The open wallet of a key, and which of its keys it is; a guest's key opens it with the guest's rights. */
export async function findWalletByKey(reader: Reader, vault: KeyVault, key: string): Promise<KeyHolder | undefined> {
  const digest = vault.digest(key)
  const found = await reader.first(
    `SELECT ${COLUMNS}, (SELECT kind FROM wallet_keys WHERE digest = $1) AS kind ${OF_KEY}`,
    [digest],
    (row: WalletRow & { kind: KeyKind | GuestKeyKind }) => ({
      wallet: toWallet(vault)(row),
      kind: row.kind,
    }),
  )
  if (found === undefined) return undefined
  const { wallet, kind } = found
  if (kind === 'admin' || kind === 'invoice') return { wallet, kind, digest }
  const guest = await findGuestByKey(reader, vault, digest)
  return guest && { wallet: asGuest(wallet, guest), kind: OF_GUEST[kind], digest }
}

type GuestKeyKind = `guest-${KeyKind}`
const OF_GUEST: Record<GuestKeyKind, KeyKind> = { 'guest-admin': 'admin', 'guest-invoice': 'invoice' }

/** The user's oldest open wallet. */
export const findDefaultWallet = (reader: Reader, vault: KeyVault, userId: string): Promise<Wallet | undefined> =>
  reader.first(
    `SELECT ${COLUMNS} FROM wallets WHERE user_id = $1 AND closed_at IS NULL ORDER BY seq LIMIT 1`,
    [userId],
    toWallet(vault),
  )

export const findWallet = (reader: Reader, vault: KeyVault, id: string): Promise<Wallet | undefined> =>
  reader.first(`SELECT ${COLUMNS} FROM wallets WHERE id = $1 AND closed_at IS NULL`, [id], toWallet(vault))

export const isWalletOpen = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader.first('SELECT seq FROM wallets WHERE id = $1 AND closed_at IS NULL', [id], (row) => row)) !== undefined

export interface WalletFilter {
  readonly userId: string
  /** Includes wallets that others share with the user, after the user's own. */
  readonly shared?: boolean | undefined
  /** Part of the name, case-insensitive; literal. */
  readonly search?: string | undefined
  readonly limit: number
  readonly offset: number
}

/** In their owner's order, then oldest first. */
export async function listWallets(
  reader: Reader,
  vault: KeyVault,
  { userId, shared = false, search = '', limit, offset }: WalletFilter,
): Promise<{ readonly wallets: Wallet[]; readonly total: number }> {
  const isFound = searchIn(reader, ['name'], { text: search, parameter: '$2' })
  const [whose, order] = shared ? [OWN_AND_SHARED, `user_id <> $1, ${IN_ORDER}`] : ['user_id = $1', IN_ORDER]
  const where = `${whose} AND closed_at IS NULL AND ($2 = '' OR ${isFound})`
  const wallets = await reader.list(
    `SELECT ${COLUMNS} FROM wallets WHERE ${where} ORDER BY ${order} LIMIT $3 OFFSET $4`,
    [userId, search, limit, offset],
    toWallet(vault),
  )
  const total = await reader.first(
    `SELECT count(*) AS total FROM wallets WHERE ${where}`,
    [userId, search],
    (row: { total: bigint }) => Number(row.total),
  )
  return { wallets: await asUserSeesThem(reader, vault, wallets, userId), total: total ?? 0 }
}

/** Positions of shared wallets are their owner's, so they do not count here. */
const IN_ORDER = `CASE WHEN user_id = $1 AND position IS NOT NULL THEN position ELSE ${2 ** 31} END, seq`

/** Two lookups by index, where an OR would read the whole table. */
const OWN_AND_SHARED = `id IN (SELECT id FROM wallets WHERE user_id = $1 UNION ALL ${SHARED_WITH_USER})`

async function asUserSeesThem(reader: Reader, vault: KeyVault, wallets: Wallet[], userId: string): Promise<Wallet[]> {
  if (wallets.every((wallet) => wallet.userId === userId)) return wallets
  const guests = new Map((await listGuestAccess(reader, vault, userId)).map((guest) => [guest.walletId, guest]))
  return wallets.flatMap((wallet) => {
    if (wallet.userId === userId) return [wallet]
    const guest = guests.get(wallet.id)
    // A share that ended between the two reads is gone.
    return guest === undefined ? [] : [asGuest(wallet, guest)]
  })
}

export const findWebhookSecret = (reader: Reader, vault: KeyVault, walletId: string): Promise<string | undefined> =>
  reader.first('SELECT webhook_secret FROM wallets WHERE id = $1', [walletId], (row: { webhook_secret: string }) =>
    vault.open(row.webhook_secret),
  )

export interface SealedWallet {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly webhookSecret: string
  readonly at: number
}

export const insertWallet = (wallet: SealedWallet, keys: SealedKeys): Change => ({
  sql: `INSERT INTO wallets (id, user_id, name, admin_key_sealed, invoice_key_sealed, webhook_secret, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  params: [
    wallet.id,
    wallet.userId,
    wallet.name,
    keys.admin.sealed,
    keys.invoice.sealed,
    wallet.webhookSecret,
    wallet.at,
  ],
  rows: 1,
})

export interface SealedKey {
  readonly digest: string
  readonly sealed: string
}

export type SealedKeys = Readonly<Record<KeyKind, SealedKey>>

export const insertKeys = (walletId: string, keys: SealedKeys): Change => ({
  sql: `INSERT INTO wallet_keys (wallet_id, kind, digest) VALUES ($1, 'admin', $2), ($1, 'invoice', $3)`,
  params: [walletId, keys.admin.digest, keys.invoice.digest],
  rows: 2,
})

export const setSealedKeys = (walletId: string, keys: SealedKeys): Change => ({
  sql: `UPDATE wallets SET admin_key_sealed = $2, invoice_key_sealed = $3 WHERE id = $1 AND closed_at IS NULL`,
  params: [walletId, keys.admin.sealed, keys.invoice.sealed],
})

/** Undefined fields stay unchanged. */
export interface WalletChange {
  readonly name?: string | undefined
  readonly icon?: WalletLook['icon'] | null | undefined
  readonly color?: WalletLook['color'] | null | undefined
  readonly currency?: string | null | undefined
}

export function setWallet(walletId: string, { name, icon, color, currency }: WalletChange): Change {
  const columns = Object.entries({ name, icon, color, currency }).filter(([, value]) => value !== undefined)
  // Without fields this still returns whether the wallet exists.
  const changes = columns.length === 0 ? ['name = name'] : columns.map(([column], at) => `${column} = $${at + 2}`)
  return {
    sql: `UPDATE wallets SET ${changes.join(', ')}
          WHERE id = $1 AND closed_at IS NULL`,
    params: [walletId, ...columns.map(([, value]) => value ?? null)],
  }
}

export const setPosition = (walletId: string, userId: string, position: number | null): Change => ({
  sql: 'UPDATE wallets SET position = $3 WHERE id = $1 AND user_id = $2 AND closed_at IS NULL',
  params: [walletId, userId, position],
})

export const forgetPositions = (userId: string): Change => ({
  sql: 'UPDATE wallets SET position = NULL WHERE user_id = $1',
  params: [userId],
})

export const setWebhookSecret = (walletId: string, sealed: string): Change => ({
  sql: 'UPDATE wallets SET webhook_secret = $2 WHERE id = $1 AND closed_at IS NULL',
  params: [walletId, sealed],
})
