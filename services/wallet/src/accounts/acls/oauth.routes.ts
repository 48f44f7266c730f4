import type { HttpApp } from '@satchel/http/http-app'
import { isFormBody } from '@satchel/http/requests/form-body'
import { badRequest, type ServiceError } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { newAclToken } from './acl-tokens.ts'
import { challengeOf, digestOfCode } from './oauth-codes.ts'
import { exchangeCode, revokeByToken } from './oauth-commands.ts'
import { METADATA, REVOKE_TOKEN, TOKEN } from './oauth-schemas.ts'
import { SCOPES } from './scopes.ts'

export interface OauthRoutesDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly clock: Clock
  readonly publicUrl: string
}

const config = { access: 'anyone', form: true, bodyOptional: true } as const

/** Routes for public clients: exchange a code for a token, and revoke it (RFC 6749, 7009, 7636, 8414). */
export function oauthRoutes(app: HttpApp, deps: OauthRoutesDeps): void {
  const { db, vault, clock, publicUrl } = deps
  app.get('/.well-known/oauth-authorization-server', { config: { access: 'anyone' }, schema: METADATA }, async () => ({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/app/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    service_documentation: `${publicUrl}/docs`,
    scopes_supported: [...SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  }))

  app.post('/oauth/token', { config, schema: TOKEN }, async (request) => {
    const read = fieldsOf(request)
    const grant = read('grant_type')
    if (grant !== 'authorization_code')
      throw oauthError(
        grant === undefined ? 'invalid_request' : 'unsupported_grant_type',
        'grant_type: authorization_code',
      )
    const [code, redirectUri, clientId, verifier] = REQUIRED.map((name) => {
      const value = read(name)
      if (value === undefined) throw oauthError('invalid_request', `${name}: Field required`)
      return value
    }) as [string, string, string, string]
    return exchange(deps, { code, redirectUri, clientId, verifier, address: request.ip })
  })

  app.post('/oauth/revoke', { config, schema: REVOKE_TOKEN }, async (request) => {
    const token = fieldsOf(request)('token')
    if (token === undefined) throw oauthError('invalid_request', 'token: Field required')
    await db.transact(revokeByToken, { digest: vault.digest(token), address: request.ip, at: unixSeconds(clock) })
    return { detail: 'The token works no more.' }
  })
}

interface Asked {
  readonly code: string
  readonly redirectUri: string
  readonly clientId: string
  readonly verifier: string
  readonly address: string
}

async function exchange({ db, vault, clock }: OauthRoutesDeps, { code, verifier, ...asked }: Asked) {
  const token = newAclToken()
  const consent = await db.transact(exchangeCode, {
    ...asked,
    digest: digestOfCode(code),
    challenge: challengeOf(verifier),
    acl: { id: newId() },
    token: { id: newId(), digest: vault.digest(token) },
    at: unixSeconds(clock),
  })
  if (consent === undefined)
    throw oauthError('invalid_grant', 'The code is not for this request, has expired, or was used before.')
  const { tokenSeconds, scope, walletId } = consent
  return {
    access_token: token,
    token_type: 'Bearer',
    ...(tokenSeconds !== undefined && { expires_in: tokenSeconds }),
    scope,
    wallet_id: walletId,
  }
}

const REQUIRED = ['code', 'redirect_uri', 'client_id', 'code_verifier'] as const

/** Reads the body only: addresses end up in logs. */
function fieldsOf(request: FastifyRequest): (name: string) => string | undefined {
  if (request.raw.url?.includes('?') === true)
    throw oauthError('invalid_request', 'The fields belong into the body, not into the address.')
  const fields = (isFormBody(request) ? request.query : request.body) as Record<string, string> | undefined
  return (name) => {
    const value = fields?.[name]
    return value === '' ? undefined : value
  }
}

const oauthError = (error: string, detail: string): ServiceError =>
  badRequest(detail, { fields: { error, error_description: detail } })
