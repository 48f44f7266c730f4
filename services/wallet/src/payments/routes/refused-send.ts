import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { ServiceError } from '@satchel/http/service-error'
import type { AccessedWallet } from '../../access/principal.ts'
import type { Reader } from '../../db/database.ts'
import { findComparisonDue, findHalt } from '../../ledger/halt.ts'
import { findInvoiceText } from '../sending/find-invoice-text.ts'
import { isPaidAtNode } from '../sending/send-commands.ts'
import { type PaymentStatus, statusOf } from '../states/payment-states.ts'
import { findWalletSend } from '../states/wallet-payment-store.ts'

/**
 * Adds `status` to the rejection of a request to pay: the state of this invoice in the caller's wallet. Callers refund
 * on `failed`, which is therefore set only when nothing was or will be sent; a repeat of a succeeded or pending payment
 * reports that state. Other errors and requests stay unchanged.
 */
export async function withSendStatus(
  reader: Reader,
  { wallet, body: given }: { readonly wallet: AccessedWallet | undefined; readonly body: unknown },
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ServiceError) || wallet === undefined) return error
  const body = given as { readonly out?: unknown; readonly bolt11?: unknown } | undefined | null
  if (body?.out !== true) return error
  // A guest who may not view payments gets nothing about them.
  if (wallet.share?.permissions.includes('view-payments') === false) return error
  const status = IN_PROGRESS.has(error.code) ? 'pending' : await findSendStatus(reader, wallet.id, body.bolt11, error)
  return new ServiceError({ ...error.answer, fields: { ...error.fields, status } })
}

/** The first request may reserve funds at any time. */
const IN_PROGRESS: ReadonlySet<string> = new Set(['idempotency_key_in_progress'])

/** Undefined: not known, for example because a restored database may lack sent payments. */
async function findSendStatus(
  reader: Reader,
  walletId: string,
  bolt11: unknown,
  { code }: ServiceError,
): Promise<PaymentStatus | undefined> {
  // The database has not confirmed it, and may show it later.
  if (code === 'outcome_unknown') return undefined
  const paymentHash = typeof bolt11 === 'string' ? readHash(bolt11) : 'none'
  // Not an invoice: nothing was ever sent for it.
  if (paymentHash === 'none') return 'failed'
  // Several, of which one may have been paid.
  if (paymentHash === undefined) return undefined
  const payment = await findWalletSend(reader, walletId, paymentHash)
  if (payment !== undefined) return statusOf(payment.state)
  if (code === 'invoice_paid_or_pending' || (await isPaidAtNode(reader, paymentHash))) return undefined
  return ((await findComparisonDue(reader)) ?? (await findHalt(reader))) === undefined ? 'failed' : undefined
}

/** `none`: the text has no invoice. Undefined: it may have several, or one in a link that contradicts it. */
function readHash(text: string): string | undefined {
  try {
    return parseInvoice(findInvoiceText(text).bolt11).paymentHash
  } catch (error) {
    if (error instanceof InvoiceError) return 'none'
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
