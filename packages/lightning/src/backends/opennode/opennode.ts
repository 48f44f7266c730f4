import { jwtEndsAt } from '../../adapter-parts/jwt-ends-at.ts'
import { defineBackend, PATIENT_MS, secret, text } from '../../config/define-backend.ts'
import { noteChargeElsewhere, noteElsewhere } from './note-elsewhere.ts'
import { readOpenNode } from './read-opennode.ts'

export const openNode = defineBackend({
  kind: 'opennode',
  label: 'OpenNode',
  prefix: 'OPENNODE_',
  variables: [
    secret('OPENNODE_KEY', 'API key for everything.', { field: 'key-all' }),
    secret('OPENNODE_INVOICE_KEY', 'API key that reads and receives.', { varies: 'the other key', field: 'key-in' }),
    secret('OPENNODE_ADMIN_KEY', 'API key that pays.', { varies: 'the other key', field: 'key-out' }),
    {
      name: 'OPENNODE_ALLOW_UNPROVEN_PAYMENTS',
      kind: 'flag',
      default: 'false',
      about: 'Also pay, although OpenNode proves no payment.',
      field: 'unproven',
    },
    text('OPENNODE_API_ENDPOINT', 'URL.', { varies: "OpenNode's" }),
  ],
  read: readOpenNode,
  open: async (config, deps) => (await import('./open-opennode.ts')).openOpenNode(config, deps),
  facts: { hosted: true, reconcileMs: PATIENT_MS },
  credentialEnds: ({ invoiceKey, payKey }) => [invoiceKey, payKey].map((key) => key && jwtEndsAt(key.value)),
  noteElsewhere: { payment: noteElsewhere, invoice: noteChargeElsewhere },
})
