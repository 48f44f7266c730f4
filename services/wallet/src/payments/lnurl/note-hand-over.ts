import { defineCommand } from '../../db/database.ts'
import type { IdempotencyClaim } from '../states/idempotency.ts'

/** Stores a service's answer to the invoice it was given: every repeat gets this answer. */
export const noteHandOver = defineCommand({
  name: 'note-hand-over',
  run: (tx, { scope, key, answer }: Pick<IdempotencyClaim, 'scope' | 'key'> & { answer: string }) =>
    tx.run({
      sql: 'UPDATE idempotency_keys SET answer = $3 WHERE scope = $1 AND key = $2',
      params: [scope, key, answer],
    }),
})
