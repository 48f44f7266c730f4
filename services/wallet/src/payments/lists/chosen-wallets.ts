import { ServiceError } from '@satchel/http/service-error'

/** The wallets that a caller asks for by `wallets`, of those that it may read here; without it, all of them. */
export function chosenWalletIds(
  readable: readonly string[],
  wallets: readonly string[] | undefined,
): readonly string[] {
  if (wallets === undefined) return readable
  if (wallets.every((id) => readable.includes(id))) return [...new Set(wallets)]
  throw new ServiceError('not_found', 'Wallet not found.', [], { word: 'wallet_not_found' })
}
