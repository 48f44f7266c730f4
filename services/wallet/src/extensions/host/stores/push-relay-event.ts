import { defineCommand } from '../../../db/database.ts'

/** The channel for events published on our relay, for listeners in all processes; no extension pushes there. */
export const RELAY_CHANNEL = { extId: '*nostr', channel: 'relay' }

/** Events are forwarded, not stored; only the info event of each connection answers later requests. */
export const pushRelayEvent = defineCommand({
  name: 'push-relay-event',
  run: (tx, { body, at }: { body: string; at: number }) =>
    tx.run({
      sql: 'INSERT INTO extension_pushes (ext_id, channel, body, at) VALUES ($1, $2, $3, $4)',
      params: [RELAY_CHANNEL.extId, RELAY_CHANNEL.channel, body, at],
      rows: 1,
    }),
})
