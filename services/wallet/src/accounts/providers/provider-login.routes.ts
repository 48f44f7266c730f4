import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest, notFound, ServiceError } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AccountsConfig } from '../../config/accounts.ts'
import { PROVIDER_IDS, type ProviderId } from '../../config/login-providers.ts'
import type { Throttle } from '../../throttle/throttle.ts'
import { walletNameFor } from '../../wallets/wallet-secrets.ts'
import { TokenResponse } from '../users/account-schemas.ts'
import { requireMethod } from '../users/let-in.ts'
import { NOT_LOGGED_IN } from '../users/login-refusal.ts'
import { type Arrival, type EnterDeps, enterWithIdentity } from './enter-with-identity.ts'
import { METHOD_OF, type ProvenIdentity } from './identity.ts'
import { linkProven } from './link-proven.ts'
import { type ProviderVisits, visitFailed } from './provider-visits.ts'
import type { Linker } from './visit-commands.ts'
import { endedVisitCookie, readVisitCookie, visitCookie } from './visit-cookie.ts'
import {
  DOOR_IS_SHUT,
  PROVIDER_IS_AWAY,
  refusal,
  VISIT_FIELDS,
  type VisitBody,
  WhichProvider,
} from './visit-schemas.ts'

export interface ProviderLoginDeps extends EnterDeps {
  readonly visits: ProviderVisits
  readonly throttle: Throttle
  readonly publicUrl: string
}

/** Log-in by a provider: redirect to it, return with a code, exchange the code for a token (rule S411). */
export function providerLoginRoutes(app: HttpApp, deps: ProviderLoginDeps): void {
  const { visits, throttle, publicUrl } = deps
  const onRequest = shutDoors(deps)
  const open = { config: { access: 'anyone' }, onRequest } as const
  app.get('/api/v1/auth/:provider', { ...open, schema: BEGIN }, async (request, reply) => {
    const provider = providerOf(request)
    const { code_challenge: codeChallenge, next: nextPage } = request.query
    const { url, state } = await visits.begin(provider, { codeChallenge, nextPage })
    reply.header('Set-Cookie', visitCookie(publicUrl, provider, state))
    return reply.redirect(url.href, 302)
  })
  // Without HEAD, which would use the code up.
  const callback = { ...open, exposeHeadRoute: false, schema: CALLBACK } as const
  app.get('/api/v1/auth/:provider/token', callback, async (request, reply) => {
    const provider = providerOf(request)
    const { state, code, iss: issuer } = request.query
    reply.header('Set-Cookie', endedVisitCookie(publicUrl, provider)).header('Referrer-Policy', 'no-referrer')
    const { proven, linker, nextPage } = await throttle.around('provider', { address: request.ip }, async () => {
      const own = readVisitCookie(request.headers.cookie)
      if (state === undefined || code === undefined || own !== state) throw visitFailed(provider)
      return visits.finish(provider, { state, code, issuer, codeVerifier: undefined }, () => true)
    })
    const session = nextPage === undefined ? undefined : deps.sessions.forVisitor(request, reply)
    const fragment =
      linker === undefined
        ? await enter(deps, proven, { address: request.ip, session, walletName: walletNameFor(request) })
        : await link(deps, proven, linker, request)
    // The part after # stays in the browser: no server and no log sees the token.
    const hash = 'access_token' in fragment && session !== undefined ? '' : `#${toQuery(fragment)}`
    return reply.redirect(`${publicUrl}${nextPage ?? '/'}${hash}`, 302)
  })
  const exchange = { ...open, schema: EXCHANGE } as const
  app.post('/api/v1/auth/:provider/token', exchange, async (request, reply) => {
    const provider = providerOf(request)
    const answer = readVisitAnswer(request.body, visits.redirectUri(provider))
    const { proven } = await throttle.around('provider', { address: request.ip }, async () => {
      // Programs have no cookie; a browser with a cookie has begun this or another visit.
      const own = readVisitCookie(request.headers.cookie)
      if (own !== undefined && own !== answer.state) throw visitFailed(provider)
      return visits.finish(provider, answer, (linker) => linker === undefined)
    })
    return enterWithIdentity(deps, proven, {
      address: request.ip,
      session: deps.sessions.asked(request, reply),
      walletName: walletNameFor(request),
    })
  })
}

const toQuery = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()

/** Returns a token, or the ticket for the missing second factor. */
async function enter(
  deps: ProviderLoginDeps,
  proven: ProvenIdentity,
  entrance: Arrival,
): Promise<Record<string, string>> {
  try {
    return { ...(await enterWithIdentity(deps, proven, entrance)) }
  } catch (error) {
    const fields = error instanceof ServiceError ? error.fields : undefined
    if (typeof fields?.['ticket'] !== 'string') throw error
    return { second_factor: String(fields['second_factor']), ticket: fields['ticket'] }
  }
}

