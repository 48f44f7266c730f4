import type { Reader } from '../db/database.ts'
import { findInvoice } from '../payments/states/payment-store.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'
import { findWalletByKey } from '../wallets/wallet-store.ts'

/** A topic that a client may listen to, with the credential that allows it. */
export type LiveTopic =
  | { readonly kind: 'wallet'; readonly walletId: string; readonly keyDigest: string }
  | { readonly kind: 'hash'; readonly paymentHash: string }
  /** Every wallet that a user may see, at the time of each event. */
  | { readonly kind: 'account'; readonly userId: string }

/**
 * A key gives access to its wallet, a payment hash to its incoming payment. A wallet id (rule S524) or the key of a
 * guest who may not view payments gives no access.
 */
export async function findLiveTopic(reader: Reader, vault: KeyVault, id: string): Promise<LiveTopic | undefined> {
  if (HASH.test(id)) {
    const invoice = await findInvoice(reader, id.toLowerCase())
    return invoice && { kind: 'hash', paymentHash: invoice.paymentHash }
  }
  if (!KEY.test(id)) return undefined
  const found = await findWalletByKey(reader, vault, id)
  if (found === undefined || found.wallet.share?.permissions.includes('view-payments') === false) return undefined
  return { kind: 'wallet', walletId: found.wallet.id, keyDigest: found.digest }
}

const HASH = /^[0-9a-f]{64}$/i
const KEY = /^[0-9a-f]{32}$/
