import type { NostrEvent } from '@satchel/extension-sdk/nostr'

/** The payload of the job for one event and one relay. */
export interface NostrJob {
  readonly event: NostrEvent
  readonly relay: string
}
