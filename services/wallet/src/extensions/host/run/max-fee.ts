import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { findPayable } from '@satchel/lnurl/find-payable'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { trimBlanks } from '@satchel/lnurl/trim-blanks'
import { msat, msatToSatCeil } from '@satchel/money/units'
import { feeReserveOf } from '../../../payments/limits/fee-reserve.ts'
import { findOwnInvoice } from '../../../payments/sending/find-own-invoice.ts'
import type { ExtensionDeps } from '../extension-deps.ts'
import { findWalletOwner } from './require-open-wallet.ts'

/**
 * The maximum routing fee of a payment: none to a payee of this service (decision 0094), else the given limit, by
 * default the fee reserve of the service.
 */
export const maxFeeMsat = async (
  deps: ExtensionDeps,
  payee: string,
  amountMsat: bigint,
  allowedMsat: bigint | null,
): Promise<bigint> =>
  (await isOwnPayee(deps, payee)) ? 0n : (allowedMsat ?? feeReserveOf(msat(amountMsat), deps.payments.policy.fees))

/** The same in whole satoshis. */
export const maxFeeSat = async (
  deps: ExtensionDeps,
  payee: string,
  sat: number,
  allowedSat?: number,
): Promise<number> => ((await isOwnPayee(deps, payee)) ? 0 : (allowedSat ?? feeReserveSat(deps, sat)))

export const feeReserveSat = ({ payments: { policy } }: ExtensionDeps, sat: number): number =>
  Number(msatToSatCeil(feeReserveOf(msat(BigInt(sat) * 1000n), policy.fees)))

/**
 * Whether a payment to this payee stays inside, by whatever name it is given: the id of a wallet, an invoice, a Lightning
 * address or an LNURL.
 */
async function isOwnPayee(deps: ExtensionDeps, payee: string): Promise<boolean> {
  if ((await findWalletOwner(deps.db, trimBlanks(payee).toLowerCase())) !== undefined) return true
  try {
    const { kind, text, lnurl } = findPayable(payee, deps.ownAddresses)
    if (kind === 'invoice') return (await findOwnInvoice(deps.payments, parseInvoice(text))) !== undefined
    return lnurl !== undefined && (await deps.isOwnLink(lnurl.url))
  } catch (error) {
    // What cannot be read is rejected when it is paid.
    if (error instanceof LnurlError || error instanceof InvoiceError) return false
    throw error
  }
}
