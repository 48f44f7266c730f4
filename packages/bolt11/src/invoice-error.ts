/** Reason why a text is rejected as an invoice. The message is a sentence that the sender of the text may see. */
export class InvoiceError extends Error {
  override readonly name = 'InvoiceError'
  readonly reason: InvoiceErrorReason

  constructor(reason: InvoiceErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export type InvoiceErrorReason =
  | 'not_an_invoice'
  | 'offer'
  | 'lnurl'
  | 'onchain_address'
  | 'too_long'
  | 'mixed_case'
  | 'checksum'
  | 'network'
  | 'amount'
  | 'malformed'
  | 'missing_field'
  | 'duplicate_field'
  | 'feature'
  | 'signature'
