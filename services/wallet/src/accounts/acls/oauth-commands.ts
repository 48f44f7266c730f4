import { sat } from '@satchel/money/units'
import type { TokenBudget } from '../../access/principal.ts'
import { defineGrant } from '../../access/shown-credential.ts'
import { type Change, defineCommand, type Tx } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { isSeenBy } from '../../wallets/share-store.ts'
import { findUser } from '../users/user-store.ts'
import { addAcl, requireRoomForAcl } from './acl-commands.ts'
import { insertToken } from './acl-store.ts'
import { readClient } from './read-client.ts'
import { entriesOf, readScopes } from './scopes.ts'

/** The consent of a user, until the program exchanges its code for a token. Times are Unix seconds. */
export interface Consent {
  readonly userId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly scope: string
  readonly walletId: string
  readonly budget: TokenBudget | undefined
  readonly tokenSeconds: number | undefined
  readonly expiresAt: number
}

export const giveCode = defineGrant({
  name: 'give-oauth-code',
  run: async (tx, { consent, digest, at }: { consent: Consent; digest: string; at: number }) => {
    // Checked here, too, and not only at the exchange: the user can still delete lists.
    await requireRoomForAcl(tx, consent.userId)
    // An exchanged code is kept as long as its token.
    await tx.run({
      sql: `DELETE FROM oauth_codes WHERE user_id = $1 AND expires_at <= $2
            AND (token_id IS NULL OR token_id NOT IN (SELECT id FROM acl_tokens))`,
      params: [consent.userId, at],
    })
    await tx.run(insertCode(consent, digest))
  },
})

export interface Exchange {
  readonly digest: string
  readonly clientId: string
  readonly redirectUri: string
  /** The challenge of the verifier that the program sent; undefined: not a valid verifier. */
  readonly challenge: string | undefined
  readonly acl: { readonly id: string }
  readonly token: { readonly id: string; readonly digest: string }
  /** The program's address. */
  readonly address: string
  readonly at: number
}

/**
 * Undefined: the code has expired, belongs to another program, is for a wallet that its user cannot see any more, or was
 * used before; in the last case the token of its first use is revoked.
 */
export const exchangeCode = defineCommand({
  name: 'exchange-oauth-code',
  run: async (tx, input: Exchange): Promise<Consent | undefined> => {
    const { digest, at, acl, token } = input
    const consent = await tx.first(`SELECT ${COLUMNS} FROM oauth_codes WHERE digest = $1`, [digest], toConsent)
    if (consent === undefined) return undefined
    // Any request uses up the code: of several concurrent ones, only one may get the token.
    const params = [digest, at]
    const sql = 'UPDATE oauth_codes SET used_at = $2 WHERE digest = $1 AND used_at IS NULL'
    const actor = { id: consent.userId, address: input.address }
    if ((await tx.run({ sql, params })) === 0) {
      await revokeTokenOfCode(tx, { digest, actor, at })
      return undefined
    }
    // The wallet may have been deleted, its share have ended or an account have been disabled, since the consent.
    if (!isFor(consent, input) || !(await isSeenBy(tx, consent))) return undefined
    if ((await findUser(tx, consent.userId))?.isDisabled !== false) return undefined
    const scopes = readScopes(consent.scope) ?? []
    const name = readClient(consent.clientId)?.name ?? consent.clientId
    const { userId, clientId, walletId, budget, tokenSeconds } = consent
    await addAcl(tx, {
      acl: { id: acl.id, userId, name, allowedEndpoints: entriesOf(scopes), clientId, at },
      actor,
      at,
    })
    const expiresAt = tokenSeconds === undefined ? undefined : at + tokenSeconds
    await tx.run(insertToken({ ...token, aclId: acl.id, name: '', budget, walletId, expiresAt, at }))
    await tx.run({ sql: 'UPDATE oauth_codes SET token_id = $2 WHERE digest = $1', params: [digest, token.id], rows: 1 })
    const detail = { acl_id: acl.id }
    await tx.run(noteInAuditLog({ actor, action: 'acl-token-created', subject: token.id, detail, at }))
    return consent
  },
})

