import { createHash } from 'node:crypto'
import { publicKey, signSchnorr } from './secp256k1.ts'
import { type SignedEvent, textOf } from './verify-event.ts'

/** An event without signature. */
export type EventTemplate = Pick<SignedEvent, 'kind' | 'created_at' | 'tags' | 'content'>

/** The public key of a Nostr key, in hex (NIP-01). */
export const nostrPubkey = (secretKey: Uint8Array): string =>
  Buffer.from(publicKey(secretKey).subarray(1)).toString('hex')

/** The event with its id and signature (NIP-01). The same template and key give the same event. */
export function signEvent({ kind, created_at, tags, content }: EventTemplate, secretKey: Uint8Array): SignedEvent {
  const unsigned = { pubkey: nostrPubkey(secretKey), created_at, kind, tags, content }
  const digest = createHash('sha256').update(textOf(unsigned)).digest()
  const sig = Buffer.from(signSchnorr(digest, secretKey)).toString('hex')
  return { id: digest.toString('hex'), ...unsigned, sig }
}
