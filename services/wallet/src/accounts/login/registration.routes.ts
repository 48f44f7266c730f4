import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { Type } from 'typebox'
import type { Throttle } from '../../throttle/throttle.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { walletNameFor } from '../../wallets/wallet-secrets.ts'
import { Email, NewPassword, PasswordRepeat, Registered, Username } from '../users/account-schemas.ts'
import { type LetInDeps, letIn, requireMethod } from '../users/let-in.ts'
import { LinkToken } from '../users/link-token-schema.ts'
import { NOT_LET_IN } from '../users/login-refusal.ts'
import { requireNewPassword } from '../users/new-password.ts'
import { type OpenAccountDeps, openAccount, requireNewAccounts } from '../users/open-account.ts'
import type { Passwords } from '../users/passwords.ts'
import { readInvitation } from '../users/read-invitation.ts'

export interface RegistrationRoutesDeps extends LetInDeps, Pick<OpenAccountDeps, 'accountExtensions'> {
  readonly vault: KeyVault
  readonly passwords: Passwords
  readonly throttle: Throttle
}

/** Registration with a password (rule S501). */
export function registrationRoutes(app: HttpApp, deps: RegistrationRoutesDeps): void {
  app.post('/api/v1/auth/register', { config: { access: 'anyone' }, schema: REGISTER }, async (request, reply) => {
    // Checked before the costly hash.
    requireMethod(deps.accounts, METHOD)
    const { username, email, password, invitation } = request.body
    if (invitation === undefined) requireNewAccounts(deps.accounts)
    requireNewPassword(request.body)
    const address = request.ip
    const user = await deps.throttle.around('register', { address }, async () => {
      const invited = invitation === undefined ? undefined : await readInvitation(deps, invitation, address)
      const passwordHash = await deps.passwords.hash(password, address)
      const walletName = walletNameFor(request)
      return openAccount(deps, { username, email, passwordHash, method: METHOD, address, walletName, ...invited })
    })
    const session = deps.sessions.asked(request, reply)
    const token = await letIn(deps, user, { method: METHOD, address, session })
    reply.code(201)
    return { ...token, id: user.id, username: user.username, email: user.email }
  })
}

const METHOD = 'username-password'

const REGISTER = {
  operationId: 'register',
  tags: ['accounts'],
  summary: 'Register',
  description:
    'Creates an account with one wallet, and logs in. 400 if the username is taken; 403 if registration is closed (`SERVICE_ALLOW_NEW_ACCOUNTS`, `SERVICE_ALLOWED_USERS`). With `invitation`, the token of a link by an administrator, also if it is closed; 400 if the link was used or has expired.',
  body: Type.Object(
    {
      username: Username,
      password: NewPassword,
      password_repeat: Type.Optional(PasswordRepeat),
      email: Type.Optional(Email),
      invitation: Type.Optional(LinkToken),
    },
    { examples: [{ username: 'alice', password: 'correct horse battery' }] },
  ),
  response: {
    201: schemaRef(Registered, 'Registered and logged in.'),
    403: NOT_LET_IN,
  },
} as const
