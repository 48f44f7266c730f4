import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { msat } from '@satchel/money/units'
import { type Static, Type } from 'typebox'
import type { IncomingStatus, Receipt } from '../funding-source.ts'
import type { DatedReceipt } from '../told-cursor.ts'

const Amount = Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })

/** One row of an LNbits wallet. What it was made out for, its invoice says: amounts of rows are never booked. */
export const LnbitsPayment = Type.Object({
  payment_hash: Type.String(),
  bolt11: Type.String(),
  /** Below zero: it was sent. */
  amount: Amount,
  /** Millisatoshis, with or without a sign. */
  fee: Amount,
  /** `pending`, `success`, `failed`. */
  status: Type.String(),
  /** When it was last changed; of a payment that has arrived that is its arrival. */
  updated_at: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' }),
})
export type LnbitsPayment = Static<typeof LnbitsPayment>

/** Unix milliseconds. LNbits means UTC, whether it says so or not. */
export const changedAtMs = ({ updated_at: at }: LnbitsPayment): number =>
  Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(at) ? at : `${at}Z`)

/** `nowMs`: after its expiry nobody can pay an invoice any more. */
export function toIncomingStatus(payment: LnbitsPayment, nowMs: number): IncomingStatus {
  if (payment.amount < 0) return { status: 'unknown' }
  const invoice = invoiceOf(payment)
  if (invoice?.amountMsat === undefined) throw new Error('LNbits shows a payment without its invoice')
  if (payment.status === 'success') return { status: 'settled', amountMsat: msat(invoice.amountMsat) }
  const isOver = (invoice.timestamp + invoice.expirySeconds) * 1000 <= nowMs
  return { status: payment.status === 'failed' || isOver ? 'closed' : 'open' }
}

/**
 * Undefined = it has not arrived, or is none of ours. What LNbits takes for receiving is the operator's cost: the payer
 * has paid in full.
 */
export function toDatedReceipt(payment: LnbitsPayment): DatedReceipt | undefined {
  if (payment.amount <= 0 || payment.status !== 'success') return undefined
  const invoice = invoiceOf(payment)
  if (invoice?.amountMsat === undefined) return undefined
  const { paymentHash } = invoice
  const receipt: Receipt = {
    // An invoice is one row there, however often it changes.
    receiptId: `lnbits:${paymentHash}`,
    paymentHash,
    kind: 'settled',
    amountMsat: msat(invoice.amountMsat),
  }
  return { atMs: changedAtMs(payment), receipt }
}

function invoiceOf({ bolt11, payment_hash: paymentHash }: LnbitsPayment): ReturnType<typeof parseInvoice> | undefined {
  try {
    const invoice = parseInvoice(bolt11)
    return invoice.paymentHash === paymentHash ? invoice : undefined
  } catch (error) {
    if (error instanceof InvoiceError) return undefined
    throw error
  }
}
