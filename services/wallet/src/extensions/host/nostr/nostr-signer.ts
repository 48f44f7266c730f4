import type { NostrTemplate } from '@satchel/extension-sdk/context'
import { hkdfSync } from 'node:crypto'
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure'

/** As it goes over the wire (NIP-01). */
export interface NostrEvent {
  readonly id: string
  readonly pubkey: string
  readonly kind: number
  readonly created_at: number
  readonly tags: readonly (readonly string[])[]
  readonly content: string
  readonly sig: string
}

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
    sign({ kind, createdAt, tags, content }) {
      const template = { kind, created_at: createdAt, tags: tags.map((tag) => [...tag]), content }
      const { id, pubkey, sig } = finalizeEvent(template, key)
      return { id, pubkey, ...template, sig }
    },
  }
}
