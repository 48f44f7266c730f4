import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest, forbidden, unauthenticated } from '@satchel/http/service-error'
import { type Static, Type } from 'typebox'
import { actorOf, sessionIdOf, tokenGrantOf, tokenVersionOf, userIdOf } from '../../access/access-rules.ts'
import { unixSeconds } from '../../base/clock.ts'
import type { Throttle } from '../../throttle/throttle.ts'
import { oneOf } from '../second-factor/one-of.ts'
import { loginOptions } from '../second-factor/passkey-ceremony.ts'
import { proveSecondFactor, type SecondFactorProofDeps } from '../second-factor/prove-second-factor.ts'
import { requireRelyingParty } from '../second-factor/relying-party.ts'
import { LoginOptions, PasskeyCredential, RecoveryCode, TotpCode } from '../second-factor/second-factor-schemas.ts'
import { listPasskeys } from '../second-factor/second-factor-store.ts'
import { GivenPassword, TokenResponse } from '../users/account-schemas.ts'
import type { LoginTokens } from '../users/login-tokens.ts'
import type { Passwords } from '../users/passwords.ts'
import { proveOwner } from '../users/prove-owner.ts'
import { noteSessionProof, noteTokenProof } from '../users/session-commands.ts'
import { findUserWithPassword } from '../users/user-store.ts'

export interface StepUpRoutesDeps extends SecondFactorProofDeps {
  readonly passwords: Passwords
  readonly throttle: Throttle
  readonly tokens: LoginTokens
}

/**
 * Step-up authentication: of a session, valid for five minutes; of an access token, which is answered by a token that
 * counts as issued by a log-in now (decision 0090).
 */
export function stepUpRoutes(app: HttpApp, deps: StepUpRoutesDeps): void {
  const { db, clock, challenges, publicUrl, tokens } = deps
  // Also for a user who must first set up a second factor: the routes for that require a recent proof.
  const config = { access: 'setting-up' } as const

  app.post('/api/v1/auth/step-up', { config, schema: STEP_UP }, async (request) => {
    const id = sessionIdOf(request)
    const token = tokenGrantOf(request)
    const actor = actorOf(request)
    const way = await prove(deps, actor, request.body)
    const at = unixSeconds(clock)
    if (id !== undefined) {
      await db.transact(noteSessionProof, { id, actor, way, at })
      return { detail: 'Proven' }
    }
    if (token === undefined) throw new Error('a caller that steps up has a session or an access token')
    await db.transact(noteTokenProof, { actor, way, at })
    return {
      detail: 'Proven',
      access_token: tokens.renew({ id: actor.id, tokenVersion: tokenVersionOf(request) }, token.expiresAt),
      token_type: 'bearer' as const,
    }
  })

  app.post('/api/v1/auth/step-up/options', { config, schema: OPTIONS }, async (request) => {
    const userId = userIdOf(request)
    const party = requireRelyingParty(publicUrl)
    const passkeys = await listPasskeys(db, userId)
    if (passkeys.length === 0) throw badRequest('This account has no passkey.', { code: 'no_passkey' })
    return loginOptions({ party, passkeys, challenge: challenges.issue(`second-factor ${userId}`) })
  })
}

/** By a second factor where the account has one, else by its password. */
async function prove(
  deps: StepUpRoutesDeps,
  actor: { readonly id: string; readonly address: string },
  proofs: Static<typeof Proofs>,
): Promise<string> {
  const way = oneOf(proofs, ['password', 'totp', 'recovery_code', 'passkey'])
  const found = await findUserWithPassword(deps.db, actor.id)
  if (found === undefined) throw unauthenticated('This account is gone.', { code: 'account_gone' })
  const { user, passwordHash } = found
  const { throttle } = deps
  if (way !== 'password') {
    const { password: _, ...factors } = proofs
    await throttle.around('second-factor', actor, () => proveSecondFactor(deps, user, factors, actor.address))
    return way
  }
  if (user.secondFactors.length > 0)
    throw badRequest('This account has a second factor: give that one.', { code: 'second_factor_required_instead' })
  if (passwordHash === undefined)
    throw forbidden('This account has no password: log in again.', { code: 'fresh_login_required' })
  const given = { field: 'password', given: proofs.password, address: actor.address }
  await throttle.around('present-password', { account: actor.id }, () => proveOwner(deps, actor.id, given))
  return way
}

const Proofs = Type.Object(
  {
    password: Type.Optional(GivenPassword),
    totp: Type.Optional(TotpCode),
    recovery_code: Type.Optional(RecoveryCode),
    passkey: Type.Optional(schemaRef(PasskeyCredential)),
  },
  { additionalProperties: false },
)

const STEP_UP = {
  operationId: 'stepUp',
  tags: ['accounts'],
  summary: 'Step up: prove again who you are',
  description:
    'For a request that was answered 401 with `step_up`: exactly one of the methods listed there; `login` is a new log-in. For a session it is valid for 5 minutes. An access token is answered with another one, which counts as a new log-in for 10 minutes and expires no later than the first. An account with a second factor must use it. Wrong proofs are throttled like those of a log-in.',
  body: Proofs,
  response: {
    200: Type.Object(
      {
        detail: Type.String({ description: 'Confirmation, as text.' }),
        ...Type.Partial(Type.Object(TokenResponse.properties)).properties,
      },
      { description: 'Proof accepted. With an access token: use the one in the answer from now on.' },
    ),
  },
} as const

const OPTIONS = {
  operationId: 'beginStepUpByPasskey',
  tags: ['accounts'],
  summary: 'Start a step-up with a passkey',
  description:
    'Answers the options with which a browser requests one of your passkeys within 5 minutes, for `POST /api/v1/auth/step-up`. 400 if you have none.',
  response: { 200: schemaRef(LoginOptions, 'What the browser needs.') },
} as const
