import { t, type TextKey } from '../../../language/language.ts'

/** Names of programs and companies are not translated. */
const KINDS: Readonly<Record<string, string>> = {
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

export function kindText(kind: string): string {
  if (kind === 'simulated') return t('admin.node-simulated')
  return kind === 'none' ? t('admin.node-unreachable') : (KINDS[kind] ?? kind)
}

const FIELDS: Readonly<Record<string, TextKey>> = {
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
  SERVICE_NODE_IS_SHARED: 'admin.node-shared',
  SERVICE_ALLOW_PLAIN_NODE: 'admin.node-plain',
  SERVICE_ALLOW_UNCAPPED_FEES: 'admin.node-uncapped',
}

/** An unknown field shows its variable. */
export function fieldText(name: string): string {
  const key = FIELDS[name] ?? (/_(URL|ENDPOINT)$/.test(name) ? 'admin.node-url' : undefined)
  return key === undefined ? name : t(key)
}
