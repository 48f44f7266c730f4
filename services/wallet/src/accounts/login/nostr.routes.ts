import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { invalid, unauthenticated } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '../../access/access-rules.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { unixSeconds } from '../../base/clock.ts'
import type { Throttle } from '../../throttle/throttle.ts'
import { walletNameFor } from '../../wallets/wallet-secrets.ts'
import { type EnterDeps, enterWithIdentity } from '../providers/enter-with-identity.ts'
import { METHOD_OF, type ProvenIdentity } from '../providers/identity.ts'
import { Identity, toIdentityBody } from '../providers/identity-schemas.ts'
import { linkProven } from '../providers/link-proven.ts'
import { refusal } from '../providers/visit-schemas.ts'
import { TokenResponse } from '../users/account-schemas.ts'
import { requireMethod } from '../users/let-in.ts'
import { NOT_LOGGED_IN } from '../users/login-refusal.ts'
import { showNostrEvent } from './nostr-commands.ts'
import { checkNostrEvent } from './nostr-event.ts'

export interface NostrRoutesDeps extends EnterDeps {
  readonly throttle: Throttle
  /** Our own addresses, without a slash at their ends. */
  readonly nostrBases: readonly string[]
}

const LOGIN_PATH = '/api/v1/auth/nostr'
const LINK_PATH = '/api/v1/auth/nostr/link'

/** Logging in with a Nostr key: an event signed for this very call (NIP-98; rule D5). */
export function nostrRoutes(app: HttpApp, deps: NostrRoutesDeps): void {
  const onRequest = async (): Promise<void> => requireMethod(deps.accounts, METHOD_OF.nostr)
  const common = { onRequest } as const
  const login = { config: { access: 'anyone', bodyOptional: true }, schema: LOGIN, ...common } as const
  app.post(LOGIN_PATH, login, async (request, reply) => {
    const body = request.body as { nostr_event: string } | undefined
    const event = body?.nostr_event ?? /^nostr +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (event === undefined) {
      throw invalid({ type: 'missing', loc: ['body', 'nostr_event'], msg: 'Field required', input: null })
    }
    const session = deps.sessions.asked(request, reply)
    const proven = await proveKey(deps, event, LOGIN_PATH, request)
    return enterWithIdentity(deps, proven, { address: request.ip, session, walletName: walletNameFor(request) })
  })
  const link = { config: { access: 'user', grantsAccess: true }, schema: LINK, ...common } as const
  app.post(LINK_PATH, link, async (request, reply) => {
    const proven = await proveKey(deps, request.body.nostr_event, LINK_PATH, request)
    const identity = await linkProven(deps, proven, { actor: actorOf(request), shown: shownBy(request) })
    reply.code(201)
    return toIdentityBody(identity)
  })
}

/** Returns the signer of the event, which is accepted once across all processes. */
function proveKey(
  { db, clock, throttle, nostrBases }: NostrRoutesDeps,
  event: string,
  path: string,
  { ip }: FastifyRequest,
): Promise<ProvenIdentity> {
  return throttle.around('nostr', { address: ip }, async () => {
    const nowSeconds = unixSeconds(clock)
    const urls = nostrBases.map((base) => `${base}${path}`)
    const proof = checkNostrEvent(event, { urls, method: 'POST', nowSeconds })
    if ('problem' in proof)
      throw unauthenticated(`Invalid Nostr event: ${proof.problem}.`, {
        code: 'nostr_event_invalid',
        params: { reason: proof.problem },
      })
    await db.transact(showNostrEvent, { eventId: proof.eventId, expiresAt: proof.expiresAt, now: nowSeconds })
    return { provider: 'nostr', subject: proof.publicKey, label: '', verifiedEmail: '' }
  })
}

const EVENT = Type.String({
  writeOnly: true,
  minLength: 1,
  maxLength: 12_000,
  description:
    'Signed event of kind 27235 as JSON text or base64. Its `u` tag is the full URL of this endpoint below the public URL of the service, a former one, or another of its host names; its `method` tag is `POST`; less than a minute old and not used before.',
})

const LOGIN = {
  operationId: 'loginWithNostr',
  tags: ['linked-logins'],
  summary: 'Log in with a Nostr key',
  description:
    'By NIP-98. The event may also be in `Authorization: Nostr <base64>`, with an empty body. The first log-in of a key creates an account (403 if registration is closed). 401 says what is wrong with the event; for an account with a second factor, 401 has a `ticket` for `POST /api/v1/auth/second-factor`.',
  body: Type.Object({ nostr_event: EVENT }),
  response: {
    200: schemaRef(TokenResponse, 'Logged in.'),
    401: NOT_LOGGED_IN,
    403: refusal('Logging in this way is not allowed here, or this account may not log in.'),
  },
} as const

const LINK = {
  operationId: 'linkNostrKey',
  tags: ['linked-logins'],
  summary: 'Link a Nostr key',
  description:
    'The key can log in to your account from now on. The event is signed for this endpoint, not for the log-in. 400 if the key belongs to another account.',
  body: Type.Object({ nostr_event: EVENT }),
  response: {
    201: schemaRef(Identity, 'Linked.'),
    400: refusal('The key belongs to another account.'),
  },
} as const
