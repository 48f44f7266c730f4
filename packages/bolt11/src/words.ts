import { InvoiceError } from './invoice-error.ts'

/** A bech32 payload: numbers of five bits, most significant first. */
export type Words = readonly number[]

/** The characters of bech32 by the number they stand for. */
export const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

const WORD_BITS = 5
const WORD_MASK = 31

/** Whole bytes of a field. What is left over must be fewer than five bits, all zero: one meaning, one text. */
export function wordsToBytes(words: Words): Buffer {
  const spareBits = (words.length * WORD_BITS) % 8
  const last = words.at(-1) ?? 0
  if (spareBits >= WORD_BITS || (last & ((1 << spareBits) - 1)) !== 0) {
    throw new InvoiceError('malformed', 'A field of the invoice is not padded with zeros.')
  }
  return packWords(words, Buffer.allocUnsafe((words.length * WORD_BITS) >> 3), 0)
}

export function wordsToHex(words: Words): string {
  return wordsToBytes(words).toString('hex')
}

/** Fills `target` from `offset` on with the bits of `words`; bits that do not fit are dropped. */
export function packWords(words: Words, target: Buffer, offset: number): Buffer {
  let pending = 0
  let pendingBits = 0
  let at = offset
  for (const word of words) {
    pending = ((pending << WORD_BITS) | word) & 0xfff
    pendingBits += WORD_BITS
    if (pendingBits >= 8) {
      pendingBits -= 8
      target[at++] = pending >> pendingBits
    }
  }
  if (pendingBits > 0 && at < target.length) target[at] = pending << (8 - pendingBits)
  return target
}

export function bytesToWords(bytes: Uint8Array): number[] {
  const words: number[] = []
  let pending = 0
  let pendingBits = 0
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xfff
    pendingBits += 8
    while (pendingBits >= WORD_BITS) {
      pendingBits -= WORD_BITS
      words.push((pending >> pendingBits) & WORD_MASK)
    }
  }
  if (pendingBits > 0) words.push((pending << (WORD_BITS - pendingBits)) & WORD_MASK)
  return words
}

/**
 * The number a field holds. A leading zero is rejected, because the BOLT asks for the shortest form; one word of zero is
 * zero, as LND writes it (decision 0095).
 */
export function wordsToNumber(words: Words): number {
  refuseLeadingZero(words)
  let value = 0
  for (const word of words) {
    value = value * 32 + word
    if (value > Number.MAX_SAFE_INTEGER) throw new InvoiceError('malformed', 'A number in the invoice is too large.')
  }
  return value
}

/** As few words as the number needs: none for zero. */
export function numberToWords(value: number): number[] {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a number for an invoice: ${value}`)
  const words: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 32)) words.push(rest % 32)
  return words.reverse()
}

export function wordsToBigint(words: Words): bigint {
  refuseLeadingZero(words)
  if (words.length <= 10) return BigInt(wordsToNumber(words))
  let value = 0n
  for (const word of words) value = (value << 5n) | BigInt(word)
  return value
}

export function bigintToWords(value: bigint): number[] {
  const words: number[] = []
  for (let rest = value; rest > 0n; rest >>= 5n) words.push(Number(rest & 31n))
  return words.reverse()
}

function refuseLeadingZero(words: Words): void {
  if (words.length > 1 && words[0] === 0)
    throw new InvoiceError('malformed', 'A number in the invoice has leading zeros.')
}
