import { hash } from 'node:crypto'
import { badRequest, conflict, invalid, type ServiceError } from '@satchel/http/service-error'
import { defineCommand, type Reader, type Tx } from '../../db/database.ts'

/** `Idempotency-Key` (rule S522): the same key and body have one effect and one answer. */
export interface IdempotencyClaim {
  /** The key's owner and route: `WALLET METHOD TEMPLATE`, or `WALLET/SHARE METHOD TEMPLATE` for a guest. */
  readonly scope: string
  readonly key: string
  /** Fingerprint of the request that claims the key. */
  readonly fingerprint: string
  readonly at: number
}

export interface ClaimedKey {
  readonly fingerprint: string
  readonly checkingId: string | undefined
  /** JSON text, for effects that are not a payment. */
  readonly answer: string | undefined
  readonly createdAt: number
}

const MAX_KEY_LENGTH = 255

/** The claim of a request; undefined without the header. */
export function toClaim(
  request: { readonly scope: string; readonly key: string | undefined; readonly body: unknown },
  at: number,
): IdempotencyClaim | undefined {
  const { scope, key, body } = request
  if (key === undefined) return undefined
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    throw badRequest(`Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`, {
      code: 'idempotency_key_invalid',
      params: { max: MAX_KEY_LENGTH },
    })
  }
  return { scope, key, fingerprint: hash('sha256', canonical(body), 'hex'), at }
}

/** Equal for equal values, in any order of the keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([first], [second]) => (first < second ? -1 : 1)))
      : part,
  ) ?? ''

/**
 * Call it in the transaction that has the effect. False: the key was used before; the transaction must change nothing.
 */
export async function claimKey(
  tx: Tx,
  claim: IdempotencyClaim & { readonly checkingId?: string; readonly answer?: string },
): Promise<boolean> {
  const inserted = await tx.run({
    sql: `INSERT INTO idempotency_keys (scope, key, fingerprint, checking_id, answer, created_at)
          VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (scope, key) DO NOTHING`,
    params: [claim.scope, claim.key, claim.fingerprint, claim.checkingId ?? null, claim.answer ?? null, claim.at],
  })
  return inserted === 1
}

/** The first answer while the payment was pending; repeats get it even after the payment has ended. */
export const ANSWERED_PENDING = 'pending'

export const noteAnswer = defineCommand({
  name: 'note-idempotent-answer',
  run: (tx, { scope, key, answer }: Pick<IdempotencyClaim, 'scope' | 'key'> & { answer: string }) =>
    tx.run({
      sql: 'UPDATE idempotency_keys SET answer = $3 WHERE scope = $1 AND key = $2 AND answer IS NULL',
      params: [scope, key, answer],
    }),
})

/** The first request has no answer yet; a later repeat gets it. */
export const stillInProgress = (): ServiceError =>
  conflict('The first request with this Idempotency-Key is still being processed.', {
    code: 'idempotency_key_in_progress',
  })

/** The claim stored for a key; rejects a key that comes with another body. */
export async function findClaimedKey(reader: Reader, claim: IdempotencyClaim): Promise<ClaimedKey | undefined> {
  const found = await reader.first(
    'SELECT fingerprint, checking_id, answer, created_at FROM idempotency_keys WHERE scope = $1 AND key = $2',
    [claim.scope, claim.key],
    (row: { fingerprint: string; checking_id: string | null; answer: string | null; created_at: bigint }) => ({
      fingerprint: row.fingerprint,
      checkingId: row.checking_id ?? undefined,
      answer: row.answer ?? undefined,
      createdAt: Number(row.created_at),
    }),
  )
  if (found !== undefined && found.fingerprint !== claim.fingerprint) {
    const msg = 'this key was used with another request'
    throw invalid({ type: 'value_error', loc: ['header', 'Idempotency-Key'], msg }, { code: 'idempotency_key_reused' })
  }
  return found
}

/** Keys are kept for two days. */
export const KEPT_SECONDS = 2 * 86_400

export const forgetOldKeys = defineCommand({
  name: 'forget-old-keys',
  run: (tx, { before }: { before: number }) =>
    tx.run({ sql: 'DELETE FROM idempotency_keys WHERE created_at < $1', params: [before] }),
})
