import { checkFeatures } from './features.ts'
import {
  DEFAULT_EXPIRY_SECONDS,
  DEFAULT_MIN_FINAL_CLTV_EXPIRY_DELTA,
  type FallbackAddress,
  type RouteHop,
} from './invoice.ts'
import { InvoiceError } from './invoice-error.ts'
import { FIELD, FIELD_HEADER_WORDS, HASH_WORDS, PUBLIC_KEY_WORDS, ROUTE_HOP_BYTES } from './tagged-fields.ts'
import { type Words, wordsToBigint, wordsToBytes, wordsToHex, wordsToNumber } from './words.ts'

export interface Fields {
  paymentHash: string
  paymentSecret: string
  description: string | undefined
  descriptionHash: string | undefined
  expirySeconds: number
  minFinalCltvExpiryDelta: number
  features: bigint
  routeHints: readonly (readonly RouteHop[])[]
  fallbackAddresses: readonly FallbackAddress[]
  metadata: string | undefined
  /** The `n` field, which the signature must match. */
  statedPayee: Buffer | undefined
}

/**
 * Reads the tagged fields that stand from `start` to `end`. An unknown type is skipped. A second payment hash, payment
 * secret or description is rejected, because two readers could pick differently; of anything else the first counts.
 *
 * NOTE: a hash, secret or key of another length than its own is skipped. Since June 2025 the text of the BOLT refuses
 * it, but its published example "including fields which must be ignored" still has to be read. Skipping is safe: what
 * is left is one hash and one secret, or the invoice is rejected.
 */
export function readFields(words: Words, start: number, end: number): Fields {
  const draft = emptyDraft()
  let at = start
  while (at < end) {
    const contentStart = at + FIELD_HEADER_WORDS
    const contentEnd = contentStart + (words[at + 1] as number) * 32 + (words[at + 2] as number)
    if (contentStart > end || contentEnd > end) throw new InvoiceError('malformed', 'The invoice ends within a field.')
    READERS[words[at] as number]?.(draft, words.slice(contentStart, contentEnd))
    at = contentEnd
  }
  return completeFields(draft)
}

interface Draft {
  paymentHash: string | undefined
  paymentSecret: string | undefined
  description: string | undefined
  descriptionHash: string | undefined
  expirySeconds: number | undefined
  minFinalCltvExpiryDelta: number | undefined
  features: bigint | undefined
  routeHints: RouteHop[][]
  fallbackAddresses: FallbackAddress[]
  metadata: string | undefined
  statedPayee: Buffer | undefined
}

function emptyDraft(): Draft {
  return {
    paymentHash: undefined,
    paymentSecret: undefined,
    description: undefined,
    descriptionHash: undefined,
    expirySeconds: undefined,
    minFinalCltvExpiryDelta: undefined,
    features: undefined,
    routeHints: [],
    fallbackAddresses: [],
    metadata: undefined,
    statedPayee: undefined,
  }
}

const READERS: Readonly<Record<number, (draft: Draft, words: Words) => void>> = {
  [FIELD.paymentHash]: (draft, words) => {
    if (words.length === HASH_WORDS) draft.paymentHash = only(draft.paymentHash, wordsToHex(words), 'payment hash')
  },
  [FIELD.paymentSecret]: (draft, words) => {
    if (words.length !== HASH_WORDS) return
    draft.paymentSecret = only(draft.paymentSecret, wordsToHex(words), 'payment secret')
  },
  [FIELD.description]: (draft, words) => {
    draft.description = only(draft.description, readText(words), 'description')
  },
  [FIELD.descriptionHash]: (draft, words) => {
    if (words.length !== HASH_WORDS) return
    draft.descriptionHash = only(draft.descriptionHash, wordsToHex(words), 'description hash')
  },
  [FIELD.payee]: (draft, words) => {
    if (words.length === PUBLIC_KEY_WORDS) draft.statedPayee ??= wordsToBytes(words)
  },
  [FIELD.expiry]: (draft, words) => {
    draft.expirySeconds ??= wordsToNumber(words)
  },
  [FIELD.minFinalCltvExpiryDelta]: (draft, words) => {
    draft.minFinalCltvExpiryDelta ??= wordsToNumber(words)
  },
  [FIELD.features]: (draft, words) => {
    draft.features ??= wordsToBigint(words)
  },
  [FIELD.metadata]: (draft, words) => {
    draft.metadata ??= wordsToHex(words)
  },
  [FIELD.routeHint]: (draft, words) => {
    draft.routeHints.push(readRouteHint(words))
  },
  [FIELD.fallback]: (draft, words) => {
    const address = readFallbackAddress(words)
    if (address !== undefined) draft.fallbackAddresses.push(address)
  },
}

