import { type Event, validateEvent } from 'nostr-tools/pure'

const MOST_EVENT_CHARACTERS = 128 * 1024

/** What has the form of a signed event, and is no larger than relays pass on. Its signature is not looked at. */
export function readEvent(received: unknown): Event | undefined {
  if (!validateEvent(received)) return undefined
  const event = received as Event
  if (typeof event.id !== 'string' || typeof event.sig !== 'string') return undefined
  return event.content.length <= MOST_EVENT_CHARACTERS ? event : undefined
}
