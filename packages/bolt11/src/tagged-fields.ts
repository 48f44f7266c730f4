import type { FallbackAddress, RouteHop } from './invoice.ts'
import { InvoiceError } from './invoice-error.ts'
import { bigintToWords, bytesToWords, numberToWords, type Words } from './words.ts'

/** The types of the tagged fields in the data part of an invoice (BOLT 11, Tagged Fields). */
export const FIELD = {
  paymentHash: 1,
  routeHint: 3,
  features: 5,
  expiry: 6,
  fallback: 9,
  description: 13,
  paymentSecret: 16,
  payee: 19,
  descriptionHash: 23,
  minFinalCltvExpiryDelta: 24,
  metadata: 27,
} as const

/** Number of words of a hash or secret, and of a public key. */
export const HASH_WORDS = 52
export const PUBLIC_KEY_WORDS = 53

export const TIMESTAMP_WORDS = 7
export const FIELD_HEADER_WORDS = 3
const MAX_FIELD_WORDS = 1023

/** Public key, short channel id, base fee, proportional fee, expiry delta. */
export const ROUTE_HOP_BYTES = 33 + 8 + 4 + 4 + 2

/** One field. Nothing is checked but the length, so that a test can write what no invoice may hold. */
export function taggedField(type: number, words: Words): number[] {
  if (words.length > MAX_FIELD_WORDS) throw new InvoiceError('malformed', 'A field of the invoice is too long.')
  return [type, words.length >> 5, words.length & 31, ...words]
}

export function hexField(type: number, hex: string): number[] {
  return taggedField(type, bytesToWords(Buffer.from(hex, 'hex')))
}

export function descriptionField(description: string): number[] {
  return taggedField(FIELD.description, bytesToWords(Buffer.from(description, 'utf8')))
}

export function numberField(type: number, value: number): number[] {
  return taggedField(type, numberToWords(value))
}

export function featuresField(features: bigint): number[] {
  return taggedField(FIELD.features, bigintToWords(features))
}

export function fallbackField(address: FallbackAddress): number[] {
  return taggedField(FIELD.fallback, [address.version, ...bytesToWords(Buffer.from(address.program, 'hex'))])
}

export function routeHintField(hops: readonly RouteHop[]): number[] {
  const bytes = Buffer.alloc(hops.length * ROUTE_HOP_BYTES)
  hops.forEach((hop, index) => {
    const start = index * ROUTE_HOP_BYTES
    bytes.write(hop.publicKey, start, 33, 'hex')
    bytes.writeBigUInt64BE(hop.shortChannelId, start + 33)
    bytes.writeUInt32BE(hop.feeBaseMsat, start + 41)
    bytes.writeUInt32BE(hop.feeProportionalMillionths, start + 45)
    bytes.writeUInt16BE(hop.cltvExpiryDelta, start + 49)
  })
  return taggedField(FIELD.routeHint, bytesToWords(bytes))
}

/** The data part starts with the time, before the first field. */
export function timestampWords(unixSeconds: number): number[] {
  const words = numberToWords(unixSeconds)
  if (words.length > TIMESTAMP_WORDS) throw new RangeError(`Not a time in seconds: ${unixSeconds}`)
  return [...Array<number>(TIMESTAMP_WORDS - words.length).fill(0), ...words]
}
