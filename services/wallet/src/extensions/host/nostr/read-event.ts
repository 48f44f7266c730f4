import { type Event, validateEvent } from 'nostr-tools/pure'

const MAX_EVENT_CHARACTERS = 128 * 1024

/** Reads a signed event that is no larger than relays forward. Its signature is not checked. */
export function readEvent(received: unknown): Event | undefined {
  if (!validateEvent(received)) return undefined
  const event = received as Event
  if (typeof event.id !== 'string' || typeof event.sig !== 'string') return undefined
  return event.content.length <= MAX_EVENT_CHARACTERS ? event : undefined
}
