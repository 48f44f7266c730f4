import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { Type } from 'typebox'
import { actorOf, freshOwnerOf } from '../../access/access-rules.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { unixSeconds } from '../../base/clock.ts'
import type { SiteConfig } from '../../config/administration.ts'
import type { Actor } from '../../events/audit-log.ts'
import { GivenPassword } from '../users/account-schemas.ts'
import { oneOf } from './one-of.ts'
import { newTotpSecret, totpUri } from './one-time-code.ts'
import { type FreshOwnerDeps, proveFreshOwner } from './prove-fresh-owner.ts'
import { readCode, requireAccepted, type TotpDeps } from './prove-totp.ts'
import { digestRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { RecoveryCode, RecoveryCodes, TotpCode } from './second-factor-schemas.ts'
import { activateTotp, notSetUp, prepareTotp, type Removal, removeTotp } from './totp-commands.ts'

export interface TotpRoutesDeps extends TotpDeps, FreshOwnerDeps {
  readonly site: SiteConfig
}

/** An authenticator app as second factor: set up, prove that it works, remove. */
export function totpRoutes(app: HttpApp, deps: TotpRoutesDeps): void {
  const { db, vault, clock, site } = deps
  const config = { access: 'setting-up' } as const

  app.post(
    '/api/v1/auth/totp',
    { config: { ...config, bodyOptional: true, stepUp: true, grantsAccess: 'handler-asks' }, schema: PREPARE },
    async (request, reply) => {
      const user = await proveFreshOwner(deps, freshOwnerOf(request))
      const secret = newTotpSecret()
      await db.transact(prepareTotp, { userId: user.id, secretSealed: vault.seal(secret) })
      reply.code(201)
      return { secret, uri: totpUri({ secret, issuer: site.name, account: user.username }) }
    },
  )

  // Only the caller that has proven its identity knows the secret.
  const activate = { config: { ...config, stepUp: true, grantsAccess: 'handler-asks' }, schema: ACTIVATE } as const
  app.put('/api/v1/auth/totp', activate, async (request) => {
    const actor = actorOf(request)
    const code = await readCode(deps, { userId: actor.id, code: request.body.totp, actor, active: false })
    if (code === undefined) throw notSetUp()
    const recoveryCodes = newRecoveryCodes()
    const recoveryDigests = recoveryCodes.map(digestRecoveryCode)
    requireAccepted(await db.transact(activateTotp, { code, recoveryDigests, shown: shownBy(request) }), 400)
    return { recovery_codes: recoveryCodes }
  })

  // Without it, a password alone logs in: the code is the proof.
  const remove = { config: { ...config, stepUp: true, grantsAccess: 'handler-asks' }, schema: REMOVE } as const
  app.delete('/api/v1/auth/totp', remove, async (request) => {
    const actor = actorOf(request)
    const proof = await readProof(deps, request.body, actor)
    requireAccepted(
      await db.transact(removeTotp, {
        userId: actor.id,
        proof,
        actor,
        shown: shownBy(request),
        at: unixSeconds(clock),
      }),
      400,
    )
    return { detail: 'Authenticator app removed' }
  })
}

async function readProof(
  deps: TotpDeps,
  body: { readonly totp?: string; readonly recovery_code?: string },
  actor: Actor,
): Promise<Removal> {
  if (oneOf(body, ['totp', 'recovery_code']) === 'recovery_code') {
    return { recoveryDigest: digestRecoveryCode(body.recovery_code ?? '') }
  }
  const code = await readCode(deps, { userId: actor.id, code: body.totp ?? '', actor, active: true })
  if (code === undefined) throw notSetUp()
  return { code }
}

const PREPARE = {
  operationId: 'prepareTotp',
  tags: ['second-factors'],
  summary: 'Set up an authenticator app',
  description:
    'Creates a secret for an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds). It is not required until `PUT /api/v1/auth/totp` has verified a code; each call creates another secret. 400 if an app is set up already. An account with a password gives it; one without must have logged in within the last 10 minutes (else 403).',
  body: Type.Object({ password: Type.Optional(GivenPassword) }, { additionalProperties: false }),
  response: {
    201: Type.Object(
      {
        secret: Type.String({ description: 'Secret in base32, to type into the app. Shown once.' }),
        uri: Type.String({ description: 'The secret as a URI, `otpauth://totp/…`, to show as a QR code.' }),
      },
      { description: 'Secret for the app.' },
    ),
  },
} as const

const ACTIVATE = {
  operationId: 'activateTotp',
  tags: ['second-factors'],
  summary: 'Activate the authenticator app',
  description:
    'From now on each log-in needs a second factor. Answers ten new recovery codes; older ones stop working. 400 if the code is wrong. After five wrong codes: 429 with `Retry-After`.',
  body: Type.Object({ totp: TotpCode }, { additionalProperties: false }),
  response: { 200: Type.Object({ recovery_codes: RecoveryCodes }, { description: 'Activated.' }) },
} as const

const REMOVE = {
  operationId: 'removeTotp',
  tags: ['second-factors'],
  summary: 'Remove the authenticator app',
  description:
    'Requires its current code or a recovery code: exactly one. 400 if it is wrong. With the last second factor the recovery codes end, too.',
  body: Type.Object(
    { totp: Type.Optional(TotpCode), recovery_code: Type.Optional(RecoveryCode) },
    { additionalProperties: false },
  ),
  response: { 200: schemaRef(Detail, 'Removed.') },
} as const
