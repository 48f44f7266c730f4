import type { InvoiceError } from '@satchel/bolt11/invoice-error'
import { badRequest, type ServiceError } from '@satchel/http/service-error'

/** 400 with the reason; `what`: what the text was taken for. */
export function unreadableInvoice(what: string, { reason, message }: InvoiceError): ServiceError {
  const detail = `${what}: ${message}`
  // Nothing was mistyped: another text has to be asked for.
  if (reason === 'offer') return badRequest(detail, { word: 'offer_unsupported' })
  return badRequest(detail, { word: 'invoice_unreadable' })
}
