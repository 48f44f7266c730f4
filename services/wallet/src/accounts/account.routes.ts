import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { ServiceError } from '@satchel/http/service-error'
import { Type } from 'typebox'
import { userIdOf } from '../access/access-rules.ts'
import type { Database } from '../db/database.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'
import { listWallets } from '../wallets/wallet-store.ts'
import type { LoginTokens } from './login-tokens.ts'
import type { Passwords } from './passwords.ts'
import { isAdmin } from './user.ts'
import { findUser, findUserByName } from './user-store.ts'

export interface AccountRoutesDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly passwords: Passwords
  readonly tokens: LoginTokens
}

/** Log in, and who am I (Spec, Login and accounts). */
export function accountRoutes(app: HttpApp, { db, vault, passwords, tokens }: AccountRoutesDeps): void {
  app.post('/api/v1/auth', { config: { access: 'anyone' }, schema: LOGIN }, async (request) => {
    const { username, password } = request.body
    const found = username.includes('\0') ? undefined : await findUserByName(db, username)
    // The same work and the same answer whether or not there is such a user (money-safety D.7).
    const matches = await passwords.matches(found?.passwordHash, password)
    if (found === undefined || !matches) throw new ServiceError('unauthenticated', 'Invalid username or password.')
    return { access_token: tokens.issue(found.user), token_type: 'bearer' as const }
  })
  app.get('/api/v1/auth', { config: { access: 'user' }, schema: ME }, async (request) => {
    const user = await findUser(db, userIdOf(request))
    if (user === undefined) throw new ServiceError('unauthenticated', 'This account is gone.')
    const { wallets, total } = await listWallets(db, vault, { userId: user.id, limit: 100, offset: 0 })
    return {
      id: user.id,
      username: user.username,
      email: user.email,
      display_name: user.displayName,
      is_admin: isAdmin(user),
      is_super_user: user.role === 'super-user',
      wallet_count: total,
      created_at: new Date(user.createdAt * 1000).toISOString(),
      wallets: wallets.map(({ id, name }) => ({ id, name })),
      extensions: [],
    }
  })
}

export const TokenResponse = Type.Object(
  {
    access_token: Type.String({ description: 'JWT, for the header `Authorization: Bearer …`.' }),
    token_type: Type.Literal('bearer', { description: 'Always `bearer`.' }),
  },
  { $id: 'TokenResponse', description: 'A login (Spec, Token response).' },
)

export const CurrentUser = Type.Object(
  {
    id: Type.String({ description: 'User UUID.' }),
    username: Type.String({ description: 'Username.' }),
    email: Type.String({ description: 'E-mail address, or empty.' }),
    display_name: Type.String({ description: 'What others read, or empty.' }),
    is_admin: Type.Boolean({ description: 'Admin privileges.' }),
    is_super_user: Type.Boolean({ description: 'The super user.' }),
    wallet_count: Type.Integer({ description: 'Number of wallets.' }),
    created_at: Type.String({ description: 'ISO 8601.' }),
    wallets: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'At most 100, oldest first.',
    }),
    extensions: Type.Array(Type.String(), { description: 'Enabled extensions.' }),
  },
  { $id: 'CurrentUser', description: 'The user of the access token.' },
)

const LOGIN = {
  operationId: 'login',
  tags: ['accounts'],
  summary: 'Log in with username and password',
  description: 'Answers an access token. 401 says nothing about which of the two was wrong.',
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 256, description: 'Whatever its case.' }),
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'The password.' }),
  }),
  response: { 200: Type.Unsafe({ ...schemaRef(TokenResponse), description: 'Logged in.' }) },
} as const

const ME = {
  operationId: 'getCurrentUser',
  tags: ['accounts'],
  summary: 'Who am I',
  description: 'The user of the access token, with wallets.',
  response: { 200: Type.Unsafe({ ...schemaRef(CurrentUser), description: 'You.' }) },
} as const
