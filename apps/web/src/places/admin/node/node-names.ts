// Written by `npm run client` from the definitions in packages/lightning/src/backends: not to be edited.
import type { TextKey } from '../../../language/language.ts'

export const KINDS: Readonly<Record<string, string>> = {
  lnd: 'LND',
  cln: 'Core Lightning',
  phoenixd: 'phoenixd',
  eclair: 'Eclair',
  'ldk-server': 'LDK Server',
  lnbits: 'LNbits',
  nwc: 'Nostr Wallet Connect',
  blink: 'Blink',
  opennode: 'OpenNode',
  strike: 'Strike',
}

export const FIELDS: Readonly<Record<string, TextKey>> = {
  LND_REST_CERT: 'admin.node-cert',
  LND_REST_MACAROON: 'admin.node-macaroon',
  CLNREST_CERT: 'admin.node-cert',
  CLNREST_CA: 'admin.node-authority',
  CLNREST_PAY_RUNE: 'admin.node-rune-pay',
  CLNREST_INVOICE_RUNE: 'admin.node-rune-invoice',
  CLNREST_READONLY_RUNE: 'admin.node-rune-read',
  CLNREST_LAST_PAY_INDEX: 'admin.node-pay-index',
  PHOENIXD_API_PASSWORD: 'admin.node-password',
  ECLAIR_PASS: 'admin.node-password',
  LDK_SERVER_CERT: 'admin.node-cert',
  LDK_SERVER_API_KEY: 'admin.node-api-key',
  LNBITS_KEY: 'admin.node-key-all',
  LNBITS_INVOICE_KEY: 'admin.node-key-in',
  NWC_PAIRING_URL: 'admin.node-pairing',
  BLINK_TOKEN: 'admin.node-api-key',
  BLINK_WS_ENDPOINT: 'admin.node-socket',
  OPENNODE_KEY: 'admin.node-key-all',
  OPENNODE_INVOICE_KEY: 'admin.node-key-in',
  OPENNODE_ADMIN_KEY: 'admin.node-key-out',
  OPENNODE_ALLOW_UNPROVEN_PAYMENTS: 'admin.node-unproven',
  STRIKE_API_KEY: 'admin.node-api-key',
}
