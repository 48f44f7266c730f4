import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { ServiceError } from '@satchel/http/service-error'
import { Type } from 'typebox'
import { actorOf } from '../../access/access-rules.ts'
import { Email, NewPassword, Username } from '../../accounts/users/account-schemas.ts'
import { requireNewPassword } from '../../accounts/users/new-password.ts'
import { openAccount, type OpenAccountDeps } from '../../accounts/users/open-account.ts'
import type { Passwords } from '../../accounts/users/passwords.ts'
import { isAdmin } from '../../accounts/users/user.ts'
import { type CountedUser, findCountedUser, listUsers } from '../../accounts/users/user-store.ts'
import { unixSeconds } from '../../clock.ts'
import { changeUser } from './users-commands.ts'

export interface UsersRoutesDeps extends OpenAccountDeps {
  readonly passwords: Passwords
  readonly fixedUsername: string | undefined
}

/** Accounts as administrators see them (rule W24). */
export function usersRoutes(app: HttpApp, deps: UsersRoutesDeps): void {
  const { db, clock, passwords, fixedUsername } = deps
  const tell = async (id: string) => {
    const found = await findCountedUser(db, id)
    if (found === undefined) throw new ServiceError('not_found', 'User not found.', [], { word: 'user_not_found' })
    return toBody(found)
  }
  app.get('/users/api/v1/user', { config: { access: 'admin' }, schema: LIST }, async (request, reply) => {
    const { search = '', limit, offset } = request.query
    const { users, total } = await listUsers(db, { search, limit, offset })
    reply.header('X-Total-Count', total)
    return users.map(toBody)
  })
  app.get('/users/api/v1/user/:user_id', { config: { access: 'admin' }, schema: GET }, (request) =>
    tell(request.params.user_id),
  )
  app.post('/users/api/v1/user', { config: { access: 'admin' }, schema: CREATE }, async (request, reply) => {
    requireNewPassword(request.body)
    const { username, password, email } = request.body
    const openedBy = actorOf(request)
    const user = await openAccount(deps, {
      username,
      email,
      passwordHash: await passwords.hash(password, openedBy.address),
      method: 'admin',
      openedBy,
      address: openedBy.address,
    })
    reply.code(201)
    return { id: user.id, username: user.username, email: user.email }
  })
  app.put('/users/api/v1/user/:user_id', { config: { access: 'admin' }, schema: UPDATE }, async (request) => {
    const { user_id: userId } = request.params
    const { username, email, is_admin: admin } = request.body
    const change = { userId, username, email, isAdmin: admin, fixedUsername, actor: actorOf(request) }
    await db.transact(changeUser, { ...change, at: unixSeconds(clock) })
    return tell(userId)
  })
}

const toBody = ({ user, walletCount }: CountedUser) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  is_admin: isAdmin(user),
  wallet_count: walletCount,
  created_at: new Date(user.createdAt * 1000).toISOString(),
})

const facts = {
  id: Type.String({ description: 'User UUID.' }),
  username: Type.String({ description: 'Username.' }),
  email: Type.String({ description: 'E-mail address, or empty.' }),
} as const
const is_admin = Type.Boolean({ description: 'Admin privileges.' })

export const UserBody = Type.Object(
  {
    ...facts,
    is_admin,
    wallet_count: Type.Integer({ description: 'Number of wallets.' }),
    created_at: Type.String({ description: 'ISO 8601.' }),
  },
  { $id: 'User', description: 'An account.' },
)

export const WhichUser = Type.Object({ user_id: Type.String({ format: 'uuid', description: 'User UUID.' }) })

const LIST = {
  operationId: 'listUsers',
  tags: ['admin'],
  summary: 'All users',
  description: 'Oldest first; the header `X-Total-Count` has the number of matches.',
  querystring: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size, 1 to 100.' }),
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'How many to skip.' }),
    search: Type.Optional(
      Type.String({
        maxLength: 254,
        pattern: '^[^\\u0000]*$',
        description: 'The id, or part of username or e-mail address; case-insensitive.',
      }),
    ),
  }),
  response: { 200: Type.Array(schemaRef(UserBody), { description: 'One page.' }) },
} as const

const GET = {
  operationId: 'getUser',
  tags: ['admin'],
  summary: 'One user',
  description: '404 for a user who does not exist.',
  params: WhichUser,
  response: { 200: Type.Unsafe({ ...schemaRef(UserBody), description: 'The user.' }) },
} as const

const CREATE = {
  operationId: 'createUser',
  tags: ['admin'],
  summary: 'Create an account for a user',
  description: 'With one wallet; works even where registration is closed. 400 when the username is taken.',
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
  description:
    'Fields that are left out stay as they are. Granting or revoking administration ends the access tokens of the user. 403 when an administrator wants to change a super user; 400 when the username is taken, or for the last super user.',
  params: WhichUser,
  body: Type.Object(
    {
      username: Type.Optional(Username),
      email: Type.Optional(Email),
      is_admin: Type.Optional(is_admin),
    },
    { additionalProperties: false },
  ),
  response: { 200: Type.Object({ ...facts, is_admin }, { description: 'The user as it is now.' }) },
} as const
