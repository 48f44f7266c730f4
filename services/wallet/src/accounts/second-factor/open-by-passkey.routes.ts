import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest } from '@satchel/http/service-error'
import { Type } from 'typebox'
import { unixSeconds } from '../../base/clock.ts'
import type { SiteConfig } from '../../config/administration.ts'
import { noteInAuditLog } from '../../events/audit-log.ts'
import type { Throttle } from '../../throttle/throttle.ts'
import { walletNameFor } from '../../wallets/wallet-secrets.ts'
import { Registered, Username } from '../users/account-schemas.ts'
import { type LetInDeps, letIn, requireMethod } from '../users/let-in.ts'
import { LinkToken } from '../users/link-token-schema.ts'
import { NOT_LET_IN } from '../users/login-refusal.ts'
import { type OpenAccountDeps, openAccount, requireNewAccounts } from '../users/open-account.ts'
import { readInvitation } from '../users/read-invitation.ts'
import type { PlainChange } from '../users/user-commands.ts'
import { checkRegistration, registrationOptions } from './passkey-ceremony.ts'
import { type AnsweredChallenge, insertUsedChallenge } from './passkey-commands.ts'
import type { PasskeyDeps } from './prove-passkey.ts'
import { requireRelyingParty } from './relying-party.ts'
import { NewPasskeyCredential, PasskeyName, RegistrationOptions } from './second-factor-schemas.ts'
import { insertPasskey, type NewPasskey, setSecondFactors } from './second-factor-store.ts'

export interface OpenByPasskeyDeps
  extends PasskeyDeps,
    LetInDeps,
    Pick<OpenAccountDeps, 'accountExtensions' | 'vault'> {
  readonly site: SiteConfig
  readonly throttle: Throttle
}

/** Opens an account without a password: its passkey, which verifies the user, is its log-in. */
export function openByPasskeyRoutes(app: HttpApp, deps: OpenByPasskeyDeps): void {
  const { clock, challenges, publicUrl, site, accounts, throttle, sessions } = deps
  const config = { access: 'anyone' } as const

  app.post('/api/v1/auth/passkey/register/options', { config, schema: OPTIONS }, async (request) => {
    const party = requireRelyingParty(publicUrl)
    requireMethod(accounts, 'passkey')
    const { username, invitation } = request.body
    const address = request.ip
    if (invitation === undefined) requireNewAccounts(accounts)
    // Check before the browser creates a passkey that could not be used.
    else await throttle.around('register', { address }, () => readInvitation(deps, invitation, address))
    const challenge = challenges.issue('open-account')
    const user = { id: challenges.accountId(challenge), username, displayName: '' }
    return registrationOptions({ party, siteName: site.name, user, passkeys: [], challenge, alone: true })
  })

  app.post('/api/v1/auth/passkey/register', { config, schema: REGISTER }, async (request, reply) => {
    const party = requireRelyingParty(publicUrl)
    requireMethod(accounts, 'passkey')
    const { username, name, passkey: response, invitation } = request.body
    if (invitation === undefined) requireNewAccounts(accounts)
    const address = request.ip
    const user = await throttle.around('register', { address }, async () => {
      const invited = invitation === undefined ? undefined : await readInvitation(deps, invitation, address)
      const checks = { party, challenges, purpose: 'open-account', requireUserVerification: true } as const
      const checked = await checkRegistration(checks, response)
      if (checked === undefined) throw badRequest('The passkey was not accepted.', { code: 'passkey_not_accepted' })
      const { answered, ...made } = checked
      const transports = response.response.transports ?? []
      const id = challenges.accountId(answered.challenge)
      const passkey: NewPasskey = { ...made, userId: id, name, transports, createdAt: unixSeconds(clock) }
      return openAccount(deps, {
        method: 'passkey',
        ...invited,
        id,
        username,
        address,
        walletName: walletNameFor(request),
        alongside: () => [...(invited?.alongside() ?? []), ...withPasskey(passkey, answered, address)],
      })
    })
    const session = sessions.asked(request, reply)
    const token = await letIn(deps, user, { method: 'passkey', address, secondFactorProven: true, session })
    reply.code(201)
    return { ...token, id: user.id, username: user.username, email: user.email }
  })
}

/** Rows stored with the account: the used challenge and the passkey. */
function withPasskey(passkey: NewPasskey, answered: AnsweredChallenge, address: string): readonly PlainChange[] {
  const { userId, id, name, createdAt: at } = passkey
  const { sql, params, rows } = insertPasskey(passkey)
  const { sql: factors, params: of } = setSecondFactors(userId)
  const detail = { passkey: id, name }
  return [
    { ...insertUsedChallenge(answered), rows: 1 },
    { sql: `${sql} ON CONFLICT (id) DO NOTHING`, params, rows },
    { sql: factors, params: of, rows: 1 },
    noteInAuditLog({ actor: { id: userId, address }, action: 'passkey-added', subject: userId, detail, at }),
  ]
}

const OPTIONS = {
  operationId: 'preparePasskeyAccount',
  tags: ['accounts'],
  summary: 'Start to register with a passkey',
  description:
    'Answers the options with which a browser creates a passkey within 5 minutes, for a new account. Passkeys are bound to the host of `SERVICE_PUBLIC_URL` forever. 403 if registration is closed, if `AUTH_ALLOWED_METHODS` does not have `passkey`, or if that host is an IP address. With `invitation`, the token of a link by an administrator, also if registration is closed; 400 if the link was used or has expired.',
  body: Type.Object(
    { username: Username, invitation: Type.Optional(LinkToken) },
    { additionalProperties: false, examples: [{ username: 'alice' }] },
  ),
  response: { 200: schemaRef(RegistrationOptions, 'What the browser needs.'), 403: NOT_LET_IN },
} as const

const REGISTER = {
  operationId: 'registerByPasskey',
  tags: ['accounts'],
  summary: 'Register with a passkey',
  description:
    'Takes the passkey that the browser created with `POST /api/v1/auth/passkey/register/options`: creates an account with one wallet and no password, and logs in. The passkey must have verified its user (PIN, fingerprint). It is the only way to log in until you add a second passkey, a password or a linked identity. 400 if the username is taken or the passkey is not accepted; 409 if it was used before; 403 if registration is closed. With `invitation`, the token of a link by an administrator, also if it is closed.',
  body: Type.Object(
    {
      username: Username,
      name: PasskeyName,
      passkey: schemaRef(NewPasskeyCredential),
      invitation: Type.Optional(LinkToken),
    },
    { additionalProperties: false },
  ),
  response: { 201: schemaRef(Registered, 'Registered and logged in.'), 403: NOT_LET_IN },
} as const
