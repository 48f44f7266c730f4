import { defineCommand } from '../../db/database.ts'
import type { IdempotencyClaim } from '../states/idempotency.ts'

/** What a service said to the invoice that it was given: the answer to every repeat. */
export const noteHandOver = defineCommand({
  name: 'note-hand-over',
  run: (tx, { scope, key, answer }: Pick<IdempotencyClaim, 'scope' | 'key'> & { answer: string }) =>
    tx.run({
      sql: 'UPDATE idempotency_keys SET answer = $3 WHERE scope = $1 AND key = $2',
      params: [scope, key, answer],
    }),
})
