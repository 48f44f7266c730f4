import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from 'nostr-tools/nip44'
import { sharedPoint } from './secp256k1.ts'

export type NostrEncryption = 'nip44_v2' | 'nip04'

/** Encrypts texts between the owners of two Nostr keys. */
export interface NostrBox {
  seal(text: string): string
  /** Throws if the content was not encrypted for these two keys. */
  open(content: string): string
}

/** `pubkey` in hex, as in events. Throws if it is invalid. */
export function nostrBoxes(secretKey: Uint8Array, pubkey: string): Readonly<Record<NostrEncryption, NostrBox>> {
  // Event keys are points with an even y (BIP 340), and only x is shared.
  const shared = sharedPoint(secretKey, Buffer.from(`02${pubkey}`, 'hex')).subarray(1)
  return { nip44_v2: nip44Box(shared), nip04: nip04Box(shared) }
}

function nip44Box(shared: Uint8Array): NostrBox {
  // HKDF-extract is an HMAC whose key is the salt.
  const conversation = createHmac('sha256', 'nip44-v2').update(shared).digest()
  return { seal: (text) => encrypt(text, conversation), open: (content) => decrypt(content, conversation) }
}

function nip04Box(shared: Uint8Array): NostrBox {
  return {
    seal(text) {
      const iv = randomBytes(16)
      const cipher = createCipheriv('aes-256-cbc', shared, iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${sealed.toString('base64')}?iv=${iv.toString('base64')}`
    },
    open(content) {
      const [sealed = '', iv = ''] = content.split('?iv=')
      const decipher = createDecipheriv('aes-256-cbc', shared, Buffer.from(iv, 'base64'))
      return Buffer.concat([decipher.update(sealed, 'base64'), decipher.final()]).toString('utf8')
    },
  }
}