function only(before: string | undefined, value: string, name: string): string {
  if (before !== undefined) throw new InvoiceError('duplicate_field', `The invoice has more than one ${name}.`)
  return value
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readText(words: Words): string {
  const bytes = wordsToBytes(words)
  try {
    return UTF8.decode(bytes)
  } catch {
    throw new InvoiceError('malformed', 'The description of the invoice is not valid UTF-8.')
  }
}

function readRouteHint(words: Words): RouteHop[] {
  const bytes = wordsToBytes(words)
  if (bytes.length === 0 || bytes.length % ROUTE_HOP_BYTES !== 0) {
    throw new InvoiceError('malformed', 'A route hint of the invoice has a wrong length.')
  }
  const hops: RouteHop[] = []
  for (let start = 0; start < bytes.length; start += ROUTE_HOP_BYTES) {
    hops.push({
      publicKey: bytes.toString('hex', start, start + 33),
      shortChannelId: bytes.readBigUInt64BE(start + 33),
      feeBaseMsat: bytes.readUInt32BE(start + 41),
      feeProportionalMillionths: bytes.readUInt32BE(start + 45),
      cltvExpiryDelta: bytes.readUInt16BE(start + 49),
    })
  }
  return hops
}

/** Undefined for an invalid version or length of an address: the invoice can be paid without it. */
function readFallbackAddress(words: Words): FallbackAddress | undefined {
  const [version, ...rest] = words
  if (version === undefined || version > 18) return undefined
  const program = wordsToBytes(rest)
  return isProgramLength(version, program.length) ? { version, program: program.toString('hex') } : undefined
}

function isProgramLength(version: number, bytes: number): boolean {
  if (version === 0) return bytes === 20 || bytes === 32
  return version > 16 ? bytes === 20 : bytes >= 2 && bytes <= 40
}

function completeFields(draft: Draft): Fields {
  const { paymentHash, paymentSecret, features = 0n } = draft
  if (paymentHash === undefined) throw new InvoiceError('missing_field', 'The invoice has no payment hash.')
  if (paymentSecret === undefined) throw new InvoiceError('missing_field', 'The invoice has no payment secret.')
  checkDescription(draft)
  checkFeatures(features)
  return {
    paymentHash,
    paymentSecret,
    description: draft.description,
    descriptionHash: draft.descriptionHash,
    expirySeconds: draft.expirySeconds ?? DEFAULT_EXPIRY_SECONDS,
    minFinalCltvExpiryDelta: draft.minFinalCltvExpiryDelta ?? DEFAULT_MIN_FINAL_CLTV_EXPIRY_DELTA,
    features,
    routeHints: draft.routeHints,
    fallbackAddresses: draft.fallbackAddresses,
    metadata: draft.metadata,
    statedPayee: draft.statedPayee,
  }
}

function checkDescription(draft: Draft): void {
  if (draft.description === undefined && draft.descriptionHash === undefined) {
    throw new InvoiceError('missing_field', 'The invoice has neither a description nor a description hash.')
  }
  if (draft.description !== undefined && draft.descriptionHash !== undefined) {
    throw new InvoiceError('duplicate_field', 'The invoice has both a description and a description hash.')
  }
}
