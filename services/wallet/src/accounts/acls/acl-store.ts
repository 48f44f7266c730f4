import { sat } from '@satchel/money/units'
import type { AclGrant, TokenBudget } from '../../access/principal.ts'
import type { Change, Reader } from '../../db/database.ts'

/** A list of endpoints, and the tokens that are limited to it. */
export interface Acl {
  readonly id: string
  readonly name: string
  readonly allowedEndpoints: readonly string[]
  /** Unix seconds, like all times here. */
  readonly createdAt: number
  /** The program that requested it on the consent page; undefined = created by the user. */
  readonly clientId: string | undefined
  readonly tokens: readonly AclToken[]
}

export interface AclToken {
  readonly id: string
  readonly name: string
  readonly budget: TokenBudget | undefined
  /** The only wallet it acts on; undefined = all. */
  readonly walletId: string | undefined
  readonly createdAt: number
  readonly expiresAt: number | undefined
  readonly lastUsedAt: number | undefined
}

interface AclRow {
  readonly id: string
  readonly name: string
  readonly allowed_endpoints: string
  readonly created_at: bigint
  readonly client_id: string | null
}

interface BudgetRow {
  readonly budget_sats: bigint | null
  readonly budget_period: TokenBudget['period'] | null
}

interface TokenRow extends BudgetRow {
  readonly id: string
  readonly acl_id: string
  readonly name: string
  readonly wallet_id: string | null
  readonly created_at: bigint
  readonly expires_at: bigint | null
  readonly last_used_at: bigint | null
}

const TOKEN_COLUMNS = 'id, acl_id, name, wallet_id, budget_sats, budget_period, created_at, expires_at, last_used_at'

const toTime = (time: bigint | null): number | undefined => (time === null ? undefined : Number(time))

const toBudget = ({ budget_sats: sats, budget_period: period }: BudgetRow): TokenBudget | undefined =>
  sats === null || period === null ? undefined : { sats: sat(sats), period }

const toToken = (row: TokenRow): AclToken & { readonly aclId: string } => ({
  id: row.id,
  aclId: row.acl_id,
  name: row.name,
  budget: toBudget(row),
  walletId: row.wallet_id ?? undefined,
  createdAt: Number(row.created_at),
  expiresAt: toTime(row.expires_at),
  lastUsedAt: toTime(row.last_used_at),
})

/** The lists of a user, oldest first; with `id`, only that one. */
export async function listAcls(reader: Reader, userId: string, id?: string): Promise<Acl[]> {
  const acls = await reader.list(
    `SELECT id, name, allowed_endpoints, created_at, client_id FROM acls WHERE user_id = $1 AND ($2 = '' OR id = $2) ORDER BY seq`,
    [userId, id ?? ''],
    (row: AclRow) => ({
      id: row.id,
      name: row.name,
      allowedEndpoints: JSON.parse(row.allowed_endpoints) as string[],
      createdAt: Number(row.created_at),
      clientId: row.client_id ?? undefined,
    }),
  )
  const tokens = await reader.list(
    `SELECT ${TOKEN_COLUMNS} FROM acl_tokens
     WHERE acl_id IN (SELECT id FROM acls WHERE user_id = $1 AND ($2 = '' OR id = $2)) ORDER BY seq`,
    [userId, id ?? ''],
    toToken,
  )
  return acls.map((acl) => ({ ...acl, tokens: tokens.filter(({ aclId }) => aclId === acl.id) }))
}

/** The current grant of a token: read with every request, so that a change or a revocation takes effect immediately. */
export interface FoundToken extends AclGrant {
  readonly userId: string
  readonly expiresAt: number | undefined
  readonly lastUsedAt: number | undefined
}

interface FoundRow extends BudgetRow {
  readonly id: string
  readonly user_id: string | null
  readonly allowed_endpoints: string | null
  readonly wallet_id: string | null
  readonly expires_at: bigint | null
  readonly last_used_at: bigint | null
}

export async function findToken(reader: Reader, digest: string): Promise<FoundToken | undefined> {
  const row = await reader.first(
    `SELECT id, wallet_id, budget_sats, budget_period, expires_at, last_used_at,
       (SELECT user_id FROM acls WHERE id = acl_tokens.acl_id) AS user_id,
       (SELECT allowed_endpoints FROM acls WHERE id = acl_tokens.acl_id) AS allowed_endpoints
     FROM acl_tokens WHERE digest = $1`,
    [digest],
    (found: FoundRow) => found,
  )
  if (row === undefined || row.user_id === null || row.allowed_endpoints === null) return undefined
  return {
    tokenId: row.id,
    userId: row.user_id,
    allowedEndpoints: JSON.parse(row.allowed_endpoints) as string[],
    budget: toBudget(row),
    walletId: row.wallet_id ?? undefined,
    expiresAt: toTime(row.expires_at),
    lastUsedAt: toTime(row.last_used_at),
  }
}

export interface NewAcl {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly allowedEndpoints: readonly string[]
  readonly clientId?: string | undefined
  readonly at: number
}

export const insertAcl = ({ id, userId, name, allowedEndpoints, clientId, at }: NewAcl): Change => ({
  sql: 'INSERT INTO acls (id, user_id, name, allowed_endpoints, created_at, client_id) VALUES ($1, $2, $3, $4, $5, $6)',
  params: [id, userId, name, JSON.stringify(allowedEndpoints), at, clientId ?? null],
  rows: 1,
})

export interface NewToken {
  readonly id: string
  readonly aclId: string
  readonly digest: string
  readonly name: string
  readonly budget: TokenBudget | undefined
  readonly walletId: string | undefined
  readonly expiresAt: number | undefined
  readonly at: number
}

export const insertToken = (token: NewToken): Change => ({
  sql: `INSERT INTO acl_tokens (id, acl_id, digest, name, budget_sats, budget_period, expires_at, created_at, wallet_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  params: [
    token.id,
    token.aclId,
    token.digest,
    token.name,
    token.budget?.sats ?? null,
    token.budget?.period ?? null,
    token.expiresAt ?? null,
    token.at,
    token.walletId ?? null,
  ],
  rows: 1,
})
