import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { findPayable } from '@satchel/lnurl/find-payable'
import { type Msat, sat, satToMsat } from '@satchel/money/units'
import { readingLnurl } from '../../lnurl/reading-lnurl.ts'

export interface InvoiceText {
  /** For the reader of invoices, which checks it: the invoice, or the given text. */
  readonly bolt11: string
  /** The amount of the `bitcoin:` link around it. */
  readonly linkMsat: Msat | undefined
}

/**
 * The invoice in a text from outside, however it is written. 400 for a text with different things to pay, and for a link
 * with another amount than its invoice.
 */
export function findInvoiceText(given: string): InvoiceText {
  const { text, link } = readingLnurl(() => findPayable(given))
  const { amountSat } = link ?? {}
  return { bolt11: text, linkMsat: amountSat === undefined ? undefined : satToMsat(sat(amountSat)) }
}

/** Whether an invoice can be paid only with an amount from its payer. False for texts that are not invoices. */
export function needsAmount(bolt11: string): boolean {
  try {
    return parseInvoice(bolt11).amountMsat === undefined
  } catch (error) {
    if (error instanceof InvoiceError) return false
    throw error
  }
}
