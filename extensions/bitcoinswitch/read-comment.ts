import { equalBytes } from '@noble/ciphers/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The words of a comment beside the password; undefined = it does not contain the password as whole words. Every place is
 * compared, in constant time each, so the time taken reveals nothing about the password.
 */
export function readComment(comment: string, password: string): string | undefined {
  const [words, secret] = [wordsOf(comment), wordsOf(password)]
  const wanted = digest(secret)
  let found = -1
  for (let start = 0; start + secret.length <= words.length; start += 1) {
    const isHere = equalBytes(digest(words.slice(start, start + secret.length)), wanted)
    if (isHere && found < 0) found = start
  }
  return found < 0 ? undefined : words.toSpliced(found, secret.length).join(' ')
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

const digest = (words: readonly string[]): Uint8Array => sha256(utf8ToBytes(words.join(' ')))
