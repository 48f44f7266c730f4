import { type Database, defineCommand, type Tx } from '../../db/database.ts'
import { ORDER_NOTES } from '../../funding/order-notes.ts'

/** Notes per transaction: other writes run in between. */
const NOTES_AT_ONCE = 500
/** Longer than any later poll, retry and correction, so that an operator has time to check. */
const KEPT_SECONDS = 30 * 86_400

/**
 * Deletes, in small steps, notes of orders at services that know none of our ids (decision 0023), once they are no
 * longer needed. `now`: Unix seconds.
 */
export async function forgetOldOrderNotes(db: Database, now: number): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined) after = await db.transact(forgetOrderNotes, { after, before: now - KEPT_SECONDS })
}

/** Deletes one portion, ordered by name. Returns its last name; undefined = there are no more. */
export const forgetOrderNotes = defineCommand({
  name: 'forget-order-notes',
  run: async (tx, { after, before }: { after: string; before: number }): Promise<string | undefined> => {
    const names = await listNames(tx, after)
    const last = names.at(-1)
    if (last === undefined) return undefined
    await tx.run({
      sql: `DELETE FROM cursors WHERE substr(name, 1, ${ORDER_NOTES.length}) = '${ORDER_NOTES}'
              AND name > $1 AND name <= $2 AND ${IS_KNOWN} AND NOT ${IS_NEEDED}`,
      params: [after, last, before],
    })
    return names.length < NOTES_AT_ONCE ? undefined : last
  },
})

const listNames = (tx: Tx, after: string): Promise<string[]> =>
  tx.list(
    `SELECT name FROM cursors WHERE name > $1 AND substr(name, 1, ${ORDER_NOTES.length}) = '${ORDER_NOTES}'
     ORDER BY name LIMIT ${NOTES_AT_ONCE}`,
    [after],
    ({ name }: { name: string }) => name,
  )

/** Every row of a hash is in exactly one of the three indexes. */
const anyOfHash = (condition: string): string =>
  `(${[`direction = 'in'`, `direction = 'out' AND failure IS NULL`, `direction = 'out' AND failure IS NOT NULL`]
    .map(
      (part) => `EXISTS (SELECT 1 FROM payments
         WHERE payment_hash = substr(cursors.name, length(cursors.name) - 63) AND ${part} AND ${condition})`,
    )
    .join(' OR ')})`

/** A note without a payment has no known time, and is kept. */
const IS_KNOWN = anyOfHash('1 = 1')

/**
 * The payment is pending, to be polled again, not yet closed, or final only recently; or its invoice can still be paid,
 * or could until recently: then only the note distinguishes a new attempt from an earlier one.
 */
const IS_NEEDED = anyOfHash(
  `(status = 'pending' OR due_at IS NOT NULL OR close_owed <> 0 OR expires_at >= $3 OR coalesce(finished_at, expires_at) >= $3)`,
)
