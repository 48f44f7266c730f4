import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's subscription: its public key and a secret, base64url. */
export interface PushKeys {
  readonly p256dh: string
  readonly auth: string
}

/** Random values, which the example of RFC 8291 fixes. */
export interface PushRandom {
  readonly salt: Buffer
  /** A private key of P-256, for this message alone. */
  readonly privateKey: Buffer
}

const RECORD_BYTES = 4096

/** The body of a push request, which only that browser can read (RFC 8291, RFC 8188 with one record). */
export function encryptPush(text: string, { p256dh, auth }: PushKeys, fixed?: PushRandom): Buffer {
  const ours = createECDH('prime256v1')
  if (fixed === undefined) ours.generateKeys()
  else ours.setPrivateKey(fixed.privateKey)
  const salt = fixed?.salt ?? randomBytes(16)
  const [theirs, mine] = [Buffer.from(p256dh, 'base64url'), ours.getPublicKey()]
  const shared = ours.computeSecret(theirs)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, mine])
  const input = derive(shared, Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2 ends the last record.
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final()])
  const header = Buffer.alloc(5)
  header.writeUInt32BE(RECORD_BYTES)
  header.writeUInt8(mine.length, 4)
  return Buffer.concat([salt, header, mine, body, cipher.getAuthTag()])
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** Whether the keys have the form of a P-256 point and of 16 bytes. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
