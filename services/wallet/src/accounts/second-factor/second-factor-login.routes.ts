import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest, unauthenticated } from '@satchel/http/service-error'
import { Type } from 'typebox'
import type { Throttle } from '../../throttle/throttle.ts'
import { TokenResponse } from '../users/account-schemas.ts'
import { type LetInDeps, letIn, requireMethod } from '../users/let-in.ts'
import { NOT_LET_IN, NOT_LOGGED_IN } from '../users/login-refusal.ts'
import { findUser } from '../users/user-store.ts'
import type { SecondFactorDeps } from './demand-second-factor.ts'
import { loginOptions } from './passkey-ceremony.ts'
import { type PasskeyDeps, provePasskey } from './prove-passkey.ts'
import { proveSecondFactor, toResponse } from './prove-second-factor.ts'
import { requireRelyingParty } from './relying-party.ts'
import { LoginOptions, PasskeyCredential, RecoveryCode, TotpCode } from './second-factor-schemas.ts'
import { listPasskeys } from './second-factor-store.ts'

export interface SecondFactorLoginDeps extends SecondFactorDeps, PasskeyDeps, LetInDeps {
  readonly throttle: Throttle
}

/** The second step of a log-in, and the log-in by a passkey, which counts as both steps. */
export function secondFactorLoginRoutes(app: HttpApp, deps: SecondFactorLoginDeps): void {
  const { db, challenges, publicUrl, accounts, throttle, sessions } = deps
  const config = { access: 'anyone' } as const

  app.post('/api/v1/auth/second-factor', { config, schema: SECOND_FACTOR }, async (request, reply) => {
    const address = request.ip
    const { user, method } = await readTicket(deps, request.body.ticket)
    await throttle.around('second-factor', { address }, () => proveSecondFactor(deps, user, request.body, address))
    const session = sessions.asked(request, reply)
    return letIn(deps, user, { method, address, secondFactorProven: true, session })
  })

  app.post(
    '/api/v1/auth/passkey/options',
    { config: { ...config, bodyOptional: true }, schema: OPTIONS },
    async (request) => {
      const party = requireRelyingParty(publicUrl)
      const ticket = (request.body as { ticket?: string } | undefined)?.ticket
      if (ticket === undefined) {
        requireMethod(accounts, 'passkey')
        return loginOptions({ party, passkeys: [], challenge: challenges.issue('log-in') })
      }
      const { user } = await readTicket(deps, ticket)
      const passkeys = await listPasskeys(db, user.id)
      if (passkeys.length === 0) throw badRequest('This account has no passkey.', { code: 'no_passkey' })
      return loginOptions({ party, passkeys, challenge: challenges.issue(`second-factor ${user.id}`) })
    },
  )

  app.post('/api/v1/auth/passkey', { config, schema: PASSKEY }, async (request, reply) => {
    requireMethod(accounts, 'passkey')
    const address = request.ip
    const response = toResponse(request.body)
    const userId = await throttle.around('passkey', { address }, () =>
      provePasskey(deps, { response, purpose: 'log-in', userId: undefined, address }),
    )
    const user = await findUser(db, userId)
    if (user === undefined) throw unauthenticated('This account is gone.', { code: 'account_gone' })
    const session = sessions.asked(request, reply)
    return letIn(deps, user, { method: 'passkey', address, secondFactorProven: true, session })
  })
}

/** Reads the ticket's user. A changed password or role invalidates the ticket (rule D4). */
async function readTicket({ db, tickets }: SecondFactorLoginDeps, text: string) {
  const ticket = tickets.read(text)
  const user = await findUser(db, ticket.userId)
  if (user?.tokenVersion !== ticket.tokenVersion || user.secondFactors.length === 0) {
    throw unauthenticated('The ticket is no longer valid: log in again.', { code: 'ticket_expired' })
  }
  return { user, method: ticket.method }
}

const LOGGED_IN = schemaRef(TokenResponse, 'Logged in.')

const Ticket = Type.String({
  writeOnly: true,
  minLength: 1,
  maxLength: 2048,
  description: 'From the 401 of a log-in that needs only the second factor; valid for 5 minutes.',
})

const SECOND_FACTOR = {
  operationId: 'proveSecondFactor',
  tags: ['second-factors'],
  summary: 'Log in with the second factor',
  description:
    'Exactly one of `totp`, `recovery_code` and `passkey`, for a log-in that was answered with a ticket. After five wrong codes of an authenticator app: 429 with `Retry-After`, longer each time, up to an hour; this does not affect recovery codes and passkeys.',
  body: Type.Object(
    {
      ticket: Ticket,
      totp: Type.Optional(TotpCode),
      recovery_code: Type.Optional(RecoveryCode),
      passkey: Type.Optional(schemaRef(PasskeyCredential)),
    },
    { additionalProperties: false },
  ),
  response: { 200: LOGGED_IN, 401: NOT_LOGGED_IN, 403: NOT_LET_IN },
} as const

const OPTIONS = {
  operationId: 'beginPasskeyLogin',
  tags: ['second-factors'],
  summary: 'Start a log-in with a passkey',
  description:
    'Answers the options with which a browser requests a passkey within 5 minutes. Without a body: to log in with the passkey only, for `POST /api/v1/auth/passkey`. With a ticket: as second factor, for `POST /api/v1/auth/second-factor`.',
  body: Type.Object({ ticket: Type.Optional(Ticket) }, { additionalProperties: false }),
  response: { 200: schemaRef(LoginOptions, 'What the browser needs.'), 401: NOT_LOGGED_IN, 403: NOT_LET_IN },
} as const

const PASSKEY = {
  operationId: 'loginByPasskey',
  tags: ['second-factors'],
  summary: 'Log in with a passkey',
  description:
    'Without username and password: takes the assertion that the browser signed for `POST /api/v1/auth/passkey/options`. The passkey must have verified its user (PIN, fingerprint) and then counts as both factors. An authenticator whose counter does not increase was copied and is rejected. 403 if `AUTH_ALLOWED_METHODS` does not have `passkey`.',
  body: schemaRef(PasskeyCredential),
  response: { 200: LOGGED_IN, 401: NOT_LOGGED_IN, 403: NOT_LET_IN },
} as const
