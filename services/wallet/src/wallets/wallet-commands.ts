import { ServiceError } from '@satchel/http/service-error'
import { type Command, defineCommand, type Tx } from '../db/database.ts'
import { openBalance } from '../ledger/ledger.ts'
import {
  deleteOwnKeys,
  insertKeys,
  insertWallet,
  type SealedKeys,
  type SealedWallet,
  setSealedKeys,
  setWalletName,
  setWebhookSecret,
} from './wallet-store.ts'

export interface NewWallet extends SealedWallet {
  readonly keys: SealedKeys
}

/** A wallet with its keys and its empty balance; also a step of making an account. */
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

/** The default wallet of a user that has none: of several concurrent requests, one creates it (rule S508). */
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

/** An account that was deleted a moment ago can create no wallet. */
async function requireOwner(tx: Tx, { userId }: NewWallet): Promise<void> {
  const owner = await tx.first('SELECT id FROM users WHERE id = $1', [userId], (row) => row)
  if (owner === undefined)
    throw new ServiceError('unauthenticated', 'This account is gone.', [], { word: 'account_gone' })
}

export const renameWallet = defineCommand({
  name: 'rename-wallet',
  invalidates: 'wallets',
  run: (tx, input: { walletId: string; name: string }) =>
    tx.run({ ...setWalletName(input.walletId, input.name), rows: 1, otherwise: gone }),
})

export const resetKeys = defineCommand({
  name: 'reset-wallet-keys',
  invalidates: 'wallets',
  run: async (tx, input: { walletId: string; keys: SealedKeys }) => {
    await tx.run({ ...setSealedKeys(input.walletId, input.keys), rows: 1, otherwise: gone })
    await tx.run(deleteOwnKeys(input.walletId))
    await tx.run(insertKeys(input.walletId, input.keys))
  },
})

export const rotateWebhookSecret = defineCommand({
  name: 'rotate-webhook-secret',
  run: (tx, input: { walletId: string; sealed: string }) =>
    tx.run({ ...setWebhookSecret(input.walletId, input.sealed), rows: 1, otherwise: gone }),
})

const gone = (): ServiceError => new ServiceError('not_found', 'Wallet not found.', [], { word: 'wallet_not_found' })

/** Every change to wallets and their keys. */
export const WALLET_COMMANDS: readonly Command<never, unknown>[] = [
  openFirstWallet,
  openWallet,
  renameWallet,
  resetKeys,
  rotateWebhookSecret,
]
