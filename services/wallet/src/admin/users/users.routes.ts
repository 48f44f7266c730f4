import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { notFound } from '@satchel/http/service-error'
import { msat, toJson } from '@satchel/money/units'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '../../access/access-rules.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { tellWhatEnds } from '../../access/tell-ways-in.ts'
import { Email, NewPassword, Username } from '../../accounts/users/account-schemas.ts'
import { SecondFactorKind } from '../../accounts/users/login-refusal.ts'
import { requireNewPassword } from '../../accounts/users/new-password.ts'
import { type OpenAccountDeps, openAccount } from '../../accounts/users/open-account.ts'
import type { Passwords } from '../../accounts/users/passwords.ts'
import { isAdmin, type Role } from '../../accounts/users/user.ts'
import {
  type CountedUser,
  findCountedUser,
  listOwnedWallets,
  listUsers,
  USER_ORDERS,
  type UserOrder,
} from '../../accounts/users/user-list-store.ts'
import { unixSeconds } from '../../base/clock.ts'
import { walletNameFor } from '../../wallets/wallet-secrets.ts'
import { changeUser, noteBalancesRead } from './users-commands.ts'

export interface UsersRoutesDeps extends OpenAccountDeps {
  readonly passwords: Passwords
  readonly fixedUsername: string | undefined
}

/** Accounts as administrators see them (rule W24). */
export function usersRoutes(app: HttpApp, deps: UsersRoutesDeps): void {
  const { db, clock, passwords, fixedUsername } = deps
  const tell = async (id: string) => {
    const found = await findCountedUser(db, id)
    if (found === undefined) throw notFound('User not found.', { code: 'user_not_found' })
    return found
  }
  const note = (request: FastifyRequest, subject: string, users: number) =>
    db.transact(noteBalancesRead, { actor: actorOf(request), subject, users, at: unixSeconds(clock) })
  app.get('/users/api/v1/user', { config: { access: 'admin' }, schema: LIST }, async (request, reply) => {
    const { search = '', balances, ...filter } = request.query
    const showsBalances = balances || filter.order === 'balance'
    const { users, total } = await listUsers(db, { ...filter, search })
    if (showsBalances) await note(request, '', users.length)
    reply.header('X-Total-Count', total)
    return users.map((user) => toBody(user, showsBalances))
  })
  app.get('/users/api/v1/user/:user_id', { config: { access: 'admin' }, schema: GET }, async (request) => {
    const { balances } = request.query
    const found = await tell(request.params.user_id)
    if (balances) await note(request, found.user.id, 1)
    return toBody(found, balances)
  })
  app.get('/users/api/v1/user/:user_id/wallets', { config: { access: 'admin' }, schema: WALLETS }, async (request) => {
    const { user, walletCount } = await tell(request.params.user_id)
    await note(request, user.id, 1)
    const data = await listOwnedWallets(db, { userId: user.id, ...request.query })
    return {
      data: data.map(({ id, name, balanceMsat }) => ({ id, name, balance: toJson(msat(balanceMsat)) })),
      total: walletCount,
    }
  })
  const config = { access: 'admin', grantsAccess: true } as const
  app.post('/users/api/v1/user', { config, schema: CREATE }, async (request, reply) => {
    requireNewPassword(request.body)
    const { username, password, email } = request.body
    const openedBy = actorOf(request)
    const user = await openAccount(deps, {
      username,
      email,
      passwordHash: await passwords.hash(password, openedBy.address),
      method: 'admin',
      openedBy,
      shown: shownBy(request),
      address: openedBy.address,
      walletName: walletNameFor(request),
    })
    reply.code(201)
    return { id: user.id, username: user.username, email: user.email }
  })
  app.put('/users/api/v1/user/:user_id', { config, schema: UPDATE }, async (request) => {
    const { user_id: userId } = request.params
    const { username, email, is_admin: admin, disabled } = request.body
    const change = {
      userId,
      username,
      email,
      isAdmin: admin,
      isDisabled: disabled,
      fixedUsername,
      actor: actorOf(request),
    }
    await db.transact(changeUser, { ...change, shown: shownBy(request), at: unixSeconds(clock) })
    return toBody(await tell(userId), false)
  })
}

const toBody = ({ user, walletCount, balanceMsat }: CountedUser, showsBalance: boolean) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  is_admin: isAdmin(user),
  wallet_count: walletCount,
  created_at: new Date(user.createdAt * 1000).toISOString(),
  role: user.role,
  disabled: user.isDisabled,
  last_login_at: user.lastLoginAt ?? null,
  second_factor: [...user.secondFactors],
  balance_msat: showsBalance ? toJson(msat(balanceMsat)) : null,
})

