export interface DecodedInvoice {
  readonly paymentHash: string
  readonly msat?: number
  readonly description?: string
  readonly descriptionHash?: string
  readonly payee: string
  readonly createdAt: number
  readonly expiresAt: number
}
