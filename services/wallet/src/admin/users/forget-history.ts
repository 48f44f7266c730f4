import { type Change, type Database, defineCommand, type Reader, type Tx } from '../../db/database.ts'
import { EITHER_DIRECTION, rowsInOrder } from '../../payments/lists/rows-in-order.ts'

/** Rows per transaction: other writes run in between. */
const ROWS_AT_ONCE = 500
/** Transactions per call; a periodic job does the rest (start-duties.ts). */
const MAX_STEPS = 20

const TASK = 'forget:'

/** Stored until the last row is done, so that a crash does not end the deletion. */
export const oweForgetting = (walletIds: readonly string[]): Change[] =>
  walletIds.map((walletId) => ({
    sql: `INSERT INTO cursors (name, value) VALUES ($1, '0') ON CONFLICT (name) DO NOTHING`,
    params: [TASK + walletId],
  }))

/** Repeats the deletion from the row after `seq`: payments from there on were pending when the wallet was deleted. */
export const forgetFrom = (walletId: string, seq: string): Change => ({
  sql: `INSERT INTO cursors (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  params: [TASK + walletId, seq],
})

/**
 * Deletes the texts in payments of deleted wallets, in small steps: a history of millions of rows must not delay other
 * accounts' payments. Hashes, amounts and states stay (rule S529).
 */
export async function forgetHistories(db: Database): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const walletId = await findForgotten(db)
    if (walletId === undefined) return
    await db.transact(forgetHistory, { walletId })
  }
}

const findForgotten = (reader: Reader): Promise<string | undefined> =>
  reader.first(
    `SELECT name FROM cursors WHERE substr(name, 1, ${TASK.length}) = '${TASK}' ORDER BY name LIMIT 1`,
    [],
    (row: { name: string }) => row.name.slice(TASK.length),
  )

/** The next portion of one wallet. */
export const forgetHistory = defineCommand({
  name: 'forget-history',
  run: async (tx, { walletId }: { walletId: string }) => {
    const name = TASK + walletId
    const sql = 'SELECT value FROM cursors WHERE name = $1'
    const after = await tx.first(sql, [name], (row: { value: string }) => Number(row.value))
    if (after === undefined) return
    const last = await findLastOfPortion(tx, walletId, after)
    if (last !== undefined) {
      for (const change of forgetPayments(walletId, after, last)) await tx.run(change)
      await tx.run({ sql: 'UPDATE cursors SET value = $2 WHERE name = $1', params: [name, String(last)] })
      return
    }
    let changed = 0
    for (const change of forgetTraces(walletId)) changed += await tx.run(change)
    if (changed === 0) await tx.run({ sql: 'DELETE FROM cursors WHERE name = $1', params: [name] })
  },
})

const findLastOfPortion = (tx: Tx, walletId: string, after: number): Promise<number | undefined> => {
  const next = rowsInOrder(tx.dialect, 'wallet_id = $1 AND seq > $2', 'ASC', () => String(ROWS_AT_ONCE))
  return tx.first(
    `SELECT max(seq) AS last FROM (SELECT seq FROM ${next} ORDER BY seq LIMIT ${ROWS_AT_ONCE}) AS portion`,
    [walletId, after],
    (row: { last: bigint | null }) => (row.last === null ? undefined : Number(row.last)),
  )
}

const OF_PORTION = `wallet_id = $1 AND ${EITHER_DIRECTION} AND seq > $2 AND seq <= $3`

/** Clears these rows of `payments` and deletes related rows. A pending payment needs its preimage to be settled. */
export const forgetPayments = (walletId: string, after: number, last: number): readonly Change[] => {
  const params = [walletId, after, last]
  return [
    {
      sql: `DELETE FROM payment_fiat WHERE checking_id IN
              (SELECT checking_id FROM payments WHERE ${OF_PORTION})`,
      params,
    },
    {
      sql: `DELETE FROM payment_notes WHERE checking_id IN
              (SELECT checking_id FROM payments WHERE ${OF_PORTION})`,
      params,
    },
    {
      sql: `DELETE FROM payment_labels WHERE checking_id IN
              (SELECT checking_id FROM payments WHERE ${OF_PORTION})`,
      params,
    },
    {
      sql: `UPDATE payments SET bolt11 = '', memo = '', tag = '', extra = '{}', webhook = NULL, counted_in = NULL,
              preimage = CASE WHEN status = 'pending' THEN preimage END
            WHERE ${OF_PORTION}`,
      params,
    },
  ]
}

/** Deletes a portion of the rows that were derived from the payments. */
export const forgetTraces = (walletId: string): readonly Change[] => [
  {
    sql: `DELETE FROM deliveries WHERE seq IN
            (SELECT seq FROM deliveries WHERE wallet_id = $1 ORDER BY seq LIMIT ${ROWS_AT_ONCE})`,
    params: [walletId],
  },
  {
    sql: `DELETE FROM payment_hours WHERE wallet_id = $1 AND hour IN
            (SELECT hour FROM payment_hours WHERE wallet_id = $1 ORDER BY hour LIMIT ${ROWS_AT_ONCE})`,
    params: [walletId],
  },
  // Rows of extensions: their keys are found by the rows, so they are deleted first.
  {
    sql: `DELETE FROM extension_keys WHERE (ext_id, kind, row_id) IN
            (SELECT ext_id, kind, id FROM extension_rows WHERE wallet_id = $1 ORDER BY seq LIMIT ${ROWS_AT_ONCE})`,
    params: [walletId],
  },
  {
    sql: `DELETE FROM extension_rows WHERE seq IN
            (SELECT seq FROM extension_rows WHERE wallet_id = $1 ORDER BY seq LIMIT ${ROWS_AT_ONCE})`,
    params: [walletId],
  },
  {
    sql: `DELETE FROM extension_intents WHERE seq IN
            (SELECT seq FROM extension_intents WHERE wallet_id = $1 ORDER BY seq LIMIT ${ROWS_AT_ONCE})`,
    params: [walletId],
  },
  {
    sql: `DELETE FROM extension_invoices WHERE checking_id IN
            (SELECT checking_id FROM extension_invoices WHERE wallet_id = $1 LIMIT ${ROWS_AT_ONCE})`,
    params: [walletId],
  },
  {
    sql: `DELETE FROM extension_receipts WHERE checking_id IN
            (SELECT checking_id FROM extension_receipts WHERE wallet_id = $1 LIMIT ${ROWS_AT_ONCE})`,
    params: [walletId],
  },
]
