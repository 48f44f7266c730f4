import { ServiceError } from '@satchel/http/service-error'
import type { FastifyRequest } from 'fastify'
import { type Command, defineCommand, type Tx } from '../db/database.ts'

/** What a request showed, so that the transaction that grants access can ask whether it has ended meanwhile. */
export type ShownCredential =
  | {
      readonly of: 'account'
      readonly userId: string
      /** When the request was let in. */
      readonly tokenVersion: number
      /** Of a browser: the session that asks for an event stays, with the next token version. */
      readonly sessionId: string | undefined
    }
  | { readonly of: 'wallet'; readonly walletId: string; readonly keyDigest: string }

/** For handlers behind a rule of access. */
export function shownBy({ principal }: FastifyRequest): ShownCredential {
  if (principal === undefined) throw new Error('the route has no rule that asks for a credential')
  if (principal.via === 'key') return { of: 'wallet', walletId: principal.wallet.id, keyDigest: principal.digest }
  const { userId, tokenVersion, session } = principal
  return { of: 'account', userId, tokenVersion, sessionId: session?.id }
}

/**
 * A command that makes access which outlives the credential of its caller. It fails with 401 `token_ended` if an event
 * has ended that credential since the request was let in: otherwise one request on its way would survive the event.
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

/** Updates rows although nothing changes: an event at the same time waits, and then ends what is granted here, too. */
export async function requireNotEnded(tx: Tx, shown: ShownCredential): Promise<void> {
  if (shown.of === 'account') {
    const { userId, tokenVersion, sessionId } = shown
    await tx.run({
      sql: `UPDATE users SET token_version = token_version WHERE id = $1 AND (token_version = $2
            OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = $3 AND s.token_version = users.token_version))`,
      params: [userId, tokenVersion, sessionId ?? ''],
      rows: 1,
      otherwise: hasEnded,
    })
    return
  }
  const { walletId, keyDigest } = shown
  await tx.run({
    sql: 'UPDATE wallets SET name = name WHERE id = $1',
    params: [walletId],
    rows: 1,
    otherwise: hasEnded,
  })
  // A statement of its own, which sees what was committed while the one before waited.
  const key = await tx.first(
    'SELECT 1 AS found FROM wallet_keys WHERE digest = $1 AND wallet_id = $2',
    [keyDigest, walletId],
    () => true,
  )
  if (key === undefined) throw hasEnded()
}

/** Of an access token: ended, or of a version that has. */
export const tokenEnded = (): ServiceError =>
  new ServiceError('unauthenticated', 'The token is no longer valid.', [], { word: 'token_ended' })

const hasEnded = (): ServiceError =>
  new ServiceError('unauthenticated', 'The credential is no longer valid.', [], { word: 'token_ended' })
