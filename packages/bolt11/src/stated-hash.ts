import { FIELD, FIELD_HEADER_WORDS, HASH_WORDS, TIMESTAMP_WORDS } from './tagged-fields.ts'
import { ALPHABET, packWords } from './words.ts'

/**
 * The payment hash in a text that looks like an invoice in lower case (hex), with nothing checked: for looking up an
 * invoice whose whole text is compared afterwards, at a tenth of the cost of reading it. Undefined where there is none.
 */
export function statedHash(text: string): string | undefined {
  let at = text.lastIndexOf('1') + 1 + TIMESTAMP_WORDS
  while (at + FIELD_HEADER_WORDS + HASH_WORDS <= text.length) {
    const [type = -1, high = -1, low = -1] = wordsAt(text, at, FIELD_HEADER_WORDS)
    const length = high * 32 + low
    if (type < 0 || length < 0) return undefined
    at += FIELD_HEADER_WORDS
    if (type === FIELD.paymentHash && length === HASH_WORDS)
      return packWords(wordsAt(text, at, HASH_WORDS), Buffer.alloc(32), 0).toString('hex')
    at += length
  }
  return undefined
}

const wordsAt = (text: string, at: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => ALPHABET.indexOf(text.charAt(at + index)))
