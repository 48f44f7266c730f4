import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest, unauthenticated } from '@satchel/http/service-error'
import { Type } from 'typebox'
import { actorOf, freshOwnerOf, userIdOf } from '../../access/access-rules.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { tellWhatEnds } from '../../access/tell-ways-in.ts'
import { unixSeconds } from '../../base/clock.ts'
import type { AccountsConfig } from '../../config/accounts.ts'
import { GivenPassword } from '../users/account-schemas.ts'
import { SecondFactorKind } from '../users/login-refusal.ts'
import { findUser } from '../users/user-store.ts'
import { lacksSecondFactor } from './lacks-second-factor.ts'
import { type FreshOwnerDeps, proveFreshOwner } from './prove-fresh-owner.ts'
import { digestRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { renewRecoveryCodes } from './recovery-commands.ts'
import { removeSecondFactor } from './second-factor-commands.ts'
import { RecoveryCodes } from './second-factor-schemas.ts'
import { countRecoveryCodes } from './second-factor-store.ts'

export interface ProtectionRoutesDeps extends FreshOwnerDeps {
  readonly accounts: AccountsConfig
}

/** Routes to read an account's protection, to renew recovery codes, and for an administrator to remove lost factors. */
export function protectionRoutes(app: HttpApp, deps: ProtectionRoutesDeps): void {
  const { db, clock, accounts } = deps

  app.get('/api/v1/auth/second-factor', { config: { access: 'setting-up' }, schema: GET }, async (request) => {
    const user = await findUser(db, userIdOf(request))
    if (user === undefined) throw unauthenticated('This account is gone.', { code: 'account_gone' })
    return {
      second_factor: [...user.secondFactors],
      missing: lacksSecondFactor(accounts, user),
      recovery_codes_left: await countRecoveryCodes(db, user.id),
    }
  })

  app.post(
    '/api/v1/auth/recovery-codes',
    { config: { access: 'user', bodyOptional: true, stepUp: true, grantsAccess: 'handler-asks' }, schema: RENEW },
    async (request, reply) => {
      const actor = actorOf(request)
      const user = await proveFreshOwner(deps, freshOwnerOf(request))
      if (user.secondFactors.length === 0)
        throw badRequest('This account has no second factor.', { code: 'second_factor_not_set_up' })
      const codes = newRecoveryCodes()
      const digests = codes.map(digestRecoveryCode)
      await db.transact(renewRecoveryCodes, {
        userId: user.id,
        digests,
        actor,
        shown: shownBy(request),
        at: unixSeconds(clock),
      })
      reply.code(201)
      return { recovery_codes: codes }
    },
  )

  app.delete(
    '/users/api/v1/user/:user_id/second-factor',
    { config: { access: 'admin', grantsAccess: true }, schema: REMOVE },
    async (request) => {
      const { user_id: userId } = request.params
      await db.transact(removeSecondFactor, {
        userId,
        actor: actorOf(request),
        shown: shownBy(request),
        at: unixSeconds(clock),
      })
      return { detail: 'Second factor removed' }
    },
  )
}

const GET = {
  operationId: 'getSecondFactor',
  tags: ['second-factors'],
  summary: 'Read how your account is protected',
  description: 'Second factors, and the number of recovery codes left.',
  response: {
    200: Type.Object(
      {
        second_factor: Type.Array(SecondFactorKind, { description: 'Second factors of the account; empty = none.' }),
        missing: Type.Boolean({
          description:
            'True: this service requires a second factor of your account, and it has none: an access token can only read the profile and add one.',
        }),
        recovery_codes_left: Type.Integer({ description: 'Number of unused recovery codes.' }),
      },
      { description: 'The current state.' },
    ),
  },
} as const

const RENEW = {
  operationId: 'renewRecoveryCodes',
  tags: ['second-factors'],
  summary: 'Create new recovery codes',
  description:
    'The old ones stop working. 400 for an account without a second factor. An account with a password gives it; one without must have logged in within the last 10 minutes (else 403).',
  body: Type.Object({ password: Type.Optional(GivenPassword) }, { additionalProperties: false }),
  response: { 201: Type.Object({ recovery_codes: RecoveryCodes }, { description: 'New recovery codes.' }) },
} as const

const REMOVE = {
  operationId: 'removeUserSecondFactor',
  tags: ['admin'],
  summary: "Remove a user's second factor",
  description: `For a user who has lost it and the recovery codes. ${tellWhatEnds('second-factor-removed')} 403 for your own, which your profile removes, and for a super user unless you are one. 404 if the user does not exist.`,
  params: Type.Object({ user_id: Type.String({ format: 'uuid', description: 'Id of the user (UUID).' }) }),
  response: { 200: schemaRef(Detail, 'Removed.') },
} as const
