import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Shape } from '@satchel/extension-sdk/shape'
import { ADDRESS_TYPES, NETWORK_NAMES } from './networks.ts'

/** A watch-only wallet. */
export const FIELDS = {
  title: { type: 'text', min: 1, max: 64, doc: 'Its name.' },
  masterpub: {
    type: 'text',
    min: 1,
    max: 512,
    doc: 'Extended public key (xpub, ypub, zpub, tpub, upub, vpub) or an output descriptor of one. Private keys are refused.',
    fixed: true,
    atRest: 'sealed',
  },
  type: {
    type: 'text',
    max: 20,
    oneOf: ADDRESS_TYPES,
    doc: 'Kind of addresses; default what the key says, p2pkh for xpub and tpub.',
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
  fingerprint: {
    type: 'text',
    max: 8,
    doc: 'Of the key that signers know: the root of the descriptor, else this key. Hex.',
    by: 'server',
    default: '',
  },
  address_index: { type: 'int', doc: 'Index of the next receive address.', by: 'server', default: 0 },
  change_index: { type: 'int', doc: 'Index of the next change address.', by: 'server', default: 0 },
} as const satisfies Shape

export const TABLES = {
  addresses: {
    item: { type: 'text', max: 64, doc: 'The wallet.', index: true },
    /** Wallet, branch and index: an address is given out once. */
    place: { type: 'text', max: 100, doc: 'Where it is derived.', unique: 'instance' },
    address: { type: 'text', max: 100, doc: 'The address.', index: true },
    branch_index: { type: 'int', doc: '0 to receive, 1 for change.' },
    address_index: { type: 'int', doc: 'On its branch.' },
    note: { type: 'text', max: 200, doc: 'A note of yours.' },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type WatchWallet = Item<typeof FIELDS>
export type WatchAddress = Item<typeof TABLES.addresses>
export type WatchCtx = Ctx<typeof FIELDS, typeof TABLES>
