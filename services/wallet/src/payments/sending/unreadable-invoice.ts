import type { InvoiceError } from '@satchel/bolt11/invoice-error'
import { badRequest, type ServiceError } from '@satchel/http/service-error'

/** 400 with the reason; `what`: the assumed kind of the text. */
export function unreadableInvoice(what: string, { reason, message }: InvoiceError): ServiceError {
  const detail = `${what}: ${message}`
  // There is no typing mistake: the payer must request another text.
  if (reason === 'offer') return badRequest(detail, { code: 'offer_unsupported' })
  return badRequest(detail, { code: 'invoice_unreadable' })
}
