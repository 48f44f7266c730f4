import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Shape } from '@satchel/extension-sdk/shape'
import { ADDRESS_TYPES, NETWORK_NAMES } from './networks.ts'

/** A watch-only wallet. */
export const FIELDS = {
  title: { type: 'text', min: 1, max: 64, doc: 'Name of the wallet.' },
  masterpub: {
    type: 'text',
    as: 'code',
    min: 1,
    max: 4000,
    doc: 'Extended public key (xpub, ypub, zpub, tpub, upub, vpub), an output descriptor with one, or the JSON of a Specter wallet. Private keys are rejected.',
    fixed: true,
    atRest: 'sealed',
  },
  type: {
    type: 'text',
    max: 20,
    oneOf: ADDRESS_TYPES,
    doc: 'Type of addresses; default by the key, p2pkh for xpub and tpub.',
    optional: true,
    fixed: true,
  },
  network: {
    type: 'text',
    max: 10,
    oneOf: NETWORK_NAMES,
    doc: 'Default mainnet, or testnet for keys of test networks.',
    optional: true,
    fixed: true,
  },
  gap_receive: {
    type: 'int',
    min: 1,
    max: 100,
    doc: 'Gap limit: unused receive addresses in a row that end a scan.',
    default: 20,
  },
  gap_change: { type: 'int', min: 1, max: 100, doc: 'Gap limit for change addresses.', default: 5 },
  fingerprint: {
    type: 'text',
    max: 8,
    doc: 'Fingerprint of the key that signers know: the root of the descriptor, else this key. Hex.',
    by: 'server',
    default: '',
  },
  address_index: { type: 'int', doc: 'Index of the next receive address.', by: 'server', default: 0 },
  used_index: {
    type: 'int',
    doc: 'Index after the last used receive address at the last scan.',
    by: 'server',
    optional: true,
  },
  gap_warning: {
    type: 'text',
    max: 400,
    doc: 'Warning if more receive addresses than `gap_receive` were given out since the last used one: other wallets with the key may not scan that far.',
    by: 'server',
    optional: true,
  },
  change_index: { type: 'int', doc: 'Index of the next change address.', by: 'server', default: 0 },
  balance: { type: 'sat', doc: 'Confirmed balance at the last scan, satoshis.', by: 'server', default: 0 },
  pending: {
    type: 'int',
    doc: 'Unconfirmed change of the balance, satoshis; negative if it is spent.',
    by: 'server',
    default: 0,
  },
  scanned_at: { type: 'text', max: 30, doc: 'Time of the last scan, ISO 8601.', by: 'server', optional: true },
} as const satisfies Shape

export const TABLES = {
  addresses: {
    item: { type: 'text', max: 64, doc: 'Id of the wallet.', index: true },
    /** Wallet, branch and index: an address is given out once. */
    place: { type: 'text', max: 100, doc: 'Derivation path of the address.', unique: 'instance' },
    address: { type: 'text', max: 100, doc: 'Address.', index: true },
    branch_index: { type: 'int', doc: '0 to receive, 1 for change.' },
    address_index: { type: 'int', doc: 'Index on its branch.' },
    note: { type: 'text', max: 200, doc: 'Your note.' },
    /** Unconfirmed transactions included. */
    amount: { type: 'sat', doc: 'Balance at the last scan, satoshis.', optional: true },
    has_activity: { type: 'bool', doc: 'True: a transaction has used it.', optional: true },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type WatchWallet = Item<typeof FIELDS>
export type WatchAddress = Item<typeof TABLES.addresses>
export type WatchCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes, listRoute } = routeBuilders<typeof FIELDS, typeof TABLES>()
