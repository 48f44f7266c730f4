import { choice, flag, secret, text, type Variable, whole } from './variable.ts'

const KINDS = [
  'simulated',
  'cln',
  'phoenixd',
  'eclair',
  'lnd',
  'lnbits',
  'nwc',
  'ldk-server',
  'blink',
  'opennode',
  'strike',
] as const

/** What is asked whichever node it is. */
export const FUNDING_VARIABLES: readonly Variable[] = [
  choice('SERVICE_FUNDING_SOURCE', KINDS, 'simulated', 'The Lightning node; each has its own variables.'),
  choice(
    'SERVICE_FORMER_FUNDING_SOURCE',
    [...KINDS, 'none'],
    undefined,
    'The previous node, while payments are pending there; its variables have the prefix `FORMER_`.',
  ),
  choice(
    'SERVICE_NETWORK',
    ['mainnet', 'testnet', 'signet', 'regtest'],
    undefined,
    'With a node on another network the service does not start.',
    { varies: "the node's" },
  ),
  flag('SERVICE_NODE_IS_SHARED', false, 'Other programs pay with the node, too.'),
  flag('SERVICE_ALLOW_PLAIN_NODE', false, 'Accept an `http://` endpoint on another machine.'),
  flag('SERVICE_ALLOW_UNCAPPED_FEES', false, 'Also pay through a node that cannot limit fees.'),
]

export interface NodeVariables {
  readonly kind: (typeof KINDS)[number]
  /** Names that begin so are meant for this node; undefined: they begin with `SERVICE_` like most. */
  readonly prefix?: string
  readonly variables: readonly Variable[]
}

export const NODE_VARIABLES: readonly NodeVariables[] = [
  {
    kind: 'simulated',
    variables: [
      text('SERVICE_SIM_CONTROL', '`host:port` on loopback at which tests control the simulated node.'),
      text('SERVICE_SIM_JOURNAL', "The simulated node's file.", { varies: 'in the data folder' }),
    ],
  },
  {
    kind: 'lnd',
    prefix: 'LND_REST_',
    variables: [
      text('LND_REST_ENDPOINT', 'URL of the REST interface.'),
      text('LND_REST_CERT', 'Certificate: PEM, base64 or a path.', { varies: 'one that the system trusts' }),
      secret('LND_REST_MACAROON', 'Macaroon: hex, base64 or a path.'),
      secret('LND_REST_ADMIN_MACAROON', 'Another name of `LND_REST_MACAROON`.'),
      secret('LND_REST_INVOICE_MACAROON', 'Another name of `LND_REST_MACAROON`.'),
    ],
  },
  {
    kind: 'cln',
    prefix: 'CLNREST_',
    variables: [
      text('CLNREST_URL', 'URL of CLNRest.'),
      text('CLNREST_CERT', "The node's own certificate: PEM, base64 or a path.", {
        varies: 'one that the system trusts',
      }),
      text('CLNREST_CA', 'The authority that signed the certificate: PEM, base64 or a path.', {
        varies: 'those of the system',
      }),
      secret('CLNREST_PAY_RUNE', 'Rune that pays, or the path of its file.'),
      secret('CLNREST_INVOICE_RUNE', 'Rune that makes invoices, or the path of its file.', {
        varies: 'the rune that pays',
      }),
      secret('CLNREST_READONLY_RUNE', 'Rune that reads, or the path of its file.', { varies: 'the rune that pays' }),
      whole('CLNREST_LAST_PAY_INDEX', [0, 0, Number.MAX_SAFE_INTEGER], 'Receipts up to this one are ignored.'),
    ],
  },
  {
    kind: 'phoenixd',
    prefix: 'PHOENIXD_API_',
    variables: [
      text('PHOENIXD_API_ENDPOINT', 'URL.', { varies: '`http://127.0.0.1:9740`' }),
      secret('PHOENIXD_API_PASSWORD', 'The password with full access.'),
    ],
  },
  {
    kind: 'eclair',
    prefix: 'ECLAIR_',
    variables: [text('ECLAIR_URL', 'URL.'), secret('ECLAIR_PASS', 'Password.')],
  },
  {
    kind: 'ldk-server',
    prefix: 'LDK_SERVER_',
    variables: [
      text('LDK_SERVER_ENDPOINT', 'URL, https.', { varies: '`https://127.0.0.1:3536`' }),
      text('LDK_SERVER_CERT', 'Certificate: PEM, base64 or a path.', { varies: 'one that the system trusts' }),
      secret('LDK_SERVER_API_KEY', 'Key in hex, or the path of its file.'),
    ],
  },
  {
    kind: 'lnbits',
    prefix: 'LNBITS_',
    variables: [
      text('LNBITS_ENDPOINT', 'URL of the server.'),
      secret('LNBITS_KEY', 'Admin key of the wallet.'),
      secret('LNBITS_ADMIN_KEY', 'Another name of `LNBITS_KEY`.'),
      secret('LNBITS_INVOICE_KEY', 'Invoice key of the wallet.', { varies: 'the admin key' }),
    ],
  },
  {
    kind: 'nwc',
    prefix: 'NWC_',
    variables: [secret('NWC_PAIRING_URL', '`nostr+walletconnect://…` as the wallet shows it.')],
  },
  {
    kind: 'blink',
    prefix: 'BLINK_',
    variables: [
      secret('BLINK_TOKEN', 'API key.'),
      text('BLINK_API_ENDPOINT', 'GraphQL.', { varies: "Blink's" }),
      text('BLINK_WS_ENDPOINT', 'Subscriptions.', { varies: "Blink's" }),
    ],
  },
  {
    kind: 'opennode',
    prefix: 'OPENNODE_',
    variables: [
      secret('OPENNODE_KEY', 'API key for everything.'),
      secret('OPENNODE_INVOICE_KEY', 'API key that reads and receives.', { varies: 'the other key' }),
      secret('OPENNODE_ADMIN_KEY', 'API key that pays.', { varies: 'the other key' }),
      flag('OPENNODE_ALLOW_UNPROVEN_PAYMENTS', false, 'Also pay, although OpenNode proves no payment.'),
      text('OPENNODE_API_ENDPOINT', 'URL.', { varies: "OpenNode's" }),
    ],
  },
  {
    kind: 'strike',
    prefix: 'STRIKE_API_',
    variables: [secret('STRIKE_API_KEY', 'API key.'), text('STRIKE_API_ENDPOINT', 'URL.', { varies: "Strike's" })],
  },
]
