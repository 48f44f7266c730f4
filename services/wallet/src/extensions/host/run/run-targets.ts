import { readInvoice } from '@satchel/bolt11/read-invoice'
import { reject } from '@satchel/extension-sdk/rejection'
import { ServiceError } from '@satchel/http/service-error'
import { trimBlanks } from '@satchel/lnurl/trim-blanks'
import { findInvoice } from '../../../payments/states/payment-store.ts'
import type { ExtensionDeps, InvoiceAsk } from '../extension-deps.ts'
import { feeReserveSat, maxFeeSat } from './max-fee.ts'
import { findWalletOwner } from './require-open-wallet.ts'
import type { AnyCtx, RunParts } from './run-parts.ts'

/** Checks payment targets before a payment. */
export function openRunTargets({ deps, extension, wallets, demand, trigger }: RunParts): AnyCtx['targets'] {
  // What money or a time has started is no visit. Requests of people count for the account, and all of packages do.
  const isStartedHere = trigger.by === 'settlement' || trigger.by === 'host'
  const isPayout = isStartedHere && !deps.needsBudget(extension.manifest.id)
  const askFor = (userId: string) => ({ accountId: userId, isPayout })
  const ownWallet: AnyCtx['targets']['findWallet'] = async (target, payer) => {
    const { userId } = wallets.walletOf(payer)
    const walletId = trimBlanks(target).toLowerCase()
    if ((await findWalletOwner(deps.db, walletId)) !== userId) return null
    return wallets.handleOf({ walletId, userId })
  }
  return {
    findWallet: ownWallet,
    async resolveWallet(target, payer) {
      demand('spend')
      const own = await ownWallet(target, payer)
      if (own !== null) return own
      const payee = await findOwnPayee(deps, target, askFor(wallets.walletOf(payer).userId))
      return payee === undefined ? null : ownWallet(payee, payer)
    },
    async fetchOffer(target, payer) {
      demand('spend')
      const { walletId, userId } = wallets.walletOf(payer)
      const offer = await orRefusal(deps.findOffer(target, askFor(userId)))
      const { leastMsat, mostMsat, commentAllowed } = offer
      if (await deps.isOwnLink(offer.callback)) {
        const bolt11 = await orRefusal(deps.fetchInvoice(target, leastMsat, askFor(userId)))
        await requireOtherWallet(deps, bolt11, walletId)
      }
      return { minMsat: Number(leastMsat), maxMsat: Number(mostMsat), commentAllowed }
    },
    feeReserveSat: (sat) => feeReserveSat(deps, sat),
    maxFeeSat: (payee, sat, allowedSat) => maxFeeSat(deps, payee, sat, allowedSat),
  }
}

/** The id of the wallet here that an address pays; undefined = another service's, or it does not answer. */
async function findOwnPayee(deps: ExtensionDeps, target: string, ask: InvoiceAsk): Promise<string | undefined> {
  try {
    const offer = await deps.findOffer(target, ask)
    if (!(await deps.isOwnLink(offer.callback))) return undefined
    const bolt11 = await deps.fetchInvoice(target, offer.leastMsat, ask)
    return (await findInvoice(deps.db, readInvoice(bolt11).paymentHash))?.walletId
  } catch (error) {
    // A rate-limited link of ours may belong to any wallet: rethrow.
    if (error instanceof ServiceError && error.status !== 429) return undefined
    throw error
  }
}

/** Converts the other side's rejection to one that the extension can catch. */
async function orRefusal<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof ServiceError && error.status === 400 ? reject(error.detail) : error
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
