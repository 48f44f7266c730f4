import { notFound } from '@satchel/http/service-error'

/**
 * The wallets named by the parameter `wallets`, all of which the caller must be able to read; without it, all that it
 * may read.
 */
export function chosenWalletIds(
  readable: readonly string[],
  wallets: readonly string[] | undefined,
): readonly string[] {
  if (wallets === undefined) return readable
  if (wallets.every((id) => readable.includes(id))) return [...new Set(wallets)]
  throw notFound('Wallet not found.', { code: 'wallet_not_found' })
}
