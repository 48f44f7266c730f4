import { Type } from 'typebox'
import { PERMISSIONS } from '../access/principal.ts'
import { WALLET_COLORS, WALLET_ICONS } from './wallet-look.ts'

/** Permissions granted to a guest. */
export const Permissions = Type.Array(
  Type.Unsafe<(typeof PERMISSIONS)[number]>({ type: 'string', enum: [...PERMISSIONS] }),
  {
    minItems: 1,
    uniqueItems: true,
    description: '`view-payments`, `receive-payments`, `send-payments`: one or more.',
  },
)

export const WalletBody = Type.Object(
  {
    id: Type.String({ description: 'Id of the wallet.', examples: ['0b7e8f8a-7c1f-4f0e-9d55-0c3f6d2a9b41'] }),
    name: Type.String({ description: 'Name of the wallet.', examples: ['Shop'] }),
    balance: Type.Integer({
      description: 'Spendable balance, millisatoshis. 0 for a guest without `view-payments`.',
      examples: [1_000_000],
    }),
    adminkey: Type.String({
      description:
        'Admin key: reads, receives, sends. Empty for callers with the invoice key, an ACL token or a session.',
      examples: ['00112233445566778899aabbccddeeff'],
    }),
    inkey: Type.String({
      description: 'Invoice key: reads and receives. Empty for an ACL token or a session.',
      examples: ['ffeeddccbbaa99887766554433221100'],
    }),
    icon: Type.Optional(
      Type.Unsafe<(typeof WALLET_ICONS)[number]>({
        type: 'string',
        enum: [...WALLET_ICONS],
        description: 'Icon of the wallet, if its owner has set one.',
      }),
    ),
    color: Type.Optional(
      Type.Unsafe<(typeof WALLET_COLORS)[number]>({
        type: 'string',
        enum: [...WALLET_COLORS],
        description: 'Colour of its icon, if its owner has set one.',
      }),
    ),
    position: Type.Optional(
      Type.Integer({ description: 'Position in the list of its owner, from 0; wallets without one follow.' }),
    ),
    currency: Type.Optional(
      Type.String({
        description: 'Currency in which its balance is shown, if not that of the account.',
        examples: ['EUR'],
      }),
    ),
    share_id: Type.Optional(Type.String({ description: 'Only for a wallet shared with you: id of the share.' })),
    permissions: Type.Optional(
      Type.Array(Type.String(), { description: 'Only for a wallet shared with you: permissions of you and its keys.' }),
    ),
  },
  { $id: 'Wallet', description: 'A wallet.' },
)

export const WalletKeys = Type.Object(
  {
    adminkey: Type.String({
      description: 'Admin key: reads, receives, sends.',
      examples: ['00112233445566778899aabbccddeeff'],
    }),
    inkey: Type.String({
      description: 'Invoice key: reads and receives.',
      examples: ['ffeeddccbbaa99887766554433221100'],
    }),
  },
  { $id: 'WalletKeys', description: 'The keys of a wallet.' },
)

export const WalletPage = Type.Object(
  {
    data: Type.Array(Type.Unsafe<unknown>({ $ref: 'Wallet#' }), {
      description: 'One page: your wallets in your order, then shared ones.',
    }),
    total: Type.Integer({ description: 'Number of matches.' }),
  },
  { $id: 'WalletPage', description: 'A page of wallets.' },
)
