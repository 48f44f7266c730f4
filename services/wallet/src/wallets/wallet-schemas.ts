import { Type } from 'typebox'

export const WalletBody = Type.Object(
  {
    id: Type.String({ description: 'Wallet identifier.' }),
    name: Type.String({ description: 'Wallet name.' }),
    balance: Type.Integer({ description: 'What the wallet can spend: millisatoshis.', examples: [1_000_000] }),
    adminkey: Type.String({ description: 'Reads, receives, sends. Empty for whoever came with the invoice key.' }),
    inkey: Type.String({ description: 'Reads and receives.' }),
  },
  { $id: 'Wallet', description: 'A wallet (Spec, Wallet).' },
)

export const WalletPage = Type.Object(
  {
    data: Type.Array(Type.Unsafe<unknown>({ $ref: 'Wallet#' }), { description: 'One page, oldest wallet first.' }),
    total: Type.Integer({ description: 'How many wallets match.' }),
  },
  { $id: 'WalletPage', description: 'A page of wallets (Spec, Paginated envelope).' },
)
