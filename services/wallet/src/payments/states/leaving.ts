import type { Msat } from '@satchel/money/units'
import type { Clock } from '../../base/clock.ts'

/** A payment in one step. */
export interface OneStep {
  readonly walletId: string
  readonly amountMsat: Msat
  readonly paymentHash: string
  /** The request's `Idempotency-Key` with its scope. */
  readonly key: string | undefined
}

/**
 * Payments that wallets are about to send in this process. Only the books decide about a payment; this predicts their
 * decision, so that an invoice is not closed at its node for a payment that they reject (rule C3).
 */
export interface Leaving {
  /**
   * `pay` gets the total that is about to leave the wallet, with this payment. `two steps`, without a call of `pay`:
   * the wallet already pays this invoice, or uses this key.
   */
  inOneStep<T>(payment: OneStep, pay: (leavingMsat: bigint) => Promise<T>): Promise<T | 'two steps'>
  /** Reserves when the earlier payments in one step have ended: the money they count on stays theirs. */
  byReserving<T>(walletId: string, amountMsat: Msat, reserve: () => Promise<T>): Promise<T>
  /** False: the wallet does not pay this invoice in one step now. True: it did, and that has ended. */
  hasEnded(walletId: string, paymentHash: string): Promise<boolean>
  /** A payment of the wallet was rejected after its invoice had been closed. */
  distrust(walletId: string): void
  isTrusted(walletId: string): boolean
}

const DISTRUST_MS = 3_600_000

interface Wallet {
  leavingMsat: bigint
  /** Payments in one step by their hash, and by their key. */
  readonly inOneStep: Map<string, Promise<unknown>>
}

export function createLeaving(clock: Clock): Leaving {
  const wallets = new Map<string, Wallet>()
  /** When the distrust of a wallet ends, Unix milliseconds. */
  const distrusted = new Map<string, number>()

  async function announce<T>(walletId: string, amountMsat: Msat, work: (wallet: Wallet) => Promise<T>): Promise<T> {
    const wallet = wallets.get(walletId) ?? { leavingMsat: 0n, inOneStep: new Map() }
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
    inOneStep: ({ walletId, amountMsat, paymentHash, key }, pay) =>
      announce(walletId, amountMsat, async ({ inOneStep, leavingMsat }) => {
        const names = key === undefined ? [paymentHash] : [paymentHash, key]
        if (names.some((name) => inOneStep.has(name))) return 'two steps'
        const paying = pay(leavingMsat)
        for (const name of names) inOneStep.set(name, paying)
        return paying.finally(() => names.forEach((name) => inOneStep.delete(name)))
      }),
    byReserving: (walletId, amountMsat, reserve) =>
      announce(walletId, amountMsat, async ({ inOneStep }) => {
        await Promise.allSettled(inOneStep.values())
        return reserve()
      }),
    async hasEnded(walletId, paymentHash) {
      const paying = wallets.get(walletId)?.inOneStep.get(paymentHash)
      await paying?.catch(() => undefined)
      return paying !== undefined
    },
    distrust(walletId) {
      const now = clock()
      for (const [wallet, until] of distrusted) if (until <= now) distrusted.delete(wallet)
      distrusted.set(walletId, now + DISTRUST_MS)
    },
    isTrusted: (walletId) => (distrusted.get(walletId) ?? 0) <= clock(),
  }
}
