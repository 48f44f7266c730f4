import type { NostrEvent } from '@satchel/extension-sdk/nostr'

/** What is kept for each relay that an event is for. */
export interface NostrJob {
  readonly event: NostrEvent
  readonly relay: string
}
