import { jwtEndsAt } from '../../adapter-parts/jwt-ends-at.ts'
import { defineBackend, secret, text } from '../../config/define-backend.ts'
import { readLnbits } from './read-lnbits.ts'

export const lnbits = defineBackend({
  kind: 'lnbits',
  label: 'LNbits',
  prefix: 'LNBITS_',
  variables: [
    text('LNBITS_ENDPOINT', 'URL of the server.'),
    secret('LNBITS_KEY', 'Admin key of the wallet.', { field: 'key-all' }),
    secret('LNBITS_ADMIN_KEY', 'Another name of `LNBITS_KEY`.'),
    secret('LNBITS_INVOICE_KEY', 'Invoice key of the wallet.', { varies: 'the admin key', field: 'key-in' }),
  ],
  read: readLnbits,
  open: async (config, deps) => (await import('./open-lnbits.ts')).openLnbits(config, deps),
  credentialEnds: ({ adminKey, invoiceKey }) => [adminKey, invoiceKey].map(({ value }) => jwtEndsAt(value)),
})
