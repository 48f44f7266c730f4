import { defineBackend, secret, text } from '../../config/define-backend.ts'
import { readAgain } from '../../config/setting.ts'
import { macaroonEndsAt } from './macaroon-ends-at.ts'
import { readLnd, readMacaroonFile } from './read-lnd.ts'

export const lnd = defineBackend({
  kind: 'lnd',
  label: 'LND',
  prefix: 'LND_REST_',
  variables: [
    text('LND_REST_ENDPOINT', 'URL of the REST interface.'),
    text('LND_REST_CERT', 'Certificate: PEM, base64 or a path.', {
      varies: 'one that the system trusts',
      field: 'cert',
    }),
    secret('LND_REST_MACAROON', 'Macaroon: hex, base64 or a path.', { field: 'macaroon' }),
    secret('LND_REST_ADMIN_MACAROON', 'Another name of `LND_REST_MACAROON`.'),
    secret('LND_REST_INVOICE_MACAROON', 'Another name of `LND_REST_MACAROON`.'),
  ],
  read: readLnd,
  open: async (config, deps) => (await import('./open-lnd.ts')).openLnd(config, deps),
  // Its channels hold 483 HTLCs.
  facts: { maxHeld: 300 },
  credentialEnds: ({ macaroon }) => [macaroonEndsAt(readAgain(macaroon, readMacaroonFile))],
})
