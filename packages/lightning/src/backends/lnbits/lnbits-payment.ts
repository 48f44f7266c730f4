import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { msat } from '@satchel/money/units'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { SentRow } from '../../lists/sent-list.ts'
import type { DatedReceipt } from '../../lists/time-cursor.ts'
import type { IncomingStatus, Receipt } from '../../port/funding-source.ts'

const Amount = Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })

const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' })

/** One row of an LNbits wallet. Amounts are booked from the invoice, never from the row. */
export const LnbitsPayment = Type.Object({
  payment_hash: Type.String(),
  bolt11: Type.String(),
  /** Negative: an outgoing payment. */
  amount: Amount,
  /** Millisatoshis, with or without a sign. */
  fee: Amount,
  /** `pending`, `success`, `failed`. */
  status: Type.String(),
  /** Time of the last change; for a receipt, its arrival. */
  updated_at: Time,
  /** When it was first ordered. */
  created_at: Type.Optional(Time),
  /** The data of the order that created this row; later orders of the same hash do not change it. */
  extra: Type.Optional(Type.Unknown()),
})
export type LnbitsPayment = Static<typeof LnbitsPayment>

/** Unix milliseconds. LNbits means UTC, with or without a zone. */
const toMs = (at: string): number => Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(at) ? at : `${at}Z`)

export const changedAtMs = ({ updated_at: at }: LnbitsPayment): number => toMs(at)

/** A row without a date counts as new. */
export const madeMsOf = (row: LnbitsPayment): number =>
  row.created_at === undefined ? changedAtMs(row) : toMs(row.created_at)

const Ordered = Type.Object({ satchel: Type.String() })

/** The data of an order by which its row is recognised. */
export const extraOf = (attemptId: string): Static<typeof Ordered> => ({ satchel: attemptId })

/** The attempt that made this row; '' = not ours. */
export const attemptOf = ({ extra }: LnbitsPayment): string => (Value.Check(Ordered, extra) ? extra.satchel : '')

/** Undefined = it was received. */
export function toSentRow(row: LnbitsPayment): SentRow {
  const { payment_hash: paymentHash, amount, fee, status } = row
  const atMs = madeMsOf(row)
  const id = `${paymentHash} ${atMs}`
  if (amount >= 0) return { id, atMs, payment: undefined }
  const isSettled = status === 'success'
  return {
    id,
    atMs,
    payment: {
      paymentHash,
      status: isSettled ? 'settled' : status === 'failed' ? 'failed' : 'in_flight',
      amountMsat: msat(BigInt(-amount)),
      feeMsat: isSettled ? msat(BigInt(Math.abs(fee))) : undefined,
      at: Math.floor(atMs / 1000),
      attemptId: attemptOf(row),
    },
  }
}

/** `nowMs`: after its expiry an invoice can no longer be paid. */
export function toIncomingStatus(payment: LnbitsPayment, nowMs: number): IncomingStatus {
  if (payment.amount < 0) return { status: 'unknown' }
  const invoice = invoiceOf(payment)
  if (invoice?.amountMsat === undefined) throw new Error('LNbits shows a payment without its invoice')
  if (payment.status === 'success') return { status: 'settled', amountMsat: msat(invoice.amountMsat) }
  const isOver = (invoice.timestamp + invoice.expirySeconds) * 1000 <= nowMs
  return { status: payment.status === 'failed' || isOver ? 'closed' : 'open' }
}

/**
 * Undefined = it has not arrived, or is not ours. A fee that LNbits deducts for receiving is the operator's cost: the
 * payer has paid in full.
 */
export function toDatedReceipt(payment: LnbitsPayment): DatedReceipt | undefined {
  if (payment.amount <= 0 || payment.status !== 'success') return undefined
  const invoice = invoiceOf(payment)
  if (invoice?.amountMsat === undefined) return undefined
  const { paymentHash } = invoice
  const receipt: Receipt = {
    // LNbits keeps one row per invoice.
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
