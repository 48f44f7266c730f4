import { cbc, cmac } from '@noble/ciphers/aes.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** The data of a tapped NTAG 424 DNA: its UID (14 hex) and its tap counter. */
export interface Tap {
  readonly uid: string
  readonly counter: number
}

const ZERO_IV = new Uint8Array(16)
/** UID and counter are mirrored, and the UID has seven bytes. */
const PICC_DATA_TAG = 0xc7
const SESSION_VECTOR = [0x3c, 0xc3, 0x00, 0x01, 0x00, 0x80]

/**
 * Secure Unique NFC (AN12196): `p` is UID and counter, encrypted with the k1 of the card; `c` is a MAC of both with a
 * key derived from its k2. Null if they are not from this card.
 */
export function readTap(keys: { readonly k1: string; readonly k2: string }, p: string, c: string): Tap | null {
  if (!/^[0-9a-f]{32}$/i.test(p) || !/^[0-9a-f]{16}$/i.test(c)) return null
  const decrypted = cbc(hexToBytes(keys.k1), ZERO_IV, { disablePadding: true }).decrypt(hexToBytes(p))
  if (decrypted[0] !== PICC_DATA_TAG) return null
  const uidAndCounter = decrypted.subarray(1, 11)
  const session = cmac(Uint8Array.from([...SESSION_VECTOR, ...uidAndCounter]), hexToBytes(keys.k2))
  const mac = cmac(new Uint8Array(), session).filter((_byte, index) => index % 2 === 1)
  if (!isSame(mac, hexToBytes(c))) return null
  const [low = 0, middle = 0, high = 0] = uidAndCounter.subarray(7)
  return { uid: bytesToHex(uidAndCounter.subarray(0, 7)), counter: low | (middle << 8) | (high << 16) }
}

/** Compares in constant time. */
const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.reduce((difference, byte, index) => difference | (byte ^ (other[index] ?? 0)), one.length ^ other.length) === 0
