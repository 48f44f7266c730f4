import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { base32nopad, hex } from '@scure/base'

const STEP_SECONDS = 30
const DIGITS = 6

/** The code of an authenticator app at this time (RFC 6238: SHA-1, 30 seconds, 6 digits). */
export function totpAt(secretHex: string, unixSeconds: number): string {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(unixSeconds / STEP_SECONDS)))
  const digest = new DataView(hmac(sha1, hex.decode(secretHex), new Uint8Array(counter.buffer)).buffer)
  const offset = digest.getUint8(19) & 15
  const code = (digest.getUint32(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(code).padStart(DIGITS, '0')
}

/** The URI that authenticator apps scan. */
export const totpUri = (secretHex: string, issuer: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:Sales?secret=${base32nopad.encode(hex.decode(secretHex))}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`

/** When the current code ends: Unix seconds. */
export const totpEnd = (unixSeconds: number): number => (Math.floor(unixSeconds / STEP_SECONDS) + 1) * STEP_SECONDS
