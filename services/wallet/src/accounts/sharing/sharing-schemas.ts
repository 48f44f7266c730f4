import { Detail } from '@satchel/http/detail'
import { ErrorBody } from '@satchel/http/error-body'
import { schemaRef } from '@satchel/http/schema-ref'
import { Type } from 'typebox'
import { tellWhatEnds } from '../../access/tell-ways-in.ts'
import { Permissions, WalletBody } from '../../wallets/wallet-schemas.ts'

const SHARE = {
  share_request_id: Type.String({ description: 'Id of the invitation, and later of the share: `share_id`.' }),
  wallet_id: Type.String({ description: 'Id of the wallet.' }),
  username: Type.String({ description: 'Username of the guest.' }),
  permissions: Type.Array(Type.String(), { description: 'Permissions of the guest.' }),
  status: Type.String({ description: '`pending` until the guest accepts, then `accepted`.' }),
}

const WalletShare = Type.Object(
  {
    ...SHARE,
    wallet_name: Type.String({ description: 'Name of the wallet.' }),
    owner: Type.String({ description: 'Username of its owner.' }),
    created_at: Type.String({ description: 'Time of the invitation, ISO 8601.' }),
  },
  { $id: 'WalletShare', description: 'Wallet shared with a guest, or an invitation to it.' },
)

export const SHARING_COMPONENTS = [WalletShare]

const id = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\u0000]*$', 'x-lower-case': true, description })
const ShareId = Type.Object({ id: id('The share, or the invitation.') })
const DONE = schemaRef(Detail, 'Done.')
const gone = { 404: schemaRef(ErrorBody, 'No such share of yours.') }
const common = { tags: ['sharing'] }

export const INVITE = {
  ...common,
  operationId: 'inviteToWallet',
  summary: 'Share the wallet with another user',
  description:
    'Invites a user, who becomes a guest by accepting: with separate keys limited to `permissions`. A guest never renames or deletes the wallet, resets its keys, sees your keys or the webhook secret, or shares it with others. At most 100 guests. The owner can change the permissions later.',
  querystring: Type.Object({
    wallet_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'With an access token: id of one of your wallets.' }),
    ),
  }),
  body: Type.Object({
    username: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: '^[^\\u0000]*$',
        description: 'Username of the guest, not case-sensitive. Required unless there is `user_id`.',
        examples: ['bob'],
      }),
    ),
    user_id: Type.Optional(id('Whom, by the id of the account, which only its user can give you.')),
    permissions: Permissions,
  }),
  response: {
    201: Type.Object(
      {
        ...SHARE,
        id: Type.Optional(
          Type.String({ description: 'Same invitation, compatible with LNbits: with `user_id` only.' }),
        ),
        user_id: Type.Optional(Type.String({ description: 'Id of the guest, if the request has it.' })),
      },
      { description: 'The invitation.' },
    ),
    404: schemaRef(
      ErrorBody,
      'The user does not exist. Not returned if registration is closed: the invitation then stays pending.',
    ),
  },
} as const

export const LIST = {
  ...common,
  operationId: 'listWalletShares',
  summary: 'List shares and invitations',
  description: 'With a wallet key, those of the wallet. With an access token, all that you sent or received.',
  response: { 200: Type.Array(schemaRef(WalletShare), { description: 'Oldest first.' }) },
} as const

export const ACCEPT = {
  ...common,
  operationId: 'acceptWalletShare',
  summary: 'Accept an invitation',
  description: 'The wallet is then in your lists, with your own keys and your permissions. Repeating returns the same.',
  body: Type.Object({
    share_request_id: id('The invitation.'),
  }),
  response: { 200: schemaRef(WalletBody, 'Wallet with your permissions.'), ...gone },
} as const

export const REJECT = {
  ...common,
  operationId: 'rejectWalletShare',
  summary: 'Reject an invitation',
  description: 'Before it is accepted; later, delete the share.',
  params: ShareId,
  response: { 200: DONE, ...gone },
} as const

export const CHANGE = {
  ...common,
  operationId: 'changeWalletShare',
  summary: 'Change the permissions of a guest',
  description:
    'By the owner (admin key or access token), of a share or an invitation. Applies to the next request of the guest, whose keys stay the same. A pending payment continues.',
  params: ShareId,
  body: Type.Object({ permissions: Permissions }),
  response: {
    200: schemaRef(WalletShare, 'The share after the change.'),
    404: schemaRef(ErrorBody, 'You have no share with this id.'),
  },
} as const

export const END = {
  ...common,
  operationId: 'endWalletShare',
  summary: 'Delete a share',
  description: `By the owner (admin key or access token) or the guest (access token). For the guest and this wallet: ${tellWhatEnds('share-ended')}`,
  params: ShareId,
  response: { 200: DONE, ...gone },
} as const
