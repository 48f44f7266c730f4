import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import { remember } from '../base/remember.ts'

/** Encrypts the keys in the database, and finds a wallet by a key without decrypting any (rule S109). */
export interface KeyVault {
  /** The digest by which a key is looked up; it is deterministic. */
  digest(key: string): string
  /** A keyed digest of a short secret, which cannot be found by trying without the key; it is deterministic. */
  mark(secret: string): string
  seal(secret: string): string
  open(sealed: string): string
}

const IV_BYTES = 12
const TAG_BYTES = 16
const REMEMBERED = 20_000
const KEY_LENGTH = 32

/** AES-256-GCM under the key-encryption key; `secret` is 32 bytes. */
export function createKeyVault(secret: Uint8Array): KeyVault {
  // The same text always gives the same digest, so it may be cached.
  const opened = new Map<string, string>()
  const digests = new Map<string, string>()
  const marking = Buffer.from(hkdfSync('sha256', secret, '', 'satchel mark of a secret', 32))
  return {
    digest(key) {
      const known = digests.get(key)
      if (known !== undefined) return known
      const digest = hash('sha256', key, 'hex')
      // Unauthenticated callers may send any value here.
      if (key.length === KEY_LENGTH) remember(digests, REMEMBERED, key, digest)
      return digest
    },
    mark: (text) => createHmac('sha256', marking).update(text).digest('hex'),
    seal(text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', secret, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    },
    open(sealed) {
      const known = opened.get(sealed)
      if (known !== undefined) return known
      const bytes = Buffer.from(sealed, 'base64')
      const iv = bytes.subarray(0, IV_BYTES)
      // A shorter tag is easier to forge.
      const decipher = createDecipheriv('aes-256-gcm', secret, iv, { authTagLength: TAG_BYTES })
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString()
      remember(opened, REMEMBERED, sealed, text)
      return text
    },
  }
}
