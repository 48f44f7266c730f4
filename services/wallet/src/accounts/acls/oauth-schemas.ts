import { Detail } from '@satchel/http/detail'
import { ERROR_CODE_FIELDS, ErrorBody } from '@satchel/http/error-body'
import { schemaRef } from '@satchel/http/schema-ref'
import { Type } from 'typebox'

const field = (maxLength: number, description: string, more: object = {}) =>
  Type.Optional(Type.String({ maxLength, pattern: '^[^\\u0000]*$', description, ...more }))

const OAuthError = Type.Object(
  {
    error: Type.Optional(Type.String({ description: 'Error code of RFC 6749 §5.2.', examples: ['invalid_grant'] })),
    error_description: Type.Optional(Type.String({ description: 'Same as `detail`.' })),
    ...ErrorBody.properties,
    ...ERROR_CODE_FIELDS,
  },
  { $id: 'OAuthError', description: 'Error, in the format of OAuth and of this API.' },
)

export const OAUTH_COMPONENTS = [OAuthError]

const WRONG = Type.Unsafe({ $ref: 'OAuthError#', description: 'The error.' })

const tags = ['access-lists']

export const METADATA = {
  tags,
  operationId: 'readOauthMetadata',
  summary: 'Read the OAuth metadata',
  description: 'RFC 8414: the addresses of the consent page, and of the endpoints that issue and revoke tokens.',
  response: {
    200: Type.Object(
      {
        issuer: Type.String({ description: 'URL of this service.' }),
        authorization_endpoint: Type.String({ description: 'URL of the consent page.' }),
        token_endpoint: Type.String({ description: 'URL of `POST /oauth/token`.' }),
        revocation_endpoint: Type.String({ description: 'URL of `POST /oauth/revoke`.' }),
        service_documentation: Type.String({ description: 'URL of the API manual.' }),
        scopes_supported: Type.Array(Type.String(), { description: 'Scopes that a program can request.' }),
        response_types_supported: Type.Array(Type.String(), { description: 'Constant: `code`.' }),
        response_modes_supported: Type.Array(Type.String(), { description: 'Constant: `query`.' }),
        grant_types_supported: Type.Array(Type.String(), { description: 'Constant: `authorization_code`.' }),
        code_challenge_methods_supported: Type.Array(Type.String(), { description: 'Constant: `S256`.' }),
        token_endpoint_auth_methods_supported: Type.Array(Type.String(), {
          description: 'Constant: `none`, because clients have no secret.',
        }),
        revocation_endpoint_auth_methods_supported: Type.Array(Type.String(), { description: 'Constant: `none`.' }),
        authorization_response_iss_parameter_supported: Type.Boolean({ description: 'Constant: true (RFC 9207).' }),
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
    'RFC 6749 §4.1.3, with the fields as a form (`application/x-www-form-urlencoded`) or as JSON. A code works once. If the answer is lost, ask the user again: a second use of the code is 400 and revokes the token of the first. A request with a wrong verifier, client or address uses up the code.',
  body: Type.Object(
    {
      grant_type: field(64, 'Always `authorization_code`.', { examples: ['authorization_code'] }),
      code: field(128, 'Authorization code from the redirect.', { writeOnly: true }),
      redirect_uri: field(512, 'Redirect URI of the request for consent.'),
      client_id: field(512, 'Client id of the request for consent.'),
      code_verifier: field(128, 'Verifier whose hash was the `code_challenge` (RFC 7636).', { writeOnly: true }),
    },
    { description: 'Unknown fields are ignored, as OAuth requires.' },
  ),
  response: {
    200: Type.Object(
      {
        access_token: Type.String({ description: 'Token for `Authorization: Bearer …`; not shown again.' }),
        token_type: Type.String({ description: 'Constant: `Bearer`.' }),
        expires_in: Type.Optional(Type.Integer({ description: 'Validity, seconds; absent = until it is revoked.' })),
        scope: Type.String({ description: 'Scopes that the user allowed.' }),
        wallet_id: Type.String({ description: 'Id of the wallet on which the token acts.' }),
      },
      { description: 'The token.' },
    ),
    400: WRONG,
  },
} as const

export const REVOKE_TOKEN = {
  tags,
  operationId: 'revokeOwnToken',
  summary: 'Revoke a token as its holder',
  description:
    'RFC 7009, for programs: as a form or as JSON. 200 also if the token does not exist. Users revoke tokens in the web app.',
  body: Type.Object(
    {
      token: field(128, 'The token.', { writeOnly: true }),
      token_type_hint: field(64, 'Ignored.'),
      client_id: field(512, 'Ignored: holding the token is enough.'),
    },
    { description: 'Unknown fields are ignored, as OAuth requires.' },
  ),
  response: {
    200: schemaRef(Detail, 'The token is revoked.'),
    400: WRONG,
  },
} as const
