import { LARGEST_SAT } from '@satchel/money/units'
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
    description: 'Of the verifier that the program keeps: SHA-256, base64url.',
    examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  }),
  code_challenge_method: Type.Unsafe<'S256'>({ type: 'string', enum: ['S256'], description: 'Always `S256`.' }),
  response_type: Type.Unsafe<'code'>({ type: 'string', enum: ['code'], description: 'Always `code`.' }),
  state: Type.Optional(
    Type.String({
      maxLength: 512,
      pattern: '^[\\u0020-\\u007e]*$',
      description: 'Sent back as it is.',
      examples: ['x'],
    }),
  ),
}

export const READ_REQUEST = {
  tags: ['access-lists'],
  operationId: 'readConsentRequest',
  summary: 'What a program asks for',
  description:
    'Checks the request that a program has sent a browser with to the consent page, and says who asks for what. 422 for a request that the page must not answer: then the browser is sent nowhere.',
  querystring: Type.Object(ASKED),
  response: {
    200: Type.Object(
      {
        client_name: Type.String({ description: 'The name that the program gives itself.' }),
        is_address: Type.Boolean({ description: 'Whether the name is an address, to which the browser returns.' }),
        redirect_uri: Type.String({ description: 'The URL that the browser returns to.' }),
        scopes: Type.Array(Type.String(), { description: 'The requested scopes.' }),
        may_spend: Type.Boolean({ description: 'Whether it asks to pay: then it needs a budget.' }),
        denied_url: Type.String({ description: 'The URL that the browser returns to if the person declines.' }),
      },
      { description: 'The request.' },
    ),
  },
} as const

export const CONSENT = {
  tags: ['access-lists'],
  operationId: 'giveConsent',
  summary: 'Allow a program what it asks for',
  description:
    'For the consent page: answers the address with a code for one use within 60 seconds, by which the program fetches its token from `POST /oauth/token`. The token acts on one wallet. Paying needs a budget. A session must have proven within 5 minutes who its user is.',
  body: Type.Object(
    {
      ...ASKED,
      wallet_id: Type.String({ ...text(64, 'The wallet: yours, or shared with you.', '0b1c'), 'x-lower-case': true }),
      budget_sats: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: Number(LARGEST_SAT),
          description: 'The budget for each period, fees included. Required for `pay`.',
        }),
      ),
      budget_period: Type.Optional(
        Type.Unsafe<TokenBudget['period']>({
          type: 'string',
          enum: [...BUDGET_PERIODS],
          description: 'Together with `budget_sats`.',
        }),
      ),
      expires_in_minutes: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 5_256_000,
          description: 'How long the token works; unset = until revoked.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: {
    201: Type.Object(
      { redirect_to: Type.String({ description: 'The URL to send the browser to.' }) },
      { description: 'Allowed.' },
    ),
  },
} as const
