import type { FundingSource } from '../port/funding-source.ts'

type CreateInvoice = FundingSource['createInvoice']

/** What a backend without hold invoices answers: it makes none, so there is never one to decide about. */
export function withoutHold(
  who: string,
  createInvoice: CreateInvoice,
): Pick<FundingSource, 'createInvoice' | 'settleHold' | 'cancelHold'> {
  const reject = (): Promise<never> => Promise.reject(new Error(`${who} cannot hold payments`))
  return {
    createInvoice: (request) => (request.holdHash === undefined ? createInvoice(request) : reject()),
    settleHold: reject,
    cancelHold: reject,
  }
}
