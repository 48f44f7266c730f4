import { hkdfSync } from 'node:crypto'
import { nostrPubkey, signEvent as sign } from '@satchel/bolt11/sign-event'
import type { NostrEvent, NostrTemplate } from '@satchel/extension-sdk/nostr'

export interface NostrSigner {
  /** In hex. */
  readonly pubkey: string
  sign(template: NostrTemplate): NostrEvent
  /** Another key of this installation, in hex: the same for the same name. */
  keyOf(name: string): { readonly pubkey: string; readonly secretKey: string }
}

/** Signs for this installation, with a key that is derived from its secret and never stored. */
export function createNostrSigner(authSecret: string): NostrSigner {
  // Once in 2^128 secrets this is not a key of the curve; the curve then throws.
  const derive = (info: string): Uint8Array => new Uint8Array(hkdfSync('sha256', authSecret, '', info, 32))
  const key = derive('satchel nostr')
  return {
    pubkey: nostrPubkey(key),
    sign: (template) => signEvent(template, key),
    keyOf(name) {
      const own = derive(`satchel nostr ${name}`)
      return { pubkey: nostrPubkey(own), secretKey: Buffer.from(own).toString('hex') }
    },
  }
}

/** Signs with any key, given as bytes or in hex. */
export function signEvent(
  { kind, createdAt, tags, content }: NostrTemplate,
  secretKey: string | Uint8Array,
): NostrEvent {
  const key = typeof secretKey === 'string' ? Buffer.from(secretKey, 'hex') : secretKey
  return sign({ kind, created_at: createdAt, tags, content }, key)
}
