import type { HttpApp } from '@satchel/http/http-app'
import { badRequest, ServiceError } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf, sessionIdOf, userIdOf } from '../../access/access-rules.ts'
import { unixSeconds } from '../../clock.ts'
import type { Throttle } from '../../throttle/throttle.ts'
import { oneOf } from '../second-factor/one-of.ts'
import { loginOptions } from '../second-factor/passkey-ceremony.ts'
import { requireRelyingParty } from '../second-factor/relying-party.ts'
import { proveSecondFactor, type SecondFactorProofDeps } from '../second-factor/prove-second-factor.ts'
import { LoginOptions, PasskeyCredential, RecoveryCode, TotpCode } from '../second-factor/second-factor-schemas.ts'
import { listPasskeys } from '../second-factor/second-factor-store.ts'
import { GivenPassword } from '../users/account-schemas.ts'
import type { Passwords } from '../users/passwords.ts'
import { proveOwner } from '../users/prove-owner.ts'
import { noteSessionProof } from '../users/session-commands.ts'
import { findUser } from '../users/user-store.ts'

export interface StepUpRoutesDeps extends SecondFactorProofDeps {
  readonly passwords: Passwords
  readonly throttle: Throttle
}

/** Step-up authentication of a session; valid for five minutes. */
export function stepUpRoutes(app: HttpApp, deps: StepUpRoutesDeps): void {
  const { db, clock, challenges, publicUrl } = deps
  // Also for a user who must first set up a second factor: the routes for that require a recent proof.
  const config = { access: 'setting-up' } as const

  app.post('/api/v1/auth/step-up', { config, schema: STEP_UP }, async (request) => {
    const id = requireSession(request)
    const actor = actorOf(request)
    const way = await prove(deps, actor, request.body)
    await db.transact(noteSessionProof, { id, actor, way, at: unixSeconds(clock) })
    return { detail: 'Proven' }
  })

  app.post('/api/v1/auth/step-up/options', { config, schema: OPTIONS }, async (request) => {
    const userId = userIdOf(request)
    const party = requireRelyingParty(publicUrl)
    const passkeys = await listPasskeys(db, userId)
    if (passkeys.length === 0) throw badRequest('This account has no passkey.', { word: 'no_passkey' })
    return loginOptions({ party, passkeys, challenge: challenges.issue(`second-factor ${userId}`) })
  })
}

function requireSession(request: FastifyRequest): string {
  const id = sessionIdOf(request)
  if (id === undefined) throw badRequest('Only a session of the web app can step up.', { word: 'not_a_session' })
  return id
}

/** By a second factor where the account has one, else by its password. */
async function prove(
  deps: StepUpRoutesDeps,
  actor: { readonly id: string; readonly address: string },
  proofs: Static<typeof Proofs>,
): Promise<string> {
  const way = oneOf(proofs, ['password', 'totp', 'recovery_code', 'passkey'])
  const user = await findUser(deps.db, actor.id)
  if (user === undefined)
    throw new ServiceError('unauthenticated', 'This account is gone.', [], { word: 'account_gone' })
  const { throttle } = deps
  if (way !== 'password') {
    const { password: _, ...factors } = proofs
    await throttle.around('second-factor', actor, () => proveSecondFactor(deps, user, factors, actor.address))
    return way
  }
  if (user.secondFactors.length > 0)
    throw badRequest('This account has a second factor: give that one.', { word: 'second_factor_required_instead' })
  const given = { field: 'password', given: proofs.password, address: actor.address }
  await throttle.around('present-password', { account: actor.id }, () => proveOwner(deps, actor.id, given))
  return way
}

const Proofs = Type.Object(
  {
    password: Type.Optional(GivenPassword),
    totp: Type.Optional(TotpCode),
    recovery_code: Type.Optional(RecoveryCode),
    passkey: Type.Optional(PasskeyCredential),
  },
  { additionalProperties: false },
)

const STEP_UP = {
  operationId: 'stepUp',
  tags: ['accounts'],
  summary: 'Prove again who you are',
  description:
    'For a session that was answered 401 with `step_up`: exactly one of the ways named there. It counts for 5 minutes. An account with a second factor gives that one. Wrong proofs are throttled like those of a log-in. 400 for an access token.',
  body: Proofs,
  response: {
    200: Type.Object({ detail: Type.String({ description: 'Confirmation, as text.' }) }, { description: 'Proven.' }),
  },
} as const

const OPTIONS = {
  operationId: 'beginStepUpByPasskey',
  tags: ['accounts'],
  summary: 'Begin to step up with a passkey',
  description:
    'Answers what a browser needs to ask for a passkey of yours, within 5 minutes, for `POST /api/v1/auth/step-up`. 400 when you have none.',
  response: { 200: LoginOptions },
} as const
