import { Detail } from '@satchel/http/detail'
import { schemaRef } from '@satchel/http/schema-ref'
import { MAX_SAT } from '@satchel/money/units'
import { type TSchema, Type } from 'typebox'
import { BUDGET_PERIODS, type TokenBudget } from '../../access/principal.ts'

const orNull = (type: TSchema, description: string) => Type.Union([type, Type.Null()], { description })

const period = (description: string) =>
  Type.Unsafe<TokenBudget['period']>({ type: 'string', enum: [...BUDGET_PERIODS], description })

const AclToken = Type.Object(
  {
    id: Type.String({ description: 'Id of the token; the token itself is not shown again.' }),
    name: Type.String({ description: 'Name, or empty.' }),
    wallet_id: orNull(Type.String(), 'The only wallet it acts on; null = all of yours.'),
    budget_sats: orNull(Type.Integer(), 'What it may spend in each period: satoshis, fees included; null = no limit.'),
    budget_period: orNull(Type.String(), '`day`, `week` or `month`; null = no limit.'),
    created_at: Type.String({ description: 'Time of creation, ISO 8601.' }),
    expires_at: orNull(Type.String(), 'ISO 8601; null = never.'),
    last_used_at: orNull(Type.String(), 'ISO 8601, to the minute; null = not yet.'),
  },
  { $id: 'AclToken', description: 'A token of an access list.' },
)

const AclBody = Type.Object(
  {
    id: Type.String({ description: 'Id of the list: `acl_id`.' }),
    name: Type.String({ description: 'Name.' }),
    allowed_endpoints: Type.Array(Type.String(), { description: 'Endpoints that its tokens may call.' }),
    created_at: Type.String({ description: 'Time of creation, ISO 8601.' }),
    client_id: orNull(Type.String(), 'The program that asked for it on the consent page; null = made by hand.'),
    tokens: Type.Array(schemaRef(AclToken), { description: 'Tokens of the list, oldest first.' }),
  },
  { $id: 'Acl', description: 'An access control list.' },
)

export const ACL_COMPONENTS = [AclToken, AclBody]

const NAME = '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$'
const Name = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: NAME,
  description: 'Name, 1 to 64 characters.',
  examples: ['Till'],
})

const AllowedEndpoints = Type.Array(Type.String({ maxLength: 512 }), {
  maxItems: 1000,
  description:
    'Each `METHOD /path`, with the path as in `/openapi.json`, or with the id of one object filled in; `POST /api/v1/payments receive` allows invoices only. `GET /api/v1/auth/acls/endpoints` lists them.',
  examples: [['GET /api/v1/wallet', 'POST /api/v1/payments receive']],
})

const id = (description: string) => Type.String({ maxLength: 64, pattern: '^[^\\u0000]*$', description })

const Ids = { acl_id: id('Id of the access list.'), token_id: id('Id of the token.') }
const AclId = Type.Object({ acl_id: Ids.acl_id })

const ANSWER = schemaRef(AclBody, 'The list.')
const DONE = schemaRef(Detail, 'Deleted.')

const common = { tags: ['access-lists'] }

export const LIST = {
  ...common,
  operationId: 'listAcls',
  summary: 'List your access lists',
  description: 'Oldest first, each with its tokens.',
  response: { 200: Type.Array(schemaRef(AclBody), { description: 'Your lists.' }) },
} as const

export const CHOICES = {
  ...common,
  operationId: 'listAclEndpoints',
  summary: 'List the endpoints for access lists',
  description: 'Values for `allowed_endpoints`. No token can use administration, log-ins, access lists or sharing.',
  response: {
    200: Type.Array(
      Type.Object({
        endpoint: Type.String({ description: 'Value for `allowed_endpoints`.', examples: ['GET /api/v1/wallet'] }),
        description: Type.String({ description: 'Operations that it allows.' }),
      }),
      { description: 'In the order of the API manual.' },
    ),
  },
} as const

export const CREATE = {
  ...common,
  operationId: 'createAcl',
  summary: 'Create an access list',
  description:
    'Its tokens act as you, but only on its endpoints, and never see a wallet key. At most 100 lists; 422 for an entry that is not a route or not allowed for tokens.',
  body: Type.Object({ name: Name, allowed_endpoints: AllowedEndpoints }, { additionalProperties: false }),
  response: { 201: schemaRef(AclBody, 'The new list.') },
} as const

export const CHANGE = {
  ...common,
  operationId: 'changeAcl',
  summary: 'Change an access list',
  description: 'The new endpoints apply to its tokens immediately. Omitted fields keep their values.',
  params: AclId,
  body: Type.Object(
    { name: Type.Optional(Name), allowed_endpoints: Type.Optional(AllowedEndpoints) },
    { additionalProperties: false },
  ),
  response: { 200: ANSWER },
} as const

export const DELETE = {
  ...common,
  operationId: 'deleteAcl',
  summary: 'Delete an access list',
  description: 'Its tokens stop working immediately.',
  params: AclId,
  response: { 200: DONE },
} as const

export const CREATE_TOKEN = {
  ...common,
  operationId: 'createAclToken',
  summary: 'Create a token of an access list',
  description:
    'For `Authorization: Bearer …`; shown once. At most 100 tokens per list. A budget limits its spending, fees included, per day, week (from Monday) or month, UTC.',
  params: AclId,
  body: Type.Object(
    {
      name: Type.Optional(
        Type.String({ maxLength: 64, pattern: NAME, description: 'Name, at most 64 characters.', examples: ['Till'] }),
      ),
      expires_in_minutes: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 5_256_000,
          description: 'Validity, minutes; absent = no expiry. At most ten years.',
        }),
      ),
      budget_sats: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: Number(MAX_SAT),
          description: 'Budget per period, satoshis. Requires `budget_period`.',
        }),
      ),
      budget_period: Type.Optional(period('`day`, `week` or `month`. Together with `budget_sats`.')),
    },
    // Otherwise a misspelt limit would make a token without a limit.
    { additionalProperties: false, examples: [{ name: 'Till', budget_sats: 50_000, budget_period: 'day' }] },
  ),
  response: {
    201: Type.Object(
      {
        id: Type.String({ description: 'Id of the token: `token_id`.' }),
        token: Type.String({ description: 'Token. Store it: it is not shown again.' }),
        acl_id: Type.String({ description: 'Id of the access list.' }),
        name: Type.String({ description: 'Name, or empty.' }),
        wallet_id: orNull(Type.String(), 'The only wallet it acts on; null = all of yours.'),
        budget_sats: orNull(Type.Integer(), 'Satoshis in each period; null = no limit.'),
        budget_period: orNull(Type.String(), '`day`, `week` or `month`; null = no limit.'),
        created_at: Type.String({ description: 'Time of creation, ISO 8601.' }),
        expires_at: orNull(Type.String(), 'ISO 8601; null = never.'),
      },
      { description: 'The new token.' },
    ),
  },
} as const

export const REVOKE = {
  ...common,
  operationId: 'revokeAclToken',
  summary: 'Revoke a token',
  description: 'It stops working immediately.',
  params: Type.Object(Ids),
  response: { 200: DONE },
} as const
