import { Type } from 'typebox'

export const TokenResponse = Type.Object(
  {
    access_token: Type.String({
      description: 'JWT for `Authorization: Bearer …`; empty if the answer set a cookie.',
    }),
    token_type: Type.Unsafe<'bearer' | 'cookie'>({
      type: 'string',
      enum: ['bearer', 'cookie'],
      description: '`cookie` for a request with the header `X-Session: cookie`, else `bearer`.',
    }),
  },
  { $id: 'TokenResponse', description: 'Log-in.' },
)

/** The answer of routes that create an account. */
export const Registered = Type.Object(
  {
    ...TokenResponse.properties,
    id: Type.String({ description: 'Id of the user (UUID).' }),
    username: Type.String({ description: 'Username.' }),
    email: Type.String({ description: 'Email address, or empty.' }),
  },
  { $id: 'Registered', description: 'A new account, and the access token of its first log-in.' },
)

export const CurrentUser = Type.Object(
  {
    id: Type.String({ description: 'Id of the user (UUID); empty for an ACL token.' }),
    username: Type.String({ description: 'Username.' }),
    email: Type.String({ description: 'Email address, or empty.' }),
    display_name: Type.String({ description: 'Name that other users see, or empty.' }),
    is_admin: Type.Boolean({ description: 'True: the user is an administrator.' }),
    is_super_user: Type.Boolean({ description: 'True: the user is the super user.' }),
    wallet_count: Type.Integer({ description: 'Number of wallets.' }),
    created_at: Type.String({ description: 'Time of creation, ISO 8601.' }),
    wallets: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'Your wallets, at most 100, oldest first.',
    }),
    extensions: Type.Array(Type.String(), { description: 'Ids of active extensions.' }),
    wallet_invitations: Type.Array(
      Type.Object({
        share_request_id: Type.String({ description: 'Id of the invitation, for `PUT /api/v1/wallet/share`.' }),
        wallet_name: Type.String({ description: 'Name of the wallet.' }),
        owner: Type.String({ description: 'Username of its owner.' }),
        permissions: Type.Array(Type.String(), { description: 'Your permissions after you accept.' }),
      }),
      { description: 'Pending invitations to wallets of others, oldest first, at most 100; none for an ACL token.' },
    ),
  },
  { $id: 'CurrentUser', description: 'The user of the access token.' },
)

export const Username = Type.String({
  pattern: '^[A-Za-z0-9._-]{2,64}$',
  description: '2 to 64 letters, digits, dots, underscores or hyphens; unique, not case-sensitive.',
  examples: ['alice'],
})

// No spaces, control characters or lone surrogates. Does not check that the address exists.
const PART = '[^\\s@\\u0000-\\u001f\\u007f\\ud800-\\udfff]+'

export const Email = Type.String({
  maxLength: 254,
  pattern: `^(${PART}@${PART})?$`,
  description: 'Email address; empty = none.',
  examples: ['alice@example.com'],
})

export const DisplayName = Type.String({
  maxLength: 64,
  pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
  description: 'Name that other users see: at most 64 characters; empty = none.',
  examples: ['Alice'],
})

export const NewPassword = Type.String({
  minLength: 8,
  maxLength: 128,
  pattern: '^[^\\u0000\\ud800-\\udfff]*$',
  writeOnly: true,
  description: '8 to 128 characters of any kind.',
  examples: ['correct horse battery staple'],
})

export const PasswordRepeat = Type.String({
  maxLength: 1024,
  writeOnly: true,
  description: 'Same password again.',
  examples: ['correct horse battery staple'],
})

export const GivenPassword = Type.String({
  minLength: 1,
  maxLength: 1024,
  writeOnly: true,
  description: 'Current password.',
  examples: ['correct horse battery staple'],
})
