import { type NostrEncryption, nostrBoxes } from '@satchel/bolt11/nostr-box'
import { nostrPubkey, signEvent } from '@satchel/bolt11/sign-event'
import { type SignedEvent, verifyEvent } from '@satchel/bolt11/verify-event'
import { parseJson } from '@satchel/json/parse-json'
import { type Event, validateEvent } from 'nostr-tools/pure'

export interface NwcRequest {
  readonly method: string
  readonly params: object
  readonly encryption: NostrEncryption
  /** Unix seconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** The messages between us and one wallet: signed, and encrypted for the other side (NIP-47). */
export interface Envelope {
  readonly ownPubkey: string
  seal(request: NwcRequest): SignedEvent
  /** The event if the wallet has signed it, for us or for all. Unwanted events are dropped before verification. */
  verify(received: unknown, isWanted: (event: Event) => boolean): Event | undefined
  /** Throws when it cannot be read. */
  open(event: Event): unknown
}

export function createEnvelope(walletPubkey: string, secret: string): Envelope {
  const key = Buffer.from(secret, 'hex')
  const ownPubkey = nostrPubkey(key)
  const boxes = nostrBoxes(key, walletPubkey)
  return {
    ownPubkey,
    seal({ method, params, encryption, createdAt, expiresAt }) {
      const content = boxes[encryption].seal(JSON.stringify({ method, params }))
      const tags = [
        ['p', walletPubkey],
        ['encryption', encryption],
        ['expiration', String(expiresAt)],
      ]
      return signEvent({ kind: 23194, created_at: createdAt, tags, content }, key)
    },
    verify(received, isWanted) {
      if (!validateEvent(received)) return undefined
      const event = received as Event
      const isForUs = event.kind === 13194 || tagOf(event, 'p') === ownPubkey
      return event.pubkey === walletPubkey && isForUs && isWanted(event) && verifyEvent(event) ? event : undefined
    },
    open: ({ content }) => parseJson(boxes[content.includes('?iv=') ? 'nip04' : 'nip44_v2'].open(content)),
  }
}

export const tagOf = ({ tags }: Event, name: string): string | undefined => tags.find(([key]) => key === name)?.[1]
