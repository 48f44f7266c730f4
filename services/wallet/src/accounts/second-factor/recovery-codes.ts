import { hash, randomBytes } from 'node:crypto'

const CODES = 10
const BYTES = 10
/** Lower-case base32 without i, l, o and u, which are easily confused in handwriting. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Each replaces a lost second factor once: `3f9k-q0zt-81bn-x7vw`, 80 random bits. */
export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, newRecoveryCode)

function newRecoveryCode(): string {
  let bits = BigInt(`0x${randomBytes(BYTES).toString('hex')}`)
  let text = ''
  for (let written = 0; written < (BYTES * 8) / 5; written += 1) {
    text += ALPHABET[Number(bits & 31n)]
    bits >>= 5n
  }
  return text.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/**
 * The stored digest. The code has too many random bits to be guessed from it. Case, hyphens and spaces do not matter.
 */
export const digestRecoveryCode = (code: string): string =>
  hash('sha256', code.toLowerCase().replaceAll(/[\s-]/g, ''), 'hex')
