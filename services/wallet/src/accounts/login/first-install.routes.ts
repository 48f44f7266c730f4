import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { Type } from 'typebox'
import { unixSeconds } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { prepareWallet, walletNameFor } from '../../wallets/wallet-secrets.ts'
import { NewPassword, PasswordRepeat, TokenResponse, Username } from '../users/account-schemas.ts'
import { type LetInDeps, letIn, requireMethod } from '../users/let-in.ts'
import { NOT_LET_IN, NOT_LOGGED_IN } from '../users/login-refusal.ts'
import { requireNewPassword } from '../users/new-password.ts'
import type { Passwords } from '../users/passwords.ts'
import { installSuperUser } from '../users/user-commands.ts'
import { asInserted, type NewUser } from '../users/user-store.ts'
import { endFirstInstall, requireFirstInstall } from './first-install.ts'

export interface FirstInstallRoutesDeps extends LetInDeps {
  readonly vault: KeyVault
  readonly passwords: Passwords
  readonly dataFolder: string
}

/** Creates the first super user, unless the environment names one (rule S108). */
export function firstInstallRoutes(app: HttpApp, deps: FirstInstallRoutesDeps): void {
  const { db, vault, clock, passwords } = deps
  app.put('/api/v1/auth/first_install', { config: { access: 'anyone' }, schema: INSTALL }, async (request, reply) => {
    const { username, password, first_install_token: token } = request.body
    requireMethod(deps.accounts, 'username-password')
    await requireFirstInstall(deps, token)
    requireNewPassword(request.body)
    const passwordHash = await passwords.hash(password, request.ip)
    const at = unixSeconds(clock)
    const id = newId()
    const user: NewUser = { id, username, email: '', passwordHash, role: 'super-user', at }
    await db.transact(installSuperUser, {
      user,
      wallet: prepareWallet(vault, id, walletNameFor(request), at),
      note: {
        actor: { id: 'first-install', address: request.ip },
        action: 'account-opened',
        subject: id,
        detail: { method: 'first-install', role: user.role },
        at,
      },
    })
    endFirstInstall(deps)
    const session = deps.sessions.asked(request, reply)
    return letIn(deps, asInserted(user), { method: 'username-password', address: request.ip, session })
  })
}

const INSTALL = {
  operationId: 'installFirstSuperUser',
  tags: ['accounts'],
  summary: 'Create the first super user',
  description:
    'With the one-time token that the first start writes to `first-install-token` in the data folder. 401 if the token is wrong; 403 once there is a super user.',
  body: Type.Object(
    {
      username: Username,
      password: NewPassword,
      password_repeat: PasswordRepeat,
      first_install_token: Type.String({ maxLength: 256, writeOnly: true, description: 'Content of the file.' }),
    },
    { additionalProperties: false },
  ),
  response: {
    200: schemaRef(TokenResponse, 'Created and logged in.'),
    401: NOT_LOGGED_IN,
    403: NOT_LET_IN,
  },
} as const
