import type { CreatedInvoice, FundingSource, InvoiceRequest } from '../port/funding-source.ts'

/** What a backend answers that makes no invoices without an amount. */
export const withAmount =
  (who: string, createInvoice: (request: InvoiceRequest) => Promise<CreatedInvoice>): FundingSource['createInvoice'] =>
  async ({ amountMsat, ...order }) => {
    if (amountMsat === undefined) throw new Error(`${who} makes no invoices without an amount`)
    return createInvoice({ ...order, amountMsat })
  }
