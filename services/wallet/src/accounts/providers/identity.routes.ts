import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { invalid, notFound } from '@satchel/http/service-error'
import { Type } from 'typebox'
import { actorOf, tokenVersionOf, userIdOf } from '../../access/access-rules.ts'
import { isBySession } from '../../access/principal.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { unixSeconds } from '../../base/clock.ts'
import { PROVIDER_IDS } from '../../config/login-providers.ts'
import type { Throttle } from '../../throttle/throttle.ts'
import { LABEL_OF } from './identity.ts'
import { unlinkIdentity } from './identity-commands.ts'
import { Identity, toIdentityBody } from './identity-schemas.ts'
import { listIdentities } from './identity-store.ts'
import { type LinkDeps, linkProven } from './link-proven.ts'
import { type OpenVouchersDeps, openMethods, openVouchers } from './open-vouchers.ts'
import { providerOf, readVisitAnswer, shutDoors } from './provider-login.routes.ts'
import { type ProviderVisits, VISIT_SECONDS } from './provider-visits.ts'
import { visitCookie } from './visit-cookie.ts'
import { PROVIDER_IS_AWAY, refusal, VISIT_FIELDS, type VisitBody, WhichProvider } from './visit-schemas.ts'

export interface IdentityRoutesDeps extends LinkDeps, OpenVouchersDeps {
  readonly visits: ProviderVisits
  readonly throttle: Throttle
  readonly publicUrl: string
}

/** Routes to list log-in methods and one's own identities, and to link and unlink them. */
export function identityRoutes(app: HttpApp, deps: IdentityRoutesDeps): void {
  const { db, clock, accounts, visits, throttle, publicUrl } = deps
  app.get('/api/v1/auth/methods', { config: { access: 'anyone' }, schema: METHODS }, async () => ({
    methods: openMethods(deps),
    providers: PROVIDER_IDS.filter((id) => openVouchers(deps).includes(id)).map((id) => ({
      id,
      label: LABEL_OF[id],
      url: `${publicUrl}/api/v1/auth/${id}`,
    })),
    new_accounts: accounts.allowNewAccounts && accounts.allowedUsers === undefined,
  }))
  app.get('/api/v1/auth/identities', { config: { access: 'user' }, schema: LIST }, async (request) =>
    (await listIdentities(db, userIdOf(request))).map(toIdentityBody),
  )
  const linking = {
    config: { access: 'user', bodyOptional: true, grantsAccess: true },
    schema: LINK,
    onRequest: shutDoors(deps),
  } as const
  app.post('/api/v1/auth/:provider/link', linking, async (request, reply) => {
    const provider = providerOf(request)
    const linker = { userId: userIdOf(request), tokenVersion: tokenVersionOf(request) }
    const visit = readLinkBody(request.body)
    if (visit === undefined) {
      const nextPage = isBySession(request.principal) ? LINKED_PAGE : undefined
      const { url, state } = await visits.begin(provider, { linker, nextPage })
      reply.header('Set-Cookie', visitCookie(publicUrl, provider, state))
      return { authorization_url: url.href, state, expires_in: VISIT_SECONDS }
    }
    const answer = readVisitAnswer(visit, visits.redirectUri(provider))
    const { proven } = await throttle.around('provider', { address: request.ip }, () =>
      visits.finish(provider, answer, (begunBy) => begunBy?.userId === linker.userId),
    )
    const identity = await linkProven(deps, proven, { actor: actorOf(request), shown: shownBy(request) })
    reply.code(201)
    return toIdentityBody(identity)
  })
  app.delete(
    '/api/v1/auth/identities/:id',
    { config: { access: 'user', grantsAccess: true }, schema: UNLINK },
    async (request) => {
      const open = {
        vouchers: openVouchers(deps),
        password: accounts.methods.has('username-password'),
        passkey: accounts.methods.has('passkey'),
      }
      const { id } = request.params
      if (id.includes('\0')) throw notFound('Identity not found.', { code: 'identity_not_found' })
      await db.transact(unlinkIdentity, {
        id,
        actor: actorOf(request),
        shown: shownBy(request),
        open,
        at: unixSeconds(clock),
      })
      return { detail: 'Identity unlinked' }
    },
  )
}

/** Where the web app shows the ways to log in. */
const LINKED_PAGE = '/app/account/security'

/** An empty body starts a visit; otherwise it must have all parameters of the provider's answer. */
function readLinkBody(body: Partial<VisitBody> = {}): VisitBody | undefined {
  const { code, state } = body
  if (code === undefined && state === undefined) return undefined
  if (code !== undefined && state !== undefined) return { ...body, code, state }
  throw invalid({
    type: 'missing',
    loc: ['body', code === undefined ? 'code' : 'state'],
    msg: 'Field required',
    input: null,
  })
}

const METHODS = {
  operationId: 'listLoginMethods',
  tags: ['accounts'],
  summary: 'List the log-in methods',
  description: 'For log-in pages.',
  response: {
    200: Type.Object(
      {
        methods: Type.Array(Type.String(), {
          description: 'Values of `AUTH_ALLOWED_METHODS`, without providers that are not configured.',
          examples: [['username-password', 'nostr-auth-nip98']],
        }),
        providers: Type.Array(
          Type.Object({
            id: Type.String({ description: '`google`, `github` or `keycloak`.' }),
            label: Type.String({ description: 'Label of the button.', examples: ['GitHub'] }),
            url: Type.String({ description: 'URL to redirect the browser to.' }),
          }),
          { description: 'Providers that are configured and allowed.' },
        ),
        new_accounts: Type.Boolean({ description: 'True: the first log-in of a user creates an account.' }),
      },
      { description: 'The providers that are allowed and configured.' },
    ),
  },
} as const

const LIST = {
  operationId: 'listIdentities',
  tags: ['linked-logins'],
  summary: 'List your linked identities',
  description: 'Each can log in to your account.',
  response: { 200: Type.Array(schemaRef(Identity), { description: 'Oldest first.' }) },
} as const

const LINK = {
  operationId: 'linkProvider',
  tags: ['linked-logins'],
  summary: 'Link an account at a provider',
  description:
    'Without a body: starts, and returns the URL to redirect the browser to; it returns to the start page with `#linked=PROVIDER` in the URL. With `code` and `state`, for programs that receive the redirect themselves: links. 400 if another account has linked it, 401 for a wrong, used or expired code or state.',
  params: WhichProvider,
  body: Type.Partial(Type.Object(VISIT_FIELDS)),
  response: {
    200: Type.Object(
      {
        authorization_url: Type.String({ description: 'URL to redirect the browser to.' }),
        state: Type.String({ description: 'Value that returns with the code.' }),
        expires_in: Type.Integer({ description: 'Time limit for the log-in at the provider, seconds.' }),
      },
      { description: 'Started.' },
    ),
    201: schemaRef(Identity, 'Linked.'),
    400: refusal('The identity belongs to another account, or the redirect URI does not match.'),
    503: PROVIDER_IS_AWAY,
  },
} as const

const UNLINK = {
  operationId: 'unlinkIdentity',
  tags: ['linked-logins'],
  summary: 'Unlink an identity',
  description: 'It can no longer log in to your account. 400 if it is your only way to log in.',
  params: Type.Object({ id: Type.String({ maxLength: 64, description: 'Id of the identity.' }) }),
  response: {
    400: refusal('It is your only way to log in.'),
    200: schemaRef(Detail, 'Unlinked.'),
  },
} as const
