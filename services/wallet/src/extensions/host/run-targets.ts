import { readInvoice } from '@satchel/bolt11/read-invoice'
import { refuse } from '@satchel/extension-sdk/refusal'
import { ServiceError } from '@satchel/http/service-error'
import { msat } from '@satchel/money/units'
import { feeReserveOf } from '../../payments/fee-reserve.ts'
import { findInvoice } from '../../payments/payment-store.ts'
import type { ExtensionDeps } from './extension-deps.ts'
import { findWalletOwner } from './require-open-wallet.ts'
import type { AnyCtx, RunParts } from './run-parts.ts'

/** Whom money may go to, before any goes. */
export function openRunTargets({ deps, wallets, demand }: RunParts): AnyCtx['targets'] {
  return {
    async wallet(target, payer) {
      const { userId } = wallets.walletOf(payer)
      if ((await findWalletOwner(deps.db, target)) !== userId) return null
      return wallets.handleOf({ walletId: target, userId })
    },
    async offer(target, payer) {
      demand('spend')
      const { host, leastMsat, mostMsat, commentAllowed } = await orRefusal(deps.findOffer(target))
      if (deps.domains.includes(host)) {
        const bolt11 = await orRefusal(deps.fetchInvoice(target, leastMsat))
        await requireOtherWallet(deps, bolt11, wallets.walletOf(payer).walletId)
      }
      return { leastMsat: Number(leastMsat), mostMsat: Number(mostMsat), commentAllowed }
    },
    feeReserveSat: (sat) => {
      const reserve = feeReserveOf(msat(BigInt(sat) * 1000n), deps.payments.policy.fees)
      return Number((reserve + 999n) / 1000n)
    },
  }
}

/** What the other side says is for the extension to act upon. */
async function orRefusal<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'bad_request' ? refuse(error.detail) : error
  }
}

/** Nobody pays himself by way of an address: it would go round for ever. */
export async function requireOtherWallet(
  { db }: Pick<ExtensionDeps, 'db'>,
  bolt11: string,
  payerId: string,
): Promise<void> {
  const ours = await findInvoice(db, readInvoice(bolt11).paymentHash)
  if (ours?.walletId === payerId) throw refuse('The target leads back to the wallet that pays.')
}
