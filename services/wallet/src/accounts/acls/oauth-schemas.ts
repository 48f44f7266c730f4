import { Detail } from '@satchel/http/detail'
import { ERROR_CODE_FIELDS, ErrorBody } from '@satchel/http/error-body'
import { schemaRef } from '@satchel/http/schema-ref'
import { Type } from 'typebox'

const field = (maxLength: number, description: string, more: object = {}) =>
  Type.Optional(Type.String({ maxLength, pattern: '^[^\\u0000]*$', description, ...more }))

const OAuthError = Type.Object(
  {
    error: Type.Optional(Type.String({ description: 'The word of RFC 6749 §5.2.', examples: ['invalid_grant'] })),
    error_description: Type.Optional(Type.String({ description: 'The same as `detail`.' })),
    ...ErrorBody.properties,
    ...ERROR_CODE_FIELDS,
  },
  { $id: 'OAuthError', description: 'The error, in the format of OAuth and in ours.' },
)

export const OAUTH_COMPONENTS = [OAuthError]

const WRONG = Type.Unsafe({ $ref: 'OAuthError#', description: 'The error.' })

const tags = ['access-lists']

export const METADATA = {
  tags,
  operationId: 'readOauthMetadata',
  summary: 'How programs ask for a token',
  description: 'RFC 8414: where a program sends the browser of a person, and where it fetches and ends its token.',
  response: {
    200: Type.Object(
      {
        issuer: Type.String({ description: 'This service.' }),
        authorization_endpoint: Type.String({ description: 'The consent page.' }),
        token_endpoint: Type.String({ description: '`POST /oauth/token`.' }),
        revocation_endpoint: Type.String({ description: '`POST /oauth/revoke`.' }),
        service_documentation: Type.String({ description: 'The manual.' }),
        scopes_supported: Type.Array(Type.String(), { description: 'The scopes that a program can request.' }),
        response_types_supported: Type.Array(Type.String(), { description: '`code`.' }),
        response_modes_supported: Type.Array(Type.String(), { description: '`query`.' }),
        grant_types_supported: Type.Array(Type.String(), { description: '`authorization_code`.' }),
        code_challenge_methods_supported: Type.Array(Type.String(), { description: '`S256`.' }),
        token_endpoint_auth_methods_supported: Type.Array(Type.String(), {
          description: '`none`: no client has a secret.',
        }),
        revocation_endpoint_auth_methods_supported: Type.Array(Type.String(), { description: '`none`.' }),
        authorization_response_iss_parameter_supported: Type.Boolean({ description: 'RFC 9207.' }),
      },
      { description: 'The metadata.' },
    ),
  },
} as const

export const TOKEN = {
  tags,
  operationId: 'exchangeCode',
  summary: 'Exchange a code for a token',
  description:
    'RFC 6749 §4.1.3: the fields as a form (`application/x-www-form-urlencoded`) or as JSON. A code counts once. If the answer is lost, ask the person again: a second use of the code is 400 and revokes the token of the first. A wrong verifier, client or address uses the code up as well.',
  body: Type.Object(
    {
      grant_type: field(64, 'Always `authorization_code`.', { examples: ['authorization_code'] }),
      code: field(128, 'The code from the address to which the browser was sent.', { writeOnly: true }),
      redirect_uri: field(512, 'As in the request for consent.'),
      client_id: field(512, 'As in the request for consent.'),
      code_verifier: field(128, 'What the challenge was made of (RFC 7636).', { writeOnly: true }),
    },
    { description: 'Fields that are unknown are ignored, as OAuth says.' },
  ),
  response: {
    200: Type.Object(
      {
        access_token: Type.String({ description: 'For `Authorization: Bearer …`. It is not shown again.' }),
        token_type: Type.String({ description: '`Bearer`.' }),
        expires_in: Type.Optional(Type.Integer({ description: 'Seconds; unset = until it is revoked.' })),
        scope: Type.String({ description: 'The scopes that the person allowed.' }),
        wallet_id: Type.String({ description: 'The wallet on which the token acts.' }),
      },
      { description: 'The token.' },
    ),
    400: WRONG,
  },
} as const

export const REVOKE_TOKEN = {
  tags,
  operationId: 'revokeOwnToken',
  summary: 'End a token that you hold',
  description:
    'RFC 7009, for programs that are done: as a form or as JSON. 200 for a token that does not exist, too. A person revokes tokens in the web app.',
  body: Type.Object(
    {
      token: field(128, 'The token.', { writeOnly: true }),
      token_type_hint: field(64, 'Ignored.'),
      client_id: field(512, 'Ignored: holding the token is enough.'),
    },
    { description: 'Fields that are unknown are ignored, as OAuth says.' },
  ),
  response: {
    200: schemaRef(Detail, 'The token is revoked.'),
    400: WRONG,
  },
} as const
