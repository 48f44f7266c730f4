import type { HttpApp } from '@satchel/http/http-app'
import { invalid, type ServiceError } from '@satchel/http/service-error'
import type { Static } from 'typebox'
import { userIdOf } from '../../access/access-rules.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import { isSeenBy } from '../../wallets/share-store.ts'
import { readBudget } from './acl-token.routes.ts'
import { CONSENT, READ_REQUEST } from './consent-schemas.ts'
import { CODE_SECONDS, digestOfCode, newCode } from './oauth-codes.ts'
import { giveCode } from './oauth-commands.ts'
import { type Client, readClient, readRedirect } from './read-client.ts'
import { readScopes, type Scope } from './scopes.ts'

export interface ConsentRoutesDeps {
  readonly db: Database
  readonly clock: Clock
  /** The issuer, by which programs identify the sender of an answer (RFC 9207). */
  readonly publicUrl: string
}

/**
 * The routes of the consent page (decision 0071). Only their answers redirect the browser to another site, after a user
 * has chosen: an invalid request never redirects.
 */
export function consentRoutes(app: HttpApp, { db, clock, publicUrl }: ConsentRoutesDeps): void {
  const path = '/api/v1/auth/consent'
  app.get(path, { config: { access: 'user' }, schema: READ_REQUEST }, async ({ query }) => {
    const { client, redirectUri, scopes } = readAsked('query', query)
    const denied = { error: 'access_denied', ...stateOf(query), iss: publicUrl }
    return {
      client_name: client.name,
      is_address: client.id.includes(':'),
      redirect_uri: redirectUri,
      scopes: [...scopes],
      may_spend: scopes.includes('pay'),
      denied_url: addTo(redirectUri, denied),
    }
  })
  app.post(path, { config: { access: 'user', grantsAccess: true }, schema: CONSENT }, async (request, reply) => {
    const { body } = request
    const userId = userIdOf(request)
    const { client, redirectUri, scopes } = readAsked('body', body)
    const budget = readBudget(body)
    if (scopes.includes('pay') && budget === undefined) throw wrong('body', 'budget_sats', 'paying needs a budget')
    if (!(await isSeenBy(db, { walletId: body.wallet_id, userId })))
      throw wrong('body', 'wallet_id', 'not a wallet that you can see')
    const code = newCode()
    const at = unixSeconds(clock)
    const minutes = body.expires_in_minutes
    const consent = {
      userId,
      clientId: client.id,
      redirectUri,
      challenge: body.code_challenge,
      scope: scopes.join(' '),
      walletId: body.wallet_id,
      budget,
      tokenSeconds: minutes === undefined ? undefined : minutes * 60,
      expiresAt: at + CODE_SECONDS,
    }
    await db.transact(giveCode, { consent, digest: digestOfCode(code), shown: shownBy(request), at })
    reply.code(201)
    return { redirect_to: addTo(redirectUri, { code, ...stateOf(body), iss: publicUrl }) }
  })
}

type Asked = Pick<Static<typeof CONSENT.body>, 'client_id' | 'redirect_uri' | 'scope' | 'state'>

interface ReadRequest {
  readonly client: Client
  readonly redirectUri: string
  readonly scopes: readonly Scope[]
}

function readAsked(part: 'query' | 'body', asked: Asked): ReadRequest {
  const client = readClient(asked.client_id)
  if (client === undefined) throw wrong(part, 'client_id', 'should be an https address or a plain name in one alphabet')
  if (readRedirect(asked.redirect_uri, client) === undefined)
    throw wrong(part, 'redirect_uri', 'not an address to which this client may be sent')
  const scopes = readScopes(asked.scope)
  if (scopes === undefined) throw wrong(part, 'scope', 'should be some of history, pay and receive')
  return { client, redirectUri: asked.redirect_uri, scopes }
}

const wrong = (part: 'query' | 'body', field: string, msg: string): ServiceError =>
  invalid({ type: 'value_error', loc: [part, field], msg })

const stateOf = ({ state }: Asked): { state?: string } => (state === undefined ? {} : { state })

const addTo = (uri: string, fields: Readonly<Record<string, string>>): string =>
  `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(fields).toString()}`
