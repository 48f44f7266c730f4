import { toJson } from '@satchel/money/units'
import type { Acl, AclToken } from './acl-store.ts'

const toDate = (seconds: number): string => new Date(seconds * 1000).toISOString()
const toDateOrNull = (seconds: number | undefined): string | null => (seconds === undefined ? null : toDate(seconds))

export const toTokenBody = (token: AclToken) => ({
  id: token.id,
  name: token.name,
  wallet_id: token.walletId ?? null,
  budget_sats: token.budget === undefined ? null : toJson(token.budget.sats),
  budget_period: token.budget?.period ?? null,
  created_at: toDate(token.createdAt),
  expires_at: toDateOrNull(token.expiresAt),
  last_used_at: toDateOrNull(token.lastUsedAt),
})

export const toAclBody = (acl: Acl) => ({
  id: acl.id,
  name: acl.name,
  allowed_endpoints: [...acl.allowedEndpoints],
  created_at: toDate(acl.createdAt),
  client_id: acl.clientId ?? null,
  tokens: acl.tokens.map(toTokenBody),
})
