import { Type } from 'typebox'

export const TokenResponse = Type.Object(
  {
    access_token: Type.String({
      description: 'JWT, for the header `Authorization: Bearer …`; empty when a browser got a cookie.',
    }),
    token_type: Type.Unsafe<'bearer' | 'cookie'>({
      type: 'string',
      enum: ['bearer', 'cookie'],
      description: '`cookie` for a request with the header `X-Session: cookie`, else `bearer`.',
    }),
  },
  { $id: 'TokenResponse', description: 'A login.' },
)

/** Of the routes that open an account. */
export const Registered = Type.Object(
  {
    ...TokenResponse.properties,
    id: Type.String({ description: 'User UUID.' }),
    username: Type.String({ description: 'Username.' }),
    email: Type.String({ description: 'E-mail address, or empty.' }),
  },
  { $id: 'Registered', description: 'A new account, and the access token of its first log-in.' },
)

export const CurrentUser = Type.Object(
  {
    id: Type.String({ description: 'User UUID; empty for an ACL token.' }),
    username: Type.String({ description: 'Username.' }),
    email: Type.String({ description: 'E-mail address, or empty.' }),
    display_name: Type.String({ description: 'The name that other users see, or empty.' }),
    is_admin: Type.Boolean({ description: 'Admin privileges.' }),
    is_super_user: Type.Boolean({ description: 'The super user.' }),
    wallet_count: Type.Integer({ description: 'Number of wallets.' }),
    created_at: Type.String({ description: 'ISO 8601.' }),
    wallets: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'At most 100, oldest first.',
    }),
    extensions: Type.Array(Type.String(), { description: 'Enabled extensions.' }),
    wallet_invitations: Type.Array(
      Type.Object({
        share_request_id: Type.String({ description: 'For `PUT /api/v1/wallet/share`.' }),
        wallet_name: Type.String({ description: 'Name of the wallet.' }),
        owner: Type.String({ description: 'Username of its owner.' }),
        permissions: Type.Array(Type.String(), { description: 'Your permissions after you accept.' }),
      }),
      { description: 'Wallets of others that wait for your answer, oldest first, at most 100; none for an ACL token.' },
    ),
  },
  { $id: 'CurrentUser', description: 'The user of the access token.' },
)

export const Username = Type.String({
  pattern: '^[A-Za-z0-9._-]{2,64}$',
  description: '2 to 64 letters, digits, dots, underscores or hyphens; unique, case-insensitively.',
  examples: ['alice'],
})

// No spaces, control characters or lone surrogates. Does not check that the address exists.
const PART = '[^\\s@\\u0000-\\u001f\\u007f\\ud800-\\udfff]+'

export const Email = Type.String({
  maxLength: 254,
  pattern: `^(${PART}@${PART})?$`,
  description: 'E-mail address; empty = none.',
  examples: ['alice@example.com'],
})

export const DisplayName = Type.String({
  maxLength: 64,
  pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
  description: 'The name that other users see: at most 64 characters; empty = none.',
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
  description: 'The same again.',
  examples: ['correct horse battery staple'],
})

export const GivenPassword = Type.String({
  minLength: 1,
  maxLength: 1024,
  writeOnly: true,
  description: 'The present password.',
  examples: ['correct horse battery staple'],
})
