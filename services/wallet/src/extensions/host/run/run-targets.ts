import { parseInvoice, readInvoice } from '@satchel/bolt11/read-invoice'
import { reject } from '@satchel/extension-sdk/rejection'
import { ServiceError } from '@satchel/http/service-error'
import { msat } from '@satchel/money/units'
import { feeReserveOf } from '../../../payments/limits/fee-reserve.ts'
import { findInvoice } from '../../../payments/states/payment-store.ts'
import type { ExtensionDeps } from '../extension-deps.ts'
import { findWalletOwner } from './require-open-wallet.ts'
import type { AnyCtx, RunParts } from './run-parts.ts'

/** Checks payment targets before a payment. */
export function openRunTargets({ deps, wallets, demand }: RunParts): AnyCtx['targets'] {
  const ownWallet: AnyCtx['targets']['findWallet'] = async (target, payer) => {
    const { userId } = wallets.walletOf(payer)
    if ((await findWalletOwner(deps.db, target)) !== userId) return null
    return wallets.handleOf({ walletId: target, userId })
  }
  return {
    findWallet: ownWallet,
    async resolveWallet(target, payer) {
      demand('spend')
      const own = await ownWallet(target, payer)
      if (own !== null) return own
      const payee = await findOwnPayee(deps, target, wallets.walletOf(payer).userId)
      return payee === undefined ? null : ownWallet(payee, payer)
    },
    async fetchOffer(target, payer) {
      demand('spend')
      const { walletId, userId } = wallets.walletOf(payer)
      const offer = await orRefusal(deps.findOffer(target, userId))
      const { leastMsat, mostMsat, commentAllowed } = offer
      if (isOurs(deps, offer)) {
        const bolt11 = await orRefusal(deps.fetchInvoice(target, leastMsat, undefined, userId))
        await requireOtherWallet(deps, bolt11, walletId)
      }
      return { minMsat: Number(leastMsat), maxMsat: Number(mostMsat), commentAllowed }
    },
    feeReserveSat: (sat) => reserveSat(deps, sat),
    async maxFeeSat(bolt11, sat) {
      const ours = await findInvoice(deps.db, parseInvoice(bolt11).paymentHash)
      return ours === undefined ? reserveSat(deps, sat) : 0
    },
  }
}

function reserveSat({ payments: { policy } }: ExtensionDeps, sat: number): number {
  const reserve = feeReserveOf(msat(BigInt(sat) * 1000n), policy.fees)
  return Number((reserve + 999n) / 1000n)
}

/** Our callbacks always use this host's public name, even if the target has another of its names. */
const isOurs = (
  { domains }: Pick<ExtensionDeps, 'domains'>,
  { host, callback }: { readonly host: string; readonly callback: string },
): boolean => domains.includes(host) || domains.includes(new URL(callback).host)

/** The id of the wallet here that an address pays; undefined = another service's, or it does not answer. */
async function findOwnPayee(deps: ExtensionDeps, target: string, userId: string): Promise<string | undefined> {
  try {
    const offer = await deps.findOffer(target, userId)
    if (!isOurs(deps, offer)) return undefined
    const bolt11 = await deps.fetchInvoice(target, offer.leastMsat, undefined, userId)
    return (await findInvoice(deps.db, readInvoice(bolt11).paymentHash))?.walletId
  } catch (error) {
    // A rate-limited link of ours may belong to any wallet: rethrow.
    if (error instanceof ServiceError && error.code !== 'rate_limited') return undefined
    throw error
  }
}

/** Converts the other side's rejection to one that the extension can catch. */
async function orRefusal<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'bad_request' ? reject(error.detail) : error
  }
}

/** Rejects an invoice of the paying wallet itself: paying it by way of an address could loop forever. */
export async function requireOtherWallet(
  { db }: Pick<ExtensionDeps, 'db'>,
  bolt11: string,
  payerId: string,
): Promise<void> {
  const ours = await findInvoice(db, readInvoice(bolt11).paymentHash)
  if (ours?.walletId === payerId) throw reject('The target leads back to the wallet that pays.')
}
