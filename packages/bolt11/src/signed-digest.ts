import { hash } from 'node:crypto'
import { packWords, type Words } from './words.ts'

/** What the payee signs: SHA-256 of the prefix as text and the data part as bits, filled with zeros to a whole byte. */
export function signedDigest(prefix: string, words: Words): Buffer {
  const bytes = Buffer.allocUnsafe(prefix.length + Math.ceil((words.length * 5) / 8))
  bytes.write(prefix, 'latin1')
  return hash('sha256', packWords(words, bytes, prefix.length), 'buffer')
}
