export interface DecodedInvoice {
  /** The invoice alone, in lower case: what to store, compare and pay. */
  readonly bolt11: string
  readonly paymentHash: string
  /** The amount of the invoice, or of the `bitcoin:` link around one without an amount. */
  readonly msat?: number
  readonly description?: string
  readonly descriptionHash?: string
  readonly payee: string
  readonly createdAt: number
  readonly expiresAt: number
}
