import { useWallets } from '../../api/wallets.ts'
import type { Around } from './field-text.ts'

/** What values of an item are read with. */
export function useAround(currency: unknown): Around {
  const { data } = useWallets()
  return { currency, walletName: (id) => data?.find((wallet) => wallet.id === id)?.name }
}
