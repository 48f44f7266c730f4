import { defineBackend, PATIENT_MS, secret } from '../../config/define-backend.ts'
import { readNwc } from './read-nwc.ts'

export const nwc = defineBackend({
  kind: 'nwc',
  label: 'Nostr Wallet Connect',
  prefix: 'NWC_',
  variables: [secret('NWC_PAIRING_URL', '`nostr+walletconnect://…` as the wallet shows it.', { field: 'pairing' })],
  read: readNwc,
  open: async (config, deps) => (await import('./open-nwc.ts')).openNwc(config, deps),
  facts: { hosted: true, reconcileMs: PATIENT_MS },
})
