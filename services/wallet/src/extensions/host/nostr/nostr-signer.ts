import type { NostrEvent, NostrTemplate } from '@satchel/extension-sdk/nostr'
import { hkdfSync } from 'node:crypto'
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure'

export interface NostrSigner {
  /** In hex. */
  readonly pubkey: string
  sign(template: NostrTemplate): NostrEvent
}

/** Signs for this installation, with a key that follows from its secret and is never stored. */
export function createNostrSigner(authSecret: string): NostrSigner {
  // No key of the curve once in 2^128 secrets; the curve refuses it then.
  const key = new Uint8Array(hkdfSync('sha256', authSecret, '', 'satchel nostr', 32))
  return {
    pubkey: getPublicKey(key),
    sign: (template) => signEvent(template, key),
  }
}

/** With a key of somebody else's, in hex. */
export function signEvent(
  { kind, createdAt, tags, content }: NostrTemplate,
  secretKey: string | Uint8Array,
): NostrEvent {
  const template = { kind, created_at: createdAt, tags: tags.map((tag) => [...tag]), content }
  const key = typeof secretKey === 'string' ? Buffer.from(secretKey, 'hex') : secretKey
  const { id, pubkey, sig } = finalizeEvent(template, key)
  return { id, pubkey, ...template, sig }
}
