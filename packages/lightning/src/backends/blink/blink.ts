import { jwtEndsAt } from '../../adapter-parts/jwt-ends-at.ts'
import { defineBackend, secret, text } from '../../config/define-backend.ts'
import { readBlink } from './read-blink.ts'

export const blink = defineBackend({
  kind: 'blink',
  label: 'Blink',
  prefix: 'BLINK_',
  variables: [
    secret('BLINK_TOKEN', 'API key.', { field: 'api-key' }),
    text('BLINK_API_ENDPOINT', 'GraphQL.', { varies: "Blink's" }),
    text('BLINK_WS_ENDPOINT', 'Subscriptions.', { varies: "Blink's", field: 'socket' }),
  ],
  read: readBlink,
  open: async (config, deps) => (await import('./open-blink.ts')).openBlink(config, deps),
  // Blink sets aside 0.5 % for routing, and never less than this.
  facts: { hosted: true, minReserveMsat: 10_000 },
  credentialEnds: ({ token }) => [jwtEndsAt(token)],
})
