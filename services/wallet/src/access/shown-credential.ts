import { type ServiceError, unauthenticated } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { type Command, defineCommand, type Tx } from '../db/database.ts'

/** The credential of a request, with which the transaction that grants access checks whether it has ended meanwhile. */
export type ShownCredential =
  | {
      readonly of: 'account'
      readonly userId: string
      /** When the request was accepted. */
      readonly tokenVersion: number
      /** Session of a browser: the one that asks for an event stays, with the next token version. */
      readonly sessionId: string | undefined
      /** Token of a program, which can be revoked alone. */
      readonly aclTokenId?: string | undefined
    }
  | { readonly of: 'wallet'; readonly walletId: string; readonly keyDigest: string }

/** For handlers with an access rule. */
export function shownBy({ principal }: FastifyRequest): ShownCredential {
  if (principal === undefined) throw new Error('the route has no rule that asks for a credential')
  if (principal.via === 'key') return { of: 'wallet', walletId: principal.wallet.id, keyDigest: principal.digest }
  const { userId, tokenVersion, session, acl } = principal
  return { of: 'account', userId, tokenVersion, sessionId: session?.id, aclTokenId: acl?.tokenId }
}

/**
 * A command that creates access which outlives the credential of its caller. It fails with 401 `token_ended` if an
 * event has ended that credential since the request was accepted: otherwise a request in flight would survive the
 * event.
 */
export const defineGrant = <Input, Answer>(command: {
  readonly name: string
  readonly invalidates?: 'wallets'
  readonly run: (tx: Tx, input: Input) => Promise<Answer>
}): Command<Input & { readonly shown: ShownCredential }, Answer> =>
  defineCommand({
    ...command,
    async run(tx, input: Input & { readonly shown: ShownCredential }) {
      await requireNotEnded(tx, input.shown)
      return command.run(tx, input)
    },
  })

/**
 * Commands run one after another: an event comes before this one, and is seen, or after it, and ends the granted
 * access.
 */
export async function requireNotEnded(tx: Tx, shown: ShownCredential): Promise<void> {
  if ((await findStillValid(tx, shown)) === undefined) throw hasEnded()
}

function findStillValid(tx: Tx, shown: ShownCredential): Promise<true | undefined> {
  const find = (sql: string, params: readonly string[]): Promise<true | undefined> => tx.first(sql, params, () => true)
  if (shown.of === 'wallet') {
    const { walletId, keyDigest } = shown
    return find('SELECT 1 AS found FROM wallet_keys WHERE digest = $1 AND wallet_id = $2', [keyDigest, walletId])
  }
  const { userId, tokenVersion, sessionId, aclTokenId } = shown
  if (sessionId !== undefined) {
    return find(
      `SELECT 1 AS found FROM users u JOIN sessions s ON s.user_id = u.id AND s.token_version = u.token_version
       WHERE u.id = $1 AND s.id = $2`,
      [userId, sessionId],
    )
  }
  const ofAccount = 'SELECT 1 AS found FROM users WHERE id = $1 AND token_version = CAST($2 AS BIGINT)'
  if (aclTokenId === undefined) return find(ofAccount, [userId, String(tokenVersion)])
  return find(`${ofAccount} AND EXISTS (SELECT 1 FROM acl_tokens WHERE id = $3)`, [
    userId,
    String(tokenVersion),
    aclTokenId,
  ])
}

/** For an access token that has ended, or has an ended version. */
export const tokenEnded = (): ServiceError => unauthenticated('The token is no longer valid.', { code: 'token_ended' })

const hasEnded = (): ServiceError => unauthenticated('The credential is no longer valid.', { code: 'token_ended' })
