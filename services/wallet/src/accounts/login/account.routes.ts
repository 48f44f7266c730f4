import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { forbidden, unauthenticated } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf, userIdOf } from '../../access/access-rules.ts'
import { requireFreshProof } from '../../access/fresh-proof.ts'
import { isByAclToken, type Principal } from '../../access/principal.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { unixSeconds } from '../../base/clock.ts'
import { withDashes } from '../../base/ids.ts'
import type { Throttle } from '../../throttle/throttle.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { listWallets } from '../../wallets/wallet-store.ts'
import { TotpCode } from '../second-factor/second-factor-schemas.ts'
import { listInvitationsOf, type WalletShare } from '../sharing/share-list-store.ts'
import type { AccountExtensions } from '../users/account-extensions.ts'
import { CurrentUser, DisplayName, Email, TokenResponse, Username } from '../users/account-schemas.ts'
import { type LetInDeps, letIn, requireMethod } from '../users/let-in.ts'
import { NOT_LET_IN, NOT_LOGGED_IN } from '../users/login-refusal.ts'
import { isBcrypt } from '../users/match-bcrypt.ts'
import type { Passwords } from '../users/passwords.ts'
import { changeProfile, rehashPassword } from '../users/profile-commands.ts'
import { isAdmin, type User } from '../users/user.ts'
import { findUser, findUserByName, hasAnotherLogIn, usernameKey } from '../users/user-store.ts'

export interface AccountRoutesDeps extends LetInDeps {
  readonly vault: KeyVault
  readonly passwords: Passwords
  readonly throttle: Throttle
  readonly accountExtensions: Pick<AccountExtensions, 'listActive'>
  /** The super user's name in the environment. Cannot be changed here: the next start would create a second super user. */
  readonly fixedUsername: string | undefined
}

/** Routes to log in and to read one's own account (rule W18). */
export function accountRoutes(app: HttpApp, deps: AccountRoutesDeps): void {
  const { db, vault, passwords, sessions, accounts, clock, throttle, accountExtensions, fixedUsername } = deps
  app.post('/api/v1/auth', { config: { access: 'anyone' }, schema: LOGIN }, async (request, reply) => {
    requireMethod(accounts, 'username-password')
    const { username, password, totp } = request.body
    const address = request.ip
    const user = await throttle.around('password', { account: usernameKey(username), address }, async () => {
      const found = username.includes('\0') ? undefined : await findUserByName(db, username)
      // Takes the same time and gives the same answer whether or not the user exists (rule D7).
      const matches = await passwords.matches(found?.passwordHash, password, address)
      if (found === undefined || !matches)
        throw unauthenticated('Invalid username or password.', { code: 'wrong_password' })
      await replaceImported(deps, found, { password, address })
      return found.user
    })
    return letIn(deps, user, { method: 'username-password', address, totp, session: sessions.asked(request, reply) })
  })
  app.post('/api/v1/auth/usr', { config: { access: 'anyone' }, schema: LOGIN_BY_ID }, async (request, reply) => {
    requireMethod(accounts, 'user-id-only')
    const usr = withDashes(request.body.usr)
    const address = request.ip
    const user = await throttle.around('user-id', { account: usr, address }, async () => {
      const found = usr.includes('\0') ? undefined : await findUser(db, usr)
      if (found === undefined) throw unauthenticated('Invalid user id.', { code: 'wrong_user_id' })
      return found
    })
    // Administrators and accounts with a second factor need more than a user id to log in.
    if (isAdmin(user) || user.secondFactors.length > 0) {
      throw forbidden('This account cannot log in by user id alone.', { code: 'user_id_not_enough' })
    }
    // Every program that reads the account knows its id.
    const isProof = !(await hasAnotherLogIn(db, user.id))
    return letIn(deps, user, { method: 'user-id-only', address, isProof, session: sessions.asked(request, reply) })
  })
  const tell = async (request: FastifyRequest) => {
    const userId = userIdOf(request)
    const user = await findUser(db, userId)
    if (user === undefined) throw unauthenticated('This account is gone.', { code: 'account_gone' })
    const { wallets, total } = await listWallets(db, vault, { userId, limit: 100, offset: 0 })
    const isLimited = isByAclToken(request.principal)
    const invitations = isLimited ? [] : await listInvitationsOf(db, userId)
    const currentUser = {
      ...toCurrentUser(user, wallets, total),
      extensions: [...(await accountExtensions.listActive(userId))],
      wallet_invitations: invitations.map(toInvitation),
    }
    return isLimited ? { ...currentUser, id: '' } : currentUser
  }
  app.get('/api/v1/auth', { config: { access: 'setting-up' }, schema: ME }, (request) => tell(request))
  const change = { config: { access: 'user', grantsAccess: 'handler-asks' }, schema: CHANGE_ME } as const
  app.put('/api/v1/auth/me', change, async (request) => {
    const { username, email, display_name: displayName } = request.body
    const actor = actorOf(request)
    if (email !== undefined && email !== (await findUser(db, actor.id))?.email) requireOwner(request.principal)
    const at = unixSeconds(clock)
    const profile = { userId: actor.id, username, email, displayName, fixedUsername }
    await db.transact(changeProfile, { ...profile, actor, shown: shownBy(request), at })
    return tell(request)
  })
}

