import type { WalletHandle } from '@satchel/extension-sdk/wallet-handle'
import type { WalletNames } from '../stores/field-values.ts'

export interface NamedWallet {
  readonly walletId: string
  readonly userId: string
}

/** Names for wallets that mean something in one run only. */
export interface RunWallets extends WalletNames {
  handleOf(wallet: NamedWallet): WalletHandle
  /** Throws for a name that this run has not given out. */
  walletOf(handle: WalletHandle): NamedWallet
}

export function createRunWallets(randomId: () => string): RunWallets {
  const byName = new Map<string, NamedWallet>()
  const byId = new Map<string, string>()
  const secret = randomId()
  const nameOf = (walletId: string, userId: string): string => {
    const known = byId.get(walletId)
    if (known !== undefined) return known
    const name = `wallet:${secret}:${byId.size}`
    byId.set(walletId, name)
    byName.set(name, { walletId, userId })
    return name
  }
  const walletOf = (name: string): NamedWallet => {
    const wallet = byName.get(name)
    if (wallet === undefined) throw new Error('this is no wallet of this run')
    return wallet
  }
  return {
    nameOf,
    idOf: (name) => walletOf(name).walletId,
    handleOf: ({ walletId, userId }) => nameOf(walletId, userId) as WalletHandle,
    walletOf,
  }
}
