import type { HttpApp } from '@satchel/http/http-app'
import { invalid } from '@satchel/http/service-error'
import { sat } from '@satchel/money/units'
import { actorOf } from '../../access/access-rules.ts'
import type { TokenBudget } from '../../access/principal.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import type { KeyVault } from '../../wallets/wallet-keys.ts'
import { createToken, revokeToken } from './acl-commands.ts'
import { toTokenBody } from './acl-json.ts'
import { CREATE_TOKEN, REVOKE } from './acl-schemas.ts'
import { newAclToken } from './acl-tokens.ts'

export interface AclTokenRoutesDeps {
  readonly db: Database
  readonly vault: KeyVault
  readonly clock: Clock
}

const config = { access: 'user' } as const

/** The tokens of access lists: shown once, revoked immediately (rules W11, S405, S506). */
export function aclTokenRoutes(app: HttpApp, { db, vault, clock }: AclTokenRoutesDeps): void {
  app.post(
    '/api/v1/auth/acls/:acl_id/tokens',
    { config: { ...config, bodyOptional: true, grantsAccess: true }, schema: CREATE_TOKEN },
    async (request, reply) => {
      const { name = '', expires_in_minutes: minutes, ...more } = (request.body ?? {}) as TokenRequest
      const at = unixSeconds(clock)
      const text = newAclToken()
      const token = {
        id: newId(),
        aclId: request.params.acl_id,
        digest: vault.digest(text),
        name,
        budget: readBudget(more),
        walletId: undefined,
        expiresAt: minutes === undefined ? undefined : at + minutes * 60,
        at,
      }
      await db.transact(createToken, { token, actor: actorOf(request), shown: shownBy(request), at })
      reply.code(201)
      const stored = { ...token, createdAt: at, lastUsedAt: undefined }
      return { ...toTokenBody(stored), token: text, acl_id: token.aclId }
    },
  )
  app.delete('/api/v1/auth/acls/:acl_id/tokens/:token_id', { config, schema: REVOKE }, async (request) => {
    const { acl_id: aclId, token_id: tokenId } = request.params
    await db.transact(revokeToken, { aclId, tokenId, actor: actorOf(request), at: unixSeconds(clock) })
    return { detail: 'Token revoked' }
  })
}

export interface BudgetRequest {
  readonly budget_sats?: number
  readonly budget_period?: TokenBudget['period']
}

interface TokenRequest extends BudgetRequest {
  readonly name?: string
  readonly expires_in_minutes?: number
}

/** Both or neither. */
export function readBudget({ budget_sats: sats, budget_period: period }: BudgetRequest): TokenBudget | undefined {
  if (sats !== undefined && period !== undefined) return { sats: sat(sats), period }
  if (sats === undefined && period === undefined) return undefined
  const missing = sats === undefined ? 'budget_sats' : 'budget_period'
  throw invalid({ type: 'missing', loc: ['body', missing], msg: 'a budget needs budget_sats and budget_period' })
}
