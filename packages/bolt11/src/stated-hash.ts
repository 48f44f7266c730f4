import { FIELD, FIELD_HEADER_WORDS, HASH_WORDS, TIMESTAMP_WORDS } from './tagged-fields.ts'
import { ALPHABET, packWords } from './words.ts'

/**
 * The payment hash in a text that looks like an invoice in lower case (hex), with nothing checked: for looking up an
 * invoice whose whole text is compared afterwards, at a tenth of the cost of reading it. Undefined where there is none.
 */
export function statedHash(text: string): string | undefined {
  let at = text.lastIndexOf('1') + 1 + TIMESTAMP_WORDS
  while (at + FIELD_HEADER_WORDS + HASH_WORDS <= text.length) {
    const length = wordAt(text, at + 1) * 32 + wordAt(text, at + 2)
    if (wordAt(text, at) === FIELD.paymentHash && length === HASH_WORDS) return hashAt(text, at + FIELD_HEADER_WORDS)
    at += FIELD_HEADER_WORDS + length
  }
  return undefined
}

function hashAt(text: string, start: number): string {
  const words: number[] = []
  for (let at = start; at < start + HASH_WORDS; at += 1) words.push(wordAt(text, at))
  return packWords(words, Buffer.alloc(32), 0).toString('hex')
}

/** 0 for a character that bech32 does not have. */
const wordAt = (text: string, at: number): number => WORDS[text.charCodeAt(at)] ?? 0

const WORDS = new Uint8Array(128)
Array.from(ALPHABET).forEach((letter, word) => (WORDS[letter.charCodeAt(0)] = word))
