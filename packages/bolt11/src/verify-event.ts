import { createHash } from 'node:crypto'
import { verifySchnorr } from './secp256k1.ts'

/** A Nostr event, whose fields have been checked. */
export interface SignedEvent {
  readonly id: string
  readonly pubkey: string
  readonly created_at: number
  readonly kind: number
  readonly tags: readonly (readonly string[])[]
  readonly content: string
  readonly sig: string
}

/** Whether the id is the hash of the event, and its key has signed the id (NIP-01). Never throws. */
export function verifyEvent(event: SignedEvent): boolean {
  const { id, pubkey, sig } = event
  if (!HASH.test(id) || !HASH.test(pubkey) || !SIGNATURE.test(sig)) return false
  const digest = createHash('sha256').update(textOf(event)).digest()
  return digest.toString('hex') === id && verifySchnorr(digest, Buffer.from(pubkey, 'hex'), Buffer.from(sig, 'hex'))
}

/** The text that the id of an event is the hash of. */
export const textOf = ({ pubkey, created_at, kind, tags, content }: Omit<SignedEvent, 'id' | 'sig'>): string =>
  JSON.stringify([0, pubkey, created_at, kind, tags, content])

const HASH = /^[0-9a-f]{64}$/
const SIGNATURE = /^[0-9a-f]{128}$/
