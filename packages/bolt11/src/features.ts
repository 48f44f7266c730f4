import { InvoiceError } from './invoice-error.ts'

/**
 * Rejects an invoice that requires an unknown feature (even bit), or has a feature without its dependencies. A payer
 * may ignore odd bits.
 */
export function checkFeatures(features: bigint): void {
  const unknown = features & EVEN_BITS & ~KNOWN_BITS
  if (unknown !== 0n) {
    throw new InvoiceError('feature', `The invoice demands feature ${lowestBit(unknown)}, which is not known here.`)
  }
  if ((features & pair(FEATURE.basicMpp)) !== 0n && (features & pair(FEATURE.paymentSecret)) === 0n) {
    throw new InvoiceError('feature', 'The invoice offers payments in parts without the payment secret feature.')
  }
}

/** The even bit of each feature BOLT 9 allows in invoices (context `9`, or assumed); the odd bit is the next. */
export const FEATURE = {
  varOnionOptin: 8n,
  paymentSecret: 14n,
  basicMpp: 16n,
  routeBlinding: 24n,
  attributionData: 36n,
  paymentMetadata: 48n,
  /** Not in BOLT 9 yet; the payer's node, not the payer, decides how to route. */
  trampolineRouting: 56n,
} as const

// NOTE: AMP (30) stays unknown on purpose: such a payment does not settle with the preimage of the payment hash.
const KNOWN_BITS = Object.values(FEATURE).reduce((bits, bit) => bits | pair(bit), 0n)

/** Every even bit a field of 1023 words can hold. */
const EVEN_BITS = BigInt(`0x${'5'.repeat(1280)}`)

/** The features that our own invoices require, as in the examples of the BOLT. */
export const DEFAULT_FEATURES = (1n << FEATURE.varOnionOptin) | (1n << FEATURE.paymentSecret)

function pair(evenBit: bigint): bigint {
  return 3n << evenBit
}

function lowestBit(bits: bigint): number {
  return (bits & -bits).toString(2).length - 1
}
