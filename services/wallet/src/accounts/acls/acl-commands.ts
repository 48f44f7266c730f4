import { badRequest, notFound, type ServiceError } from '@satchel/http/service-error'
import { defineGrant } from '../../access/shown-credential.ts'
import { type Command, defineCommand, type Tx } from '../../db/database.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { insertAcl, insertToken, type NewAcl, type NewToken } from './acl-store.ts'

const MAX_ACLS = 100
const MAX_TOKENS = 100

interface ByUser {
  /** The caller, who owns the lists. */
  readonly actor: Actor
  readonly at: number
}

export interface AclCreation extends ByUser {
  readonly acl: NewAcl
}

export async function addAcl(tx: Tx, { acl, actor, at }: AclCreation): Promise<void> {
  await requireRoomForAcl(tx, acl.userId)
  await tx.run(insertAcl(acl))
  await tx.run(noteInAuditLog({ actor, action: 'acl-created', subject: acl.id, detail: whatOf(acl), at }))
}

export async function requireRoomForAcl(tx: Tx, userId: string): Promise<void> {
  const made = await countRows(tx, 'SELECT count(*) AS n FROM acls WHERE user_id = $1', userId)
  if (made >= MAX_ACLS)
    throw badRequest(`An account has at most ${MAX_ACLS} access lists; delete some first.`, {
      code: 'too_many_access_lists',
      params: { max: MAX_ACLS },
    })
}

export const createAcl = defineGrant({ name: 'create-acl', run: (tx, input: AclCreation) => addAcl(tx, input) })

export interface AclChange extends ByUser {
  readonly aclId: string
  readonly name?: string | undefined
  readonly allowedEndpoints?: readonly string[] | undefined
}

export const changeAcl = defineGrant({
  name: 'change-acl',
  run: async (tx, input: AclChange) => {
    const { aclId, name, allowedEndpoints, actor, at } = input
    const endpoints = allowedEndpoints === undefined ? null : JSON.stringify(allowedEndpoints)
    await tx.run({
      sql: `UPDATE acls SET name = COALESCE($3, name), allowed_endpoints = COALESCE($4, allowed_endpoints)
          WHERE id = $1 AND user_id = $2`,
      params: [aclId, actor.id, name ?? null, endpoints],
      rows: 1,
      otherwise: noAcl,
    })
    await tx.run(noteInAuditLog({ actor, action: 'acl-changed', subject: aclId, detail: whatOf(input), at }))
  },
})

export const deleteAcl = defineCommand({
  name: 'delete-acl',
  run: async (tx, { aclId, actor, at }: ByUser & { aclId: string }) => {
    const params = [aclId, actor.id]
    await tx.run({ sql: 'DELETE FROM acls WHERE id = $1 AND user_id = $2', params, rows: 1, otherwise: noAcl })
    await tx.run({ sql: 'DELETE FROM acl_tokens WHERE acl_id = $1', params: [aclId] })
    await tx.run(noteInAuditLog({ actor, action: 'acl-deleted', subject: aclId, at }))
  },
})

export const createToken = defineGrant({
  name: 'create-acl-token',
  run: async (tx, input: ByUser & { token: NewToken }) => {
    const { token, actor, at } = input
    // Updates the row although nothing changes: a concurrent deletion of the list then waits, and deletes the token,
    // too.
    await tx.run({
      sql: 'UPDATE acls SET name = name WHERE id = $1 AND user_id = $2',
      params: [token.aclId, actor.id],
      rows: 1,
      otherwise: noAcl,
    })
    const made = await countRows(tx, 'SELECT count(*) AS n FROM acl_tokens WHERE acl_id = $1', token.aclId)
    if (made >= MAX_TOKENS)
      throw badRequest(`An access list has at most ${MAX_TOKENS} tokens; revoke some first.`, {
        code: 'too_many_tokens',
        params: { max: MAX_TOKENS },
      })
    await tx.run(insertToken(token))
    const detail = { acl_id: token.aclId }
    await tx.run(noteInAuditLog({ actor, action: 'acl-token-created', subject: token.id, detail, at }))
  },
})

export const revokeToken = defineCommand({
  name: 'revoke-acl-token',
  run: async (tx, { aclId, tokenId, actor, at }: ByUser & { aclId: string; tokenId: string }) => {
    await tx.run({
      sql: `DELETE FROM acl_tokens WHERE id = $1 AND acl_id = (SELECT id FROM acls WHERE id = $2 AND user_id = $3)`,
      params: [tokenId, aclId, actor.id],
      rows: 1,
      otherwise: () => notFound('Token not found.', { code: 'token_not_found' }),
    })
    await tx.run(noteInAuditLog({ actor, action: 'acl-token-revoked', subject: tokenId, at }))
  },
})

/** When a token was last used, to the minute. */
export const noteTokenUse = defineCommand({
  name: 'note-acl-token-use',
  run: (tx, use: { tokenId: string; at: number }) =>
    tx.run({
      sql: 'UPDATE acl_tokens SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)',
      params: [use.tokenId, use.at],
    }),
})

export const ACL_COMMANDS: readonly Command<never, unknown>[] = [
  changeAcl,
  createAcl,
  createToken,
  deleteAcl,
  noteTokenUse,
  revokeToken,
]

const noAcl = (): ServiceError => notFound('Access list not found.', { code: 'access_list_not_found' })

/** For the audit log, without the entries, of which there may be a thousand. */
const whatOf = ({ name, allowedEndpoints }: Pick<AclChange, 'name' | 'allowedEndpoints'>) => ({
  ...(name !== undefined && { name }),
  ...(allowedEndpoints !== undefined && { endpoints: allowedEndpoints.length }),
})

const countRows = async (tx: Tx, sql: string, id: string): Promise<number> =>
  (await tx.first(sql, [id], (row: { n: bigint }) => Number(row.n))) ?? 0
