import { unauthenticated } from '@satchel/http/service-error'
import { defineCommand } from '../../db/database.ts'

export interface ShownEvent {
  readonly eventId: string
  /** Unix seconds: afterwards the event is too old to be accepted. */
  readonly expiresAt: number
  readonly now: number
}

/** Tolerated difference between the clocks of processes. */
const CLOCKS_DIFFER_SECONDS = 600

/** Each event is accepted once across all processes; a second use is a replay. */
export const showNostrEvent = defineCommand({
  name: 'show-nostr-event',
  run: async (tx, input: ShownEvent): Promise<void> => {
    const { eventId, expiresAt, now } = input
    await tx.run({ sql: 'DELETE FROM used_nostr_events WHERE expires_at < $1', params: [now - CLOCKS_DIFFER_SECONDS] })
    await tx.run({
      sql: 'INSERT INTO used_nostr_events (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
      params: [eventId, expiresAt],
      rows: 1,
      otherwise: () => unauthenticated('The Nostr event was used before.', { code: 'nostr_event_used' }),
    })
  },
})