/** An address is a way in: a log-in at a provider that has verified it links to the account. */
function requireOwner(principal: Principal | undefined): void {
  if (isByAclToken(principal)) {
    throw forbidden('A token of an access list cannot change the e-mail address.', { code: 'permission_missing' })
  }
  requireFreshProof(principal)
}

const toCurrentUser = (user: User, wallets: readonly { id: string; name: string }[], walletCount: number) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  display_name: user.displayName,
  is_admin: isAdmin(user),
  is_super_user: user.role === 'super-user',
  wallet_count: walletCount,
  created_at: new Date(user.createdAt * 1000).toISOString(),
  wallets: wallets.map(({ id, name }) => ({ id, name })),
})

const toInvitation = ({ id, walletName, owner, permissions }: WalletShare) => ({
  share_request_id: id,
  wallet_name: walletName,
  owner,
  permissions: [...permissions],
})

/** An imported hash is replaced by one of ours as soon as the password is known. */
async function replaceImported(
  { db, passwords }: Pick<AccountRoutesDeps, 'db' | 'passwords'>,
  { user, passwordHash }: { readonly user: User; readonly passwordHash: string | undefined },
  { password, address }: { readonly password: string; readonly address: string },
): Promise<void> {
  if (passwordHash === undefined || !isBcrypt(passwordHash)) return
  const replacement = await passwords.hash(password, address)
  await db.transact(rehashPassword, { userId: user.id, before: passwordHash, passwordHash: replacement })
}

const LOGGED_IN = schemaRef(TokenResponse, 'Logged in.')

const LOGIN = {
  operationId: 'login',
  tags: ['accounts'],
  summary: 'Log in with username and password',
  description:
    'Returns an access token. 401 does not say which of the two was wrong. For an account with a second factor, 401 has a `ticket`: send it with the second factor to `POST /api/v1/auth/second-factor`, or send the code of an authenticator app as `totp` in the same request. After five failures: 429, with the delay in `Retry-After`.',
  body: Type.Object(
    {
      username: Type.String({ minLength: 1, maxLength: 256, description: 'Case-insensitive.', examples: ['alice'] }),
      password: Type.String({
        minLength: 1,
        maxLength: 1024,
        writeOnly: true,
        description: 'The password.',
        examples: ['correct horse battery staple'],
      }),
      totp: Type.Optional(TotpCode),
    },
    { examples: [{ username: 'alice', password: 'correct horse battery staple' }] },
  ),
  response: { 200: LOGGED_IN, 401: NOT_LOGGED_IN, 403: NOT_LET_IN },
} as const

const LOGIN_BY_ID = {
  operationId: 'loginByUserId',
  tags: ['accounts'],
  summary: 'Log in by user id only',
  description:
    'For old links. 403 for administrators, for accounts with a second factor, and unless `AUTH_ALLOWED_METHODS` has `user-id-only`: by default it is not allowed if payments use real money.',
  body: Type.Object({
    usr: Type.String({
      minLength: 1,
      maxLength: 64,
      writeOnly: true,
      description: 'User id, with or without dashes: a secret.',
    }),
  }),
  response: { 200: LOGGED_IN, 401: NOT_LOGGED_IN, 403: NOT_LET_IN },
} as const

const ME = {
  operationId: 'getCurrentUser',
  tags: ['accounts'],
  summary: 'Read your user',
  description: 'The user of the access token, with wallets.',
  response: { 200: schemaRef(CurrentUser, 'Your user.') },
} as const

const CHANGE_ME = {
  operationId: 'updateCurrentUser',
  tags: ['accounts'],
  summary: 'Change your profile',
  description:
    'Omitted fields keep their values. 400 if another account has the username. A new email address grants access: it needs a step-up (401 with `step_up`), and a token of an access list cannot set it (403). Rights and passwords have their own routes.',
  body: Type.Object(
    {
      username: Type.Optional(Username),
      email: Type.Optional(Email),
      display_name: Type.Optional(DisplayName),
    },
    { additionalProperties: false, examples: [{ display_name: 'Alice' }] },
  ),
  response: { 200: schemaRef(CurrentUser, 'Your user after the change.') },
} as const