/** Revocation by the holder of the token (RFC 7009). Deletes a list of the consent page with its last token. */
export const revokeByToken = defineCommand({
  name: 'revoke-oauth-token',
  run: async (tx, { digest, address, at }: { digest: string; address: string; at: number }) => {
    const found = await tx.first(
      'SELECT t.id, a.user_id FROM acl_tokens t JOIN acls a ON a.id = t.acl_id WHERE t.digest = $1',
      [digest],
      (row: { id: string; user_id: string }) => row,
    )
    if (found !== undefined) await endToken(tx, { tokenId: found.id, actor: { id: found.user_id, address }, at })
  },
})

export const OAUTH_COMMANDS = [exchangeCode, giveCode, revokeByToken]

const isFor = (consent: Consent, { clientId, redirectUri, challenge, at }: Exchange): boolean =>
  consent.expiresAt > at &&
  consent.clientId === clientId &&
  consent.redirectUri === redirectUri &&
  consent.challenge === challenge

interface Ending {
  readonly actor: Actor
  readonly at: number
}

async function revokeTokenOfCode(tx: Tx, { digest, ...ending }: Ending & { readonly digest: string }): Promise<void> {
  const sql = 'SELECT token_id FROM oauth_codes WHERE digest = $1'
  const tokenId = await tx.first(sql, [digest], (row: { token_id: string | null }) => row.token_id)
  if (typeof tokenId === 'string') await endToken(tx, { tokenId, ...ending })
}

async function endToken(tx: Tx, { tokenId, actor, at }: Ending & { readonly tokenId: string }): Promise<void> {
  const sql = 'SELECT acl_id FROM acl_tokens WHERE id = $1'
  const aclId = await tx.first(sql, [tokenId], (row: { acl_id: string }) => row.acl_id)
  if (aclId === undefined) return
  await tx.run({ sql: 'DELETE FROM acl_tokens WHERE id = $1', params: [tokenId], rows: 1 })
  await tx.run({
    sql: `DELETE FROM acls WHERE id = $1 AND client_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM acl_tokens t WHERE t.acl_id = acls.id)`,
    params: [aclId],
  })
  await tx.run(noteInAuditLog({ actor, action: 'acl-token-revoked', subject: tokenId, at }))
}

const COLUMNS =
  'user_id, client_id, redirect_uri, code_challenge, scope, wallet_id, budget_sats, budget_period, token_seconds, expires_at'

interface CodeRow {
  readonly user_id: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly code_challenge: string
  readonly scope: string
  readonly wallet_id: string
  readonly budget_sats: bigint | null
  readonly budget_period: TokenBudget['period'] | null
  readonly token_seconds: bigint | null
  readonly expires_at: bigint
}

const toConsent = (row: CodeRow): Consent => ({
  userId: row.user_id,
  clientId: row.client_id,
  redirectUri: row.redirect_uri,
  challenge: row.code_challenge,
  scope: row.scope,
  walletId: row.wallet_id,
  budget:
    row.budget_sats === null || row.budget_period === null
      ? undefined
      : { sats: sat(row.budget_sats), period: row.budget_period },
  tokenSeconds: row.token_seconds === null ? undefined : Number(row.token_seconds),
  expiresAt: Number(row.expires_at),
})

const insertCode = (consent: Consent, digest: string): Change => ({
  sql: `INSERT INTO oauth_codes (digest, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
  params: [
    digest,
    consent.userId,
    consent.clientId,
    consent.redirectUri,
    consent.challenge,
    consent.scope,
    consent.walletId,
    consent.budget?.sats ?? null,
    consent.budget?.period ?? null,
    consent.tokenSeconds ?? null,
    consent.expiresAt,
  ],
  rows: 1,
})
