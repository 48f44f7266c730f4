import { generateKeyPairSync, sign } from 'node:crypto'

/** A publisher's key. */
export interface Signer {
  /** Its public part, in hex. */
  readonly publisher: string
  /** The fields of a catalogue for a text that the key signs. */
  readonly sign: (text: string) => { readonly publisher: string; readonly signature: string }
}

/** For tests: a publisher with a key of its own. */
export function newSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const publisher = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')
  return {
    publisher,
    sign: (text) => ({ publisher, signature: sign(null, Buffer.from(text), privateKey).toString('hex') }),
  }
}
