import { jwtEndsAt } from '../../adapter-parts/jwt-ends-at.ts'
import { defineBackend, secret, text } from '../../config/define-backend.ts'
import { readPhoenixd } from './read-phoenixd.ts'

export const phoenixd = defineBackend({
  kind: 'phoenixd',
  label: 'phoenixd',
  prefix: 'PHOENIXD_API_',
  variables: [
    text('PHOENIXD_API_ENDPOINT', 'URL.', { varies: '`http://127.0.0.1:9740`' }),
    secret('PHOENIXD_API_PASSWORD', 'The password with full access.', { field: 'password' }),
  ],
  read: readPhoenixd,
  open: async (config, deps) => (await import('./open-phoenixd.ts')).openPhoenixd(config, deps),
  // It takes 0.4 % + 4 sat, whatever the limit: never more than this, or than 1 % of the amount.
  facts: { minReserveMsat: 7000 },
  credentialEnds: ({ password }) => [jwtEndsAt(password)],
})
