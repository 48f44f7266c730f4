import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** The content that a publisher signs with its ed25519 key: 32 bytes in hex, the signature 64. */
export interface Signed {
  readonly publisher?: string | undefined
  readonly signature?: string | undefined
}

/** A release is its id, version and archive: if one of them changes, the signature no longer holds. */
export const releaseText = ({ id, version, hash }: { id: string; version: string; hash: string }): string =>
  `satchel-extension:${id}:${version}:${hash.toLowerCase()}`

export const revocationText = (what: { hash: string } | { id: string; range: string }): string =>
  'hash' in what ? `satchel-revocation:${what.hash.toLowerCase()}` : `satchel-revocation:${what.id}:${what.range}`

/** True: it is unsigned, or the publisher it names signed it. */
export function isGenuine({ publisher, signature }: Signed, text: string): boolean {
  if (publisher === undefined && signature === undefined) return true
  if (publisher === undefined || signature === undefined) return false
  try {
    return verify(null, Buffer.from(text), keyOf(publisher), Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}

const keyOf = (publisher: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publisher, 'hex').toString('base64url') },
    format: 'jwk',
  })
