import type { Invoice, UnverifiedInvoice } from './invoice.ts'
import { InvoiceError } from './invoice-error.ts'
import { type InvoiceText, readInvoiceText } from './invoice-text.ts'
import { readPrefix } from './prefix.ts'
import { type Fields, readFields } from './read-fields.ts'
import { recover, verify } from './secp256k1.ts'
import { signedDigest } from './signed-digest.ts'
import { TIMESTAMP_WORDS } from './tagged-fields.ts'
import { type Words, wordsToBytes } from './words.ts'

/** Reads a BOLT 11 invoice by all rules for readers, the signature included. Throws InvoiceError and nothing else. */
export function readInvoice(text: string): Invoice {
  const raw = readInvoiceText(text)
  const fields = readDataPart(raw)
  return { ...toInvoice(raw, fields), payee: checkSignature(raw, fields.statedPayee) }
}

/** Reads an invoice by all rules but the signature: a fraction of the cost, but the text may be forged. */
export function parseInvoice(text: string): UnverifiedInvoice {
  const raw = readInvoiceText(text)
  return toInvoice(raw, readDataPart(raw))
}

/** The signature as it is in the text, with its recovery id: hex, not checked. */
export function signatureOf(text: string): string {
  const { words } = readInvoiceText(text)
  return wordsToBytes(words.slice(-SIGNATURE_WORDS)).toString('hex')
}

/** 64 bytes of signature and one of recovery id: no bits to spare. */
const SIGNATURE_WORDS = 104

function readDataPart({ words }: InvoiceText): Fields {
  if (words.length < TIMESTAMP_WORDS + SIGNATURE_WORDS) {
    throw new InvoiceError('malformed', 'The invoice is too short.')
  }
  return readFields(words, TIMESTAMP_WORDS, words.length - SIGNATURE_WORDS)
}

function toInvoice({ bolt11, prefix, words }: InvoiceText, fields: Fields): UnverifiedInvoice {
  const { network, amountMsat } = readPrefix(prefix)
  return {
    bolt11,
    network,
    amountMsat,
    paymentHash: fields.paymentHash,
    paymentSecret: fields.paymentSecret,
    description: fields.description,
    descriptionHash: fields.descriptionHash,
    timestamp: readTimestamp(words),
    expirySeconds: fields.expirySeconds,
    minFinalCltvExpiryDelta: fields.minFinalCltvExpiryDelta,
    features: fields.features,
    routeHints: fields.routeHints,
    fallbackAddresses: fields.fallbackAddresses,
    metadata: fields.metadata,
  }
}

function readTimestamp(words: Words): number {
  return words.slice(0, TIMESTAMP_WORDS).reduce((seconds, word) => seconds * 32 + word, 0)
}

/** The key that signed: the stated one, if the signature matches (then only with a low S), else the recovered one. */
function checkSignature({ prefix, words }: InvoiceText, statedPayee: Uint8Array | undefined): string {
  const signed = words.length - SIGNATURE_WORDS
  const bytes = wordsToBytes(words.slice(signed))
  const signature = bytes.subarray(0, 64)
  const recoveryId = bytes[64] as number
  if (recoveryId > 3) throw new InvoiceError('signature', 'The signature of the invoice is malformed.')
  const digest = signedDigest(prefix, words.slice(0, signed))
  const payee = statedPayee === undefined ? recover(digest, signature, recoveryId) : statedPayee
  if (payee === undefined || (statedPayee !== undefined && !verify(digest, signature, statedPayee))) {
    throw new InvoiceError('signature', 'The signature of the invoice is not valid.')
  }
  return Buffer.from(payee).toString('hex')
}
