import type { Msat } from '@satchel/money/units'
import type { Clock } from '../../clock.ts'

/**
 * What wallets are about to send in this process. The books alone decide about a payment; this tells beforehand what they
 * will decide, so that an invoice is not closed at its node for a payment that they reject (rule C3).
 */
export interface Leaving {
  /** `pay` learns what is about to leave the wallet, with this payment. */
  inOneStep<T>(walletId: string, amountMsat: Msat, pay: (leavingMsat: bigint) => Promise<T>): Promise<T>
  /** Reserves when the payments in one step have ended that came before: what they count on stays theirs. */
  byReserving<T>(walletId: string, amountMsat: Msat, reserve: () => Promise<T>): Promise<T>
  /** A payment of the wallet was rejected after its invoice had been closed. */
  distrust(walletId: string): void
  isTrusted(walletId: string): boolean
}

const DISTRUST_MS = 3_600_000

interface Wallet {
  leavingMsat: bigint
  readonly inOneStep: Set<Promise<unknown>>
}

export function createLeaving(clock: Clock): Leaving {
  const wallets = new Map<string, Wallet>()
  /** Until when, Unix milliseconds. */
  const distrusted = new Map<string, number>()

  async function announce<T>(walletId: string, amountMsat: Msat, work: (wallet: Wallet) => Promise<T>): Promise<T> {
    const wallet = wallets.get(walletId) ?? { leavingMsat: 0n, inOneStep: new Set() }
    wallets.set(walletId, wallet)
    wallet.leavingMsat += amountMsat
    try {
      return await work(wallet)
    } finally {
      wallet.leavingMsat -= amountMsat
      if (wallet.leavingMsat === 0n) wallets.delete(walletId)
    }
  }

  return {
    inOneStep: (walletId, amountMsat, pay) =>
      announce(walletId, amountMsat, async ({ inOneStep, leavingMsat }) => {
        const paying = pay(leavingMsat)
        inOneStep.add(paying)
        return paying.finally(() => inOneStep.delete(paying))
      }),
    byReserving: (walletId, amountMsat, reserve) =>
      announce(walletId, amountMsat, async ({ inOneStep }) => {
        await Promise.allSettled(inOneStep)
        return reserve()
      }),
    distrust(walletId) {
      const now = clock()
      for (const [wallet, until] of distrusted) if (until <= now) distrusted.delete(wallet)
      distrusted.set(walletId, now + DISTRUST_MS)
    },
    isTrusted: (walletId) => (distrusted.get(walletId) ?? 0) <= clock(),
  }
}