const facts = {
  id: Type.String({ description: 'Id of the user (UUID).' }),
  username: Type.String({ description: 'Username.' }),
  email: Type.String({ description: 'Email address, or empty.' }),
} as const
const ROLES = ['user', 'admin', 'super-user'] as const
const RoleBody = Type.Unsafe<Role>({ type: 'string', enum: [...ROLES], description: 'Role of the account.' })
const disabled = Type.Boolean({
  description: 'True: disabled. It cannot log in, and its tokens and wallet keys are rejected.',
})
const is_admin = Type.Boolean({ description: 'True: the user is an administrator.' })

export const UserBody = Type.Object(
  {
    ...facts,
    is_admin,
    wallet_count: Type.Integer({ description: 'Number of wallets.' }),
    created_at: Type.String({ description: 'Time of creation, ISO 8601.' }),
    role: RoleBody,
    disabled,
    last_login_at: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Time of the last log-in, Unix seconds; null = not known.',
    }),
    second_factor: Type.Array(SecondFactorKind, { description: 'Second factors that its log-in requires.' }),
    balance_msat: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Total of its wallets, millisatoshis; null unless `balances` was requested.',
    }),
  },
  { $id: 'User', description: 'An account.' },
)

export const WhichUser = Type.Object({
  user_id: Type.String({ format: 'uuid', description: 'Id of the user (UUID).' }),
})

const balances = Type.Boolean({
  default: false,
  description: 'True: adds `balance_msat`; reading it is in the audit log.',
})

const LIST = {
  operationId: 'listUsers',
  tags: ['admin'],
  summary: 'List all users',
  description:
    'Oldest first, unless `order` is given; the header `X-Total-Count` is the number of matches. Reading balances is in the audit log.',
  querystring: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size, 1 to 100.' }),
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'Number of entries to skip.' }),
    search: Type.Optional(
      Type.String({
        maxLength: 254,
        pattern: '^[^\\u0000]*$',
        description: 'Id, or part of username or email address; not case-sensitive.',
      }),
    ),
    role: Type.Optional(RoleBody),
    disabled: Type.Optional(Type.Boolean({ description: 'Only disabled accounts, or only the others.' })),
    order: Type.Unsafe<UserOrder>({
      type: 'string',
      enum: [...USER_ORDERS],
      default: 'oldest',
      description: '`balance`: the largest first, and shown; `last_login`: the latest first.',
    }),
    balances,
  }),
  response: { 200: Type.Array(schemaRef(UserBody), { description: 'One page.' }) },
} as const

const GET = {
  operationId: 'getUser',
  tags: ['admin'],
  summary: 'Read a user',
  description: '404 if the user does not exist.',
  params: WhichUser,
  querystring: Type.Object({ balances }),
  response: { 200: schemaRef(UserBody, 'The user.') },
} as const

const WALLETS = {
  operationId: 'listWalletsOfUser',
  tags: ['admin'],
  summary: 'List the wallets of a user',
  description: 'Open wallets, oldest first, without their keys. Reading them is in the audit log.',
  params: WhichUser,
  querystring: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size, 1 to 100.' }),
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'Number of entries to skip.' }),
  }),
  response: {
    200: Type.Object(
      {
        data: Type.Array(
          Type.Object({
            id: Type.String({ description: 'Id of the wallet.' }),
            name: Type.String({ description: 'Name of the wallet.' }),
            balance: Type.Integer({ description: 'Balance, millisatoshis.' }),
          }),
          { description: 'One page.' },
        ),
        total: Type.Integer({ description: 'Number of matches.' }),
      },
      { description: 'One page.' },
    ),
  },
} as const

const CREATE = {
  operationId: 'createUser',
  tags: ['admin'],
  summary: 'Create an account for a user',
  description: 'With one wallet; also if registration is closed. 400 if the username is taken.',
  body: Type.Object(
    { username: Username, password: NewPassword, email: Type.Optional(Email) },
    { additionalProperties: false },
  ),
  response: { 201: Type.Object(facts, { description: 'The new user.' }) },
} as const

const UPDATE = {
  operationId: 'updateUser',
  tags: ['admin'],
  summary: 'Change a user',
  description: `Omitted fields keep their values. Granting administration ends sessions and access tokens of the user. Revoking it: ${tellWhatEnds('role-lowered')} \`disabled: true\`: ${tellWhatEnds('account-disabled')} A disabled account pays nothing, but its public pages still receive. 403 if an administrator changes a super user, and for disabling yourself; 400 if the username is taken, or for the last super user.`,
  params: WhichUser,
  body: Type.Object(
    {
      username: Type.Optional(Username),
      email: Type.Optional(Email),
      is_admin: Type.Optional(is_admin),
      disabled: Type.Optional(disabled),
    },
    { additionalProperties: false },
  ),
  response: { 200: Type.Object({ ...facts, is_admin }, { description: 'The user after the change.' }) },
} as const
