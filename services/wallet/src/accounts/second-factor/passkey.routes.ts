import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest } from '@satchel/http/service-error'
import { Type } from 'typebox'
import { actorOf, freshOwnerOf, userIdOf } from '../../access/access-rules.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { unixSeconds } from '../../base/clock.ts'
import type { SiteConfig } from '../../config/administration.ts'
import { type OpenVouchersDeps, openVouchers } from '../providers/open-vouchers.ts'
import { GivenPassword } from '../users/account-schemas.ts'
import { checkRegistration, registrationOptions } from './passkey-ceremony.ts'
import { addPasskey, removePasskey } from './passkey-commands.ts'
import { type FreshOwnerDeps, proveFreshOwner } from './prove-fresh-owner.ts'
import type { PasskeyDeps } from './prove-passkey.ts'
import { digestRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { requireRelyingParty } from './relying-party.ts'
import {
  NewPasskeyCredential,
  PasskeyBody,
  PasskeyName,
  RecoveryCodes,
  RegistrationOptions,
} from './second-factor-schemas.ts'
import { listPasskeys, type NewPasskey, type Passkey } from './second-factor-store.ts'

export interface PasskeyRoutesDeps extends PasskeyDeps, FreshOwnerDeps, OpenVouchersDeps {
  readonly site: SiteConfig
}

/** The passkeys of an account: register, list, remove. */
export function passkeyRoutes(app: HttpApp, deps: PasskeyRoutesDeps): void {
  const { db, clock, challenges, publicUrl, site } = deps
  const config = { access: 'setting-up' } as const
  const optional = { ...config, bodyOptional: true, stepUp: true } as const
  const prepare = { config: { ...optional, grantsAccess: 'handler-asks' }, schema: OPTIONS } as const

  app.post('/api/v1/auth/passkeys/options', prepare, async (request) => {
    const party = requireRelyingParty(publicUrl)
    const user = await proveFreshOwner(deps, freshOwnerOf(request))
    const passkeys = await listPasskeys(db, user.id)
    const challenge = challenges.issue(`register ${user.id}`)
    return registrationOptions({ party, siteName: site.name, user, passkeys, challenge })
  })

  // Only the caller of `options`, which requires the proof, has the challenge.
  const add = { config: { ...config, stepUp: true, grantsAccess: 'handler-asks' }, schema: ADD } as const
  app.post('/api/v1/auth/passkeys', add, async (request, reply) => {
    const party = requireRelyingParty(publicUrl)
    const { name, passkey: response } = request.body
    const actor = actorOf(request)
    const purpose = `register ${actor.id}` as const
    const checked = await checkRegistration({ party, challenges, purpose }, response)
    if (checked === undefined) throw badRequest('The passkey was not accepted.', { code: 'passkey_not_accepted' })
    const at = unixSeconds(clock)
    const { answered, ...made } = checked
    const transports = response.response.transports ?? []
    const passkey: NewPasskey = { ...made, userId: actor.id, name, transports, createdAt: at }
    const codes = newRecoveryCodes()
    const recoveryDigests = codes.map(digestRecoveryCode)
    const added = { passkey, answered, recoveryDigests, actor, shown: shownBy(request), at }
    const codesNeeded = await db.transact(addPasskey, added)
    reply.code(201)
    return { ...toBody({ ...passkey, lastUsedAt: undefined }), ...(codesNeeded && { recovery_codes: codes }) }
  })

  app.get('/api/v1/auth/passkeys', { config, schema: LIST }, async (request) =>
    (await listPasskeys(db, userIdOf(request))).map(toBody),
  )

  // Without a second factor, a password alone logs in.
  const remove = { config: { ...optional, grantsAccess: 'handler-asks' }, schema: REMOVE } as const
  app.delete('/api/v1/auth/passkeys/:id', remove, async (request) => {
    const actor = actorOf(request)
    await proveFreshOwner(deps, freshOwnerOf(request))
    const open = { vouchers: openVouchers(deps), password: deps.accounts.methods.has('username-password') }
    const removal = { id: request.params.id, userId: actor.id, open, actor, at: unixSeconds(clock) }
    await db.transact(removePasskey, { ...removal, shown: shownBy(request) })
    return { detail: 'Passkey removed' }
  })
}

const toBody = ({ id, name, backedUp, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  backed_up: backedUp,
  created_at: createdAt,
  last_used_at: lastUsedAt ?? null,
})

const PROOF =
  'An account with a password gives it; one without must have logged in within the last 10 minutes (else 403).'

const OPTIONS = {
  operationId: 'preparePasskey',
  tags: ['second-factors'],
  summary: 'Start to add a passkey',
  description: `Answers the options with which a browser creates a passkey within 5 minutes. Passkeys are bound to the host of \`SERVICE_PUBLIC_URL\` forever: they do not move with the service to another name. ${PROOF} 403 as well if that host is an IP address.`,
  body: Type.Object({ password: Type.Optional(GivenPassword) }, { additionalProperties: false }),
  response: { 200: schemaRef(RegistrationOptions, 'What the browser needs.') },
} as const

const ADD = {
  operationId: 'addPasskey',
  tags: ['second-factors'],
  summary: 'Add a passkey',
  description:
    'Takes the passkey that the browser created with `POST /api/v1/auth/passkeys/options`. From now on each log-in by another method needs a second factor; a passkey that verifies its user (PIN, fingerprint) counts as both. If the account has no recovery codes, answers ten new ones. At most 20 passkeys. 400 if it is not accepted.',
  body: Type.Object(
    {
      name: PasskeyName,
      passkey: schemaRef(NewPasskeyCredential),
    },
    { additionalProperties: false },
  ),
  response: {
    201: Type.Object(
      { ...PasskeyBody.properties, recovery_codes: Type.Optional(RecoveryCodes) },
      { description: 'Added.' },
    ),
  },
} as const

const LIST = {
  operationId: 'listPasskeys',
  tags: ['second-factors'],
  summary: 'List your passkeys',
  description: 'Oldest first.',
  response: { 200: Type.Array(schemaRef(PasskeyBody), { description: 'Your passkeys.' }) },
} as const

const REMOVE = {
  operationId: 'removePasskey',
  tags: ['second-factors'],
  summary: 'Remove a passkey',
  description: `It is no longer accepted. With the last second factor the recovery codes end, too. 400 if it is your only way to log in: no password, and no accepted linked account or Nostr key. ${PROOF} 404 if you have no such passkey.`,
  params: Type.Object({
    id: Type.String({ maxLength: 1400, pattern: '^[^\\u0000]*$', description: 'Credential id, base64url.' }),
  }),
  body: Type.Object({ password: Type.Optional(GivenPassword) }, { additionalProperties: false }),
  response: { 200: schemaRef(Detail, 'Removed.') },
} as const
