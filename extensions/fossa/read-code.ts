import { cbc, gcm } from '@noble/ciphers/aes.js'
import { hmac } from '@noble/hashes/hmac.js'
import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { reject } from '@satchel/extension-sdk/rejection'
import { base64nopad } from '@scure/base'

/** The data of a printed code. */
export interface Code {
  /** Identifies the code by its bytes, whatever their encoding. */
  readonly hex: string
  /** Minor units of the currency. */
  readonly amount: number
  /** True: the code is authenticated by the device's key. */
  readonly isAuthentic: boolean
}

/** Reads `?p=` of any known firmware; rejects a code that was not made with this key. */
export function readCode(text: string, key: string): Code {
  const bytes = readBytes(text)
  const read = bytes && DECODERS.map((decode) => decode(bytes, key)).find((one) => one !== undefined)
  if (read === undefined) throw reject('This code cannot be read: it is not of this machine, or was changed.')
  return { hex: bytesToHex(bytes ?? new Uint8Array()), ...read }
}

/** Both alphabets, padded or not, and a plus that became a space have the same bytes. */
function readBytes(text: string): Uint8Array | undefined {
  const plain = text.replaceAll(/[- ]/g, '+').replaceAll('_', '/').replace(/=+$/, '')
  try {
    return base64nopad.decode(plain)
  } catch {
    return undefined
  }
}

type Decoder = (bytes: Uint8Array, key: string) => Omit<Code, 'hex'> | undefined

const NONCE = 12
const TAG = 16

/** Version 2: `02`, nonce (12), then `PIN:AMOUNT` with its tag under AES-256-GCM. */
const authenticated: Decoder = (bytes, key) => {
  if (bytes[0] !== 2 || bytes.length < 1 + NONCE + TAG + 3) return undefined
  try {
    const text = gcm(hexToBytes(key), bytes.subarray(1, 1 + NONCE)).decrypt(bytes.subarray(1 + NONCE))
    return readText(text, true)
  } catch {
    return undefined
  }
}

const MAC = 8

/** The first firmware: `01`, nonce and payload each with its length, both numbers masked, and 8 bytes of HMAC. */
const masked: Decoder = (bytes, key) => {
  const nonceLength = bytes[1] ?? 0
  const length = bytes[2 + nonceLength] ?? 0
  const end = 3 + nonceLength + length
  // Exactly this length: another one would be a second notation of the same code.
  if (bytes[0] !== 1 || nonceLength < 8 || length > 32 || bytes.length !== end + MAC) return undefined
  const secret = utf8ToBytes(key)
  const expected = hmac(sha256, secret, concatBytes(utf8ToBytes('Data:'), bytes.subarray(0, end)))
  if (bytesToHex(expected.subarray(0, MAC)) !== bytesToHex(bytes.subarray(end))) return undefined
  const nonce = bytes.subarray(2, 2 + nonceLength)
  const mask = hmac(sha256, secret, concatBytes(utf8ToBytes('Round secret:'), nonce))
  const payload = bytes.subarray(3 + nonceLength, end).map((byte, at) => byte ^ (mask[at] ?? 0))
  const pin = readCompact(payload, 0)
  const amount = pin && readCompact(payload, pin.end)
  return amount && { amount: amount.value, isAuthentic: true }
}

/** Bitcoin's compact size. */
function readCompact(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } | undefined {
  const first = bytes[at]
  if (first === undefined) return undefined
  const width = first < 0xfd ? 0 : 2 ** (first - 0xfc)
  if (at + 1 + width > bytes.length) return undefined
  if (width === 0) return { value: first, end: at + 1 }
  const digits = bytes.subarray(at + 1, at + 1 + width).toReversed()
  const value = Number(`0x${bytesToHex(digits)}`)
  return Number.isSafeInteger(value) ? { value, end: at + 1 + width } : undefined
}

const SALTED = '53616c7465645f5f'
const BLOCK = 16
/** The firmware uses only this many characters of its secret. */
const PASSPHRASE = 16

/** Later firmware: `PIN:AMOUNT` as OpenSSL's `Salted__` AES-256-CBC, which is not signed. */
const salted: Decoder = (bytes, key) => {
  const length = bytes.length - BLOCK
  if (bytesToHex(bytes.subarray(0, 8)) !== SALTED || length < BLOCK || length % BLOCK !== 0) return undefined
  const secret = concatBytes(utf8ToBytes(key.slice(0, PASSPHRASE)), bytes.subarray(8, BLOCK))
  const first = md5(secret)
  const second = md5(concatBytes(first, secret))
  const iv = md5(concatBytes(second, secret))
  try {
    return readText(cbc(concatBytes(first, second), iv).decrypt(bytes.subarray(BLOCK)), false)
  } catch {
    return undefined
  }
}

const DECODERS = [authenticated, masked, salted]

/** Some firmware writes whole numbers with a decimal point. */
function readText(bytes: Uint8Array, isAuthentic: boolean): Omit<Code, 'hex'> | undefined {
  const [, digits] = /^\d{1,10}:(\d{1,12})(?:\.0{1,2})?$/.exec(new TextDecoder().decode(bytes)) ?? []
  return digits === undefined ? undefined : { amount: Number(digits), isAuthentic }
}
