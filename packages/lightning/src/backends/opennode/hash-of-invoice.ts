import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'

/** Undefined = it is no invoice. */
export function hashOfInvoice(bolt11: string): string | undefined {
  try {
    return readInvoice(bolt11).paymentHash
  } catch (error) {
    if (error instanceof InvoiceError) return undefined
    throw error
  }
}
