import { useWallets } from '../../api/wallets.ts'
import type { Around } from './field-text.ts'

/** The context for formatting an item's values. */
export function useAround(currency: unknown): Around {
  const { data } = useWallets()
  return { currency, walletName: (id) => data?.find((wallet) => wallet.id === id)?.name }
}
