import type { CreatedInvoice, FundingSource, InvoiceRequest } from '../port/funding-source.ts'

/** The methods of a backend that makes no hold invoices and no invoices without an amount. */
export function withoutHold(
  who: string,
  createInvoice: (request: InvoiceRequest) => Promise<CreatedInvoice>,
): Pick<FundingSource, 'createInvoice' | 'settleHold' | 'cancelHold'> {
  const reject = (): Promise<never> => Promise.reject(new Error(`${who} cannot hold payments`))
  return {
    createInvoice: withAmount(who, (request) => (request.holdHash === undefined ? createInvoice(request) : reject())),
    settleHold: reject,
    cancelHold: reject,
  }
}

/** Requires an amount, for backends that make no invoices without one. */
const withAmount =
  (who: string, createInvoice: (request: InvoiceRequest) => Promise<CreatedInvoice>): FundingSource['createInvoice'] =>
  async ({ amountMsat, ...order }) => {
    if (amountMsat === undefined) throw new Error(`${who} makes no invoices without an amount`)
    return createInvoice({ ...order, amountMsat })
  }
