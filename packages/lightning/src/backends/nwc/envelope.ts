import { parseJson } from '@satchel/json/parse-json'
import { decrypt as openNip04, encrypt as sealNip04 } from 'nostr-tools/nip04'
import { decrypt as openNip44, encrypt as sealNip44, getConversationKey } from 'nostr-tools/nip44'
import { verifyEvent } from '@satchel/bolt11/verify-event'
import { type Event, finalizeEvent, getPublicKey, validateEvent } from 'nostr-tools/pure'

export type Encryption = 'nip44_v2' | 'nip04'

export interface NwcRequest {
  readonly method: string
  readonly params: object
  readonly encryption: Encryption
  /** Unix seconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** The messages between us and one wallet: signed, and encrypted for the other side (NIP-47). */
export interface Envelope {
  readonly ownPubkey: string
  seal(request: NwcRequest): Event
  /** The event if the wallet has signed it, for us or for all. Unwanted events are dropped before verification. */
  verify(received: unknown, isWanted: (event: Event) => boolean): Event | undefined
  /** Throws when it cannot be read. */
  open(event: Event): unknown
}

export function createEnvelope(walletPubkey: string, secret: string): Envelope {
  const key = Buffer.from(secret, 'hex')
  const ownPubkey = getPublicKey(key)
  const conversation = getConversationKey(key, walletPubkey)
  return {
    ownPubkey,
    seal({ method, params, encryption, createdAt, expiresAt }) {
      const text = JSON.stringify({ method, params })
      const content = encryption === 'nip04' ? sealNip04(key, walletPubkey, text) : sealNip44(text, conversation)
      const tags = [
        ['p', walletPubkey],
        ['encryption', encryption],
        ['expiration', String(expiresAt)],
      ]
      return finalizeEvent({ kind: 23194, created_at: createdAt, tags, content }, key)
    },
    verify(received, isWanted) {
      if (!validateEvent(received)) return undefined
      const event = received as Event
      const isForUs = event.kind === 13194 || tagOf(event, 'p') === ownPubkey
      return event.pubkey === walletPubkey && isForUs && isWanted(event) && verifyEvent(event) ? event : undefined
    },
    open: ({ content }) =>
      parseJson(content.includes('?iv=') ? openNip04(key, walletPubkey, content) : openNip44(content, conversation)),
  }
}

export const tagOf = ({ tags }: Event, name: string): string | undefined => tags.find(([key]) => key === name)?.[1]
