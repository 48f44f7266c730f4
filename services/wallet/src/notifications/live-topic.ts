import type { Reader } from '../db/database.ts'
import { findInvoice } from '../payments/states/payment-store.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'
import { findWalletByKey } from '../wallets/wallet-store.ts'

/** What a client may listen to, and what gave it the right. */
export type LiveTopic =
  | { readonly kind: 'wallet'; readonly walletId: string; readonly keyDigest: string }
  | { readonly kind: 'hash'; readonly paymentHash: string }
  /** Every wallet that a user may see, as it stands at each event. */
  | { readonly kind: 'account'; readonly userId: string }

/**
 * A key opens its wallet, a payment hash the payment it comes in with; a wallet id opens nothing (rule S524), and
 * neither does the key of a guest who may not view payments.
 */
export async function findLiveTopic(reader: Reader, vault: KeyVault, id: string): Promise<LiveTopic | undefined> {
  if (HASH.test(id)) {
    const invoice = await findInvoice(reader, id.toLowerCase())
    return invoice && { kind: 'hash', paymentHash: invoice.paymentHash }
  }
  if (!KEY.test(id)) return undefined
  const found = await findWalletByKey(reader, vault, id)
  if (found === undefined || found.wallet.share?.permissions.includes('view-payments') === false) return undefined
  return { kind: 'wallet', walletId: found.wallet.id, keyDigest: vault.digest(id) }
}

const HASH = /^[0-9a-f]{64}$/i
const KEY = /^[0-9a-f]{32}$/
