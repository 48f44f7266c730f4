import { CommandSignal } from '../../../db/command-signal.ts'
import { type Change, type Command, defineCommand } from '../../../db/database.ts'
import type { IdempotencyClaim } from '../../../payments/states/idempotency.ts'

/** The answer to a request with an `Idempotency-Key`, stored by the commit of its effect. */
export interface KeptAnswer {
  readonly claim: IdempotencyClaim
  /** Sealed: it may hold secrets that are shown once. */
  readonly answer: string
  /** The earlier answer that it replaces; undefined = none. */
  readonly instead: string | undefined
}

/** Another request with this key has had its effect; this one is rolled back. */
export const ANSWERED_BEFORE = 'answered-before'

const answeredBefore = (): CommandSignal => new CommandSignal(ANSWERED_BEFORE)

export const keepAnswer = ({ claim, answer, instead }: KeptAnswer): Change =>
  instead === undefined
    ? {
        sql: `INSERT INTO idempotency_keys (scope, key, fingerprint, answer, created_at) VALUES ($1, $2, $3, $4, $5)
              ON CONFLICT (scope, key) DO UPDATE SET answer = excluded.answer
              WHERE idempotency_keys.answer IS NULL AND idempotency_keys.fingerprint = excluded.fingerprint`,
        params: [claim.scope, claim.key, claim.fingerprint, answer, claim.at],
        rows: 1,
        otherwise: answeredBefore,
      }
    : {
        sql: 'UPDATE idempotency_keys SET answer = $3 WHERE scope = $1 AND key = $2 AND answer = $4',
        params: [claim.scope, claim.key, answer, instead],
        rows: 1,
        otherwise: answeredBefore,
      }

/** Marks a request with this key as in flight. False: another one is, or has been answered. */
export const beginAnswer = defineCommand({
  name: 'begin-extension-answer',
  run: async (tx, { claim, staleAt }: { claim: IdempotencyClaim; staleAt: number }): Promise<boolean> =>
    (await tx.run({
      sql: `INSERT INTO idempotency_keys (scope, key, fingerprint, created_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (scope, key) DO UPDATE SET created_at = excluded.created_at
            WHERE idempotency_keys.answer IS NULL AND idempotency_keys.fingerprint = excluded.fingerprint
              AND idempotency_keys.created_at <= $5`,
      params: [claim.scope, claim.key, claim.fingerprint, claim.at, staleAt],
    })) === 1,
})

/** Releases the key of a request that was rejected without effect. */
export const releaseAnswer = defineCommand({
  name: 'release-extension-answer',
  run: (tx, { scope, key, at }: IdempotencyClaim) =>
    tx.run({
      sql: 'DELETE FROM idempotency_keys WHERE scope = $1 AND key = $2 AND created_at = $3 AND answer IS NULL',
      params: [scope, key, at],
    }),
})

export const ANSWER_COMMANDS: readonly Command<never, unknown>[] = [beginAnswer, releaseAnswer]
