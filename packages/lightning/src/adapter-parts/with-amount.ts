import type { CreatedInvoice, FundingSource, InvoiceRequest } from '../port/funding-source.ts'

/** Requires an amount, for backends that make no invoices without one. */
export const withAmount =
  (who: string, createInvoice: (request: InvoiceRequest) => Promise<CreatedInvoice>): FundingSource['createInvoice'] =>
  async ({ amountMsat, ...order }) => {
    if (amountMsat === undefined) throw new Error(`${who} makes no invoices without an amount`)
    return createInvoice({ ...order, amountMsat })
  }
