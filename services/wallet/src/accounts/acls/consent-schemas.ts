import { MAX_SAT } from '@satchel/money/units'
import { Type } from 'typebox'
import { BUDGET_PERIODS, type TokenBudget } from '../../access/principal.ts'
import { SCOPES } from './scopes.ts'

const text = (maxLength: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
    description,
    examples: [example],
  })

/** The program's request: the query parameters of the address it opened (RFC 6749 §4.1.1, RFC 7636 §4.3). */
const ASKED = {
  client_id: text(512, 'The program: an https address of its own, or a name.', 'https://shop.example'),
  redirect_uri: text(
    512,
    'Where the browser goes afterwards: https, `http://127.0.0.1:PORT/…`, `http://[::1]:PORT/…`, or a scheme of an app with a period in it. Of a client that is an address, only at its own origin.',
    'https://shop.example/connected',
  ),
  scope: text(64, `Divided by spaces: \`${SCOPES.join('`, `')}\`.`, 'receive history'),
  code_challenge: Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'PKCE challenge: SHA-256 of the verifier that the program keeps, base64url.',
    examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  }),
  code_challenge_method: Type.Unsafe<'S256'>({ type: 'string', enum: ['S256'], description: 'Constant: `S256`.' }),
  response_type: Type.Unsafe<'code'>({ type: 'string', enum: ['code'], description: 'Constant: `code`.' }),
  state: Type.Optional(
    Type.String({
      maxLength: 512,
      pattern: '^[\\u0020-\\u007e]*$',
      description: 'Returned unchanged.',
      examples: ['x'],
    }),
  ),
}

export const READ_REQUEST = {
  tags: ['access-lists'],
  operationId: 'readConsentRequest',
  summary: 'Read the request of a program',
  description:
    'Checks the request with which a program has sent a browser to the consent page, and answers the program and the scopes. 422 for a request that must not be answered: then there is no redirect.',
  querystring: Type.Object(ASKED),
  response: {
    200: Type.Object(
      {
        client_name: Type.String({ description: 'Name that the program gives itself.' }),
        is_address: Type.Boolean({ description: 'True: the name is the host that the browser returns to.' }),
        redirect_uri: Type.String({ description: 'URL that the browser returns to.' }),
        scopes: Type.Array(Type.String(), { description: 'Requested scopes.' }),
        may_spend: Type.Boolean({ description: 'True: it requests to pay and needs a budget.' }),
        denied_url: Type.String({ description: 'URL that the browser returns to if the user declines.' }),
      },
      { description: 'The request.' },
    ),
  },
} as const

export const CONSENT = {
  tags: ['access-lists'],
  operationId: 'giveConsent',
  summary: 'Allow the request of a program',
  description:
    'For the consent page: answers a URL with a code for one use within 60 seconds, which the program exchanges for its token at `POST /oauth/token`. The token acts on one wallet. Paying needs a budget. A session needs a step-up within the last 5 minutes.',
  body: Type.Object(
    {
      ...ASKED,
      wallet_id: Type.String({ ...text(64, 'The wallet: yours, or shared with you.', '0b1c'), 'x-lower-case': true }),
      budget_sats: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: Number(MAX_SAT),
          description: 'Budget per period, satoshis with fees. Required for `pay`.',
        }),
      ),
      budget_period: Type.Optional(
        Type.Unsafe<TokenBudget['period']>({
          type: 'string',
          enum: [...BUDGET_PERIODS],
          description: 'Period of the budget, together with `budget_sats`.',
        }),
      ),
      expires_in_minutes: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 5_256_000,
          description: 'Validity of the token; absent = until it is revoked.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: {
    201: Type.Object(
      { redirect_to: Type.String({ description: 'URL to redirect the browser to.' }) },
      { description: 'Allowed.' },
    ),
  },
} as const
