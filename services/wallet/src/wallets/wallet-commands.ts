import { notFound, type ServiceError, unauthenticated } from '@satchel/http/service-error'
import { endAccess } from '../access/end-access.ts'
import { defineGrant } from '../access/shown-credential.ts'
import type { KeptWithNewKeys } from '../access/ways-in.ts'
import { type Command, defineCommand, type Tx } from '../db/database.ts'
import { openBalance } from '../ledger/ledger.ts'
import {
  forgetPositions,
  insertKeys,
  insertWallet,
  type SealedKeys,
  type SealedWallet,
  setPosition,
  setSealedKeys,
  setWallet,
  setWebhookSecret,
  type WalletChange,
} from './wallet-store.ts'

export interface NewWallet extends SealedWallet {
  readonly keys: SealedKeys
}

/** Creates a wallet with its keys and an empty balance; also used to open an account. */
export async function addWallet(tx: Tx, wallet: NewWallet): Promise<void> {
  await tx.together([insertWallet(wallet, wallet.keys), insertKeys(wallet.id, wallet.keys), openBalance(wallet.id)])
}

export const openWallet = defineCommand({
  name: 'open-wallet',
  run: async (tx, wallet: NewWallet) => {
    await requireOwner(tx, wallet)
    await addWallet(tx, wallet)
  },
})

/** The default wallet of a user without one: of several concurrent requests, one creates it (rule S508). */
export const openFirstWallet = defineCommand({
  name: 'open-first-wallet',
  run: async (tx, wallet: NewWallet) => {
    const existing = await tx.first(
      'SELECT id FROM wallets WHERE user_id = $1 AND closed_at IS NULL LIMIT 1',
      [wallet.userId],
      (row: { id: string }) => row.id,
    )
    if (existing !== undefined) return
    await requireOwner(tx, wallet)
    await addWallet(tx, wallet)
  },
})

/** An account that was just deleted must not create a wallet. */
async function requireOwner(tx: Tx, { userId }: NewWallet): Promise<void> {
  const owner = await tx.first('SELECT id FROM users WHERE id = $1', [userId], (row) => row)
  if (owner === undefined) throw unauthenticated('This account is gone.', { code: 'account_gone' })
}

export const changeWallet = defineCommand({
  name: 'change-wallet',
  invalidates: 'wallets',
  run: (tx, input: { walletId: string; change: WalletChange }) =>
    tx.run({ ...setWallet(input.walletId, input.change), rows: 1, otherwise: gone }),
})

/** Sorts wallets: the named ones first, in this order, then the others, oldest first. */
export const orderWallets = defineCommand({
  name: 'order-wallets',
  invalidates: 'wallets',
  run: async (tx, { userId, walletIds }: { userId: string; walletIds: readonly string[] }) => {
    await tx.run(forgetPositions(userId))
    for (const [place, id] of walletIds.entries())
      await tx.run({ ...setPosition(id, userId, place), rows: 1, otherwise: gone })
  },
})

export interface KeyReset {
  readonly walletId: string
  readonly keys: SealedKeys
  readonly kept: readonly KeptWithNewKeys[]
}

/** Replaces the keys, and ends what their holder could have made with them. */
export const resetKeys = defineGrant({
  name: 'reset-wallet-keys',
  invalidates: 'wallets',
  run: async (tx, { walletId, keys, kept }: KeyReset) => {
    await tx.run({ ...setSealedKeys(walletId, keys), rows: 1, otherwise: gone })
    await endAccess(tx, { event: 'new-wallet-keys', walletId, kept })
    await tx.run(insertKeys(walletId, keys))
  },
})

export const rotateWebhookSecret = defineGrant({
  name: 'rotate-webhook-secret',
  run: (tx, input: { walletId: string; sealed: string }) =>
    tx.run({ ...setWebhookSecret(input.walletId, input.sealed), rows: 1, otherwise: gone }),
})

const gone = (): ServiceError => notFound('Wallet not found.', { code: 'wallet_not_found' })

/** Every change to wallets and their keys. */
export const WALLET_COMMANDS: readonly Command<never, unknown>[] = [
  openFirstWallet,
  openWallet,
  changeWallet,
  orderWallets,
  resetKeys,
  rotateWebhookSecret,
]