async function link(
  deps: ProviderLoginDeps,
  proven: ProvenIdentity,
  { userId, tokenVersion }: Linker,
  { ip }: FastifyRequest,
): Promise<Record<string, string>> {
  const shown = { of: 'account', userId, tokenVersion, sessionId: undefined } as const
  await linkProven(deps, proven, { actor: { id: userId, address: ip }, shown })
  return { linked: proven.provider }
}

/** Runs before the body is read: 404 for an unknown provider, 403 for one that is not set up or not allowed. */
export const shutDoors =
  ({ visits, accounts }: { readonly visits: ProviderVisits; readonly accounts: AccountsConfig }) =>
  async (request: FastifyRequest): Promise<void> => {
    const provider = providerOf(request)
    requireMethod(accounts, METHOD_OF[provider])
    visits.requireSetUp(provider)
  }

export function providerOf({ params }: FastifyRequest): ProviderId {
  const { provider: name } = params as { provider: string }
  const provider = PROVIDER_IDS.find((id) => id === name)
  if (provider === undefined) throw notFound('There is no such log-in provider.', { code: 'provider_unknown' })
  return provider
}

/** The provider compares the redirect URI with that of the first step; we only ever use one. */
export function readVisitAnswer(body: VisitBody, redirectUri: string) {
  if (body.redirect_uri !== undefined && body.redirect_uri !== redirectUri) {
    throw badRequest(`redirect_uri must be ${redirectUri}, or left out.`, { code: 'redirect_uri_wrong' })
  }
  return { state: body.state, code: body.code, issuer: body.iss, codeVerifier: body.code_verifier }
}

const BEGIN = {
  operationId: 'beginProviderLogin',
  tags: ['linked-logins'],
  summary: 'Start a log-in by a provider',
  description:
    'Redirects the browser to Google, GitHub or Keycloak, with a cookie so that only this browser can return. Programs read `state` from the `Location` header. 403 if the provider is not configured or not allowed, 404 if it does not exist, 503 if it cannot be reached.',
  params: WhichProvider,
  querystring: Type.Object({
    code_challenge: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{43}$',
        description:
          'PKCE challenge of programs with their own verifier: its SHA-256 (S256), base64url. By default this service creates one.',
      }),
    ),
    next: Type.Optional(
      Type.String({
        pattern: '^/app/(?:[A-Za-z0-9_-]+/?)*$',
        maxLength: 256,
        description: 'Page of the web app on which the log-in ends, with a cookie instead of a token.',
      }),
    ),
  }),
  response: {
    302: Type.Null({ description: 'Redirect to the provider; see the `Location` header.' }),
    403: DOOR_IS_SHUT,
    503: PROVIDER_IS_AWAY,
  },
} as const

const CALLBACK = {
  operationId: 'endProviderLogin',
  tags: ['linked-logins'],
  summary: 'Finish a log-in by a provider',
  description:
    'Redirect URI: register this address at the provider. Redirects to the start page with `#access_token=…&token_type=bearer`, with `#second_factor=…&ticket=…` if a second factor is missing, or with `#linked=PROVIDER` if it was to link an identity. A log-in that started with `next` redirects to that page and sets a cookie instead of a token. Each failure is 401.',
  params: WhichProvider,
  querystring: Type.Object({
    state: Type.Optional(Type.String({ maxLength: 4096, description: 'As issued by this service.' })),
    code: Type.Optional(Type.String({ maxLength: 4096, description: 'Valid once.' })),
    iss: Type.Optional(Type.String({ maxLength: 4096, description: 'Issuer that answered (RFC 9207).' })),
    error: Type.Optional(Type.String({ maxLength: 4096, description: 'Error of the provider, instead of the code.' })),
  }),
  response: {
    302: Type.Null({ description: 'Redirect to the start page, with the token after the #.' }),
    400: refusal('The identity that should be linked belongs to another account.'),
    401: refusal('The log-in failed.'),
    403: DOOR_IS_SHUT,
  },
} as const

const EXCHANGE = {
  operationId: 'exchangeProviderCode',
  tags: ['linked-logins'],
  summary: 'Exchange the code of a provider for an access token',
  description:
    'For programs that receive the redirect themselves. The first log-in creates an account (403 if registration is closed), linked to the permanent id of the user at the provider. A verified email address links to the account with the same verified address, never to one with the same unverified address. A wrong, used or expired code or state is 401; for an account with a second factor, 401 has a `ticket` for `POST /api/v1/auth/second-factor`.',
  params: WhichProvider,
  body: Type.Object(VISIT_FIELDS),
  response: {
    200: schemaRef(TokenResponse, 'Logged in.'),
    400: refusal('The redirect URI does not match.'),
    401: NOT_LOGGED_IN,
    403: DOOR_IS_SHUT,
  },
} as const
