/** A BOLT 11 invoice whose rules and signature were checked. Hex and `bolt11` are lower case. */
export interface Invoice extends UnverifiedInvoice {
  /** Public key of the node that is paid: the key that signed, 33 bytes in hex. */
  readonly payee: string
}

/** The content of an invoice without verifying its signature: only for text that is compared with a known invoice. */
export interface UnverifiedInvoice {
  readonly bolt11: string
  readonly network: Network
  /** Undefined when the payer chooses the amount. */
  readonly amountMsat: bigint | undefined
  readonly paymentHash: string
  readonly paymentSecret: string
  /** Either this or `descriptionHash`, never both and never neither. */
  readonly description: string | undefined
  readonly descriptionHash: string | undefined
  /** Unix seconds. */
  readonly timestamp: number
  readonly expirySeconds: number
  readonly minFinalCltvExpiryDelta: number
  /** Bit 0 is the least significant bit. */
  readonly features: bigint
  readonly routeHints: readonly (readonly RouteHop[])[]
  readonly fallbackAddresses: readonly FallbackAddress[]
  readonly metadata: string | undefined
}

/** The currency prefixes: mainnet, testnet, signet, regtest, simnet. */
export type Network = 'bc' | 'tb' | 'tbs' | 'bcrt' | 'sb'

export interface RouteHop {
  readonly publicKey: string
  /** Block × 2^40 + transaction × 2^16 + output. */
  readonly shortChannelId: bigint
  readonly feeBaseMsat: number
  readonly feeProportionalMillionths: number
  readonly cltvExpiryDelta: number
}

/** `version` 17 is a public key hash, 18 a script hash, anything lower a witness version. */
export interface FallbackAddress {
  readonly version: number
  readonly program: string
}

/** Defaults of an invoice without an `x` or `c` field. */
export const DEFAULT_EXPIRY_SECONDS = 3600
export const DEFAULT_MIN_FINAL_CLTV_EXPIRY_DELTA = 18

/**
 * The longest text accepted as an invoice: the digits of the largest QR code. The BOLT names no limit; LND and LDK use
 * this one, so nothing longer can count on being paid.
 */
export const MAX_INVOICE_LENGTH = 7089
