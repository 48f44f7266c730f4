import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

/** For tests: the URLs of devices, made without code of the product. */
export interface SoftwareDevice {
  /** Version 2: AES-256-GCM. */
  authenticated(amount: number | string): Buffer
  /** The first firmware: masked, with an HMAC. */
  masked(amount: number): Buffer
  /** Later firmware: OpenSSL's format, not signed. */
  salted(amount: number | string): Buffer
}

const PIN = 4711

export function openSoftwareDevice(key: string): SoftwareDevice {
  return {
    authenticated(amount) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce)
      const text = Buffer.concat([cipher.update(`${PIN}:${amount}`), cipher.final()])
      return Buffer.concat([Buffer.of(2), nonce, text, cipher.getAuthTag()])
    },
    masked(amount) {
      const nonce = randomBytes(8)
      const hmac = (label: string, bytes: Buffer): Buffer =>
        createHmac('sha256', key).update(label).update(bytes).digest()
      // Like the firmware, which writes a length that is one byte too large.
      const plain = Buffer.concat([compact(PIN), compact(amount), Buffer.of(0)])
      const mask = hmac('Round secret:', nonce)
      const payload = plain.map((byte, at) => byte ^ (mask[at] ?? 0))
      const signed = Buffer.concat([Buffer.of(1, nonce.length), nonce, Buffer.of(payload.length), payload])
      return Buffer.concat([signed, hmac('Data:', signed).subarray(0, 8)])
    },
    salted(amount) {
      const salt = randomBytes(8)
      const secret = Buffer.concat([Buffer.from(key.slice(0, 16)), salt])
      const md5 = (...parts: Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest()
      const first = md5(secret)
      const second = md5(first, secret)
      const cipher = createCipheriv('aes-256-cbc', Buffer.concat([first, second]), md5(second, secret))
      return Buffer.concat([Buffer.from('Salted__'), salt, cipher.update(`${PIN}:${amount}`), cipher.final()])
    },
  }
}

function compact(value: number): Buffer {
  if (value < 0xfd) return Buffer.of(value)
  const bytes = Buffer.alloc(value < 0x10000 ? 3 : 5)
  bytes[0] = bytes.length === 3 ? 0xfd : 0xfe
  bytes.writeUIntLE(value, 1, bytes.length - 1)
  return bytes
}
