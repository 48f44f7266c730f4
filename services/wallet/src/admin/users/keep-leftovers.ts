import { msat } from '@satchel/money/units'
import { newId } from '../../base/ids.ts'
import { type Change, type Database, defineCommand, type Reader, type Tx } from '../../db/database.ts'
import { noteInAuditLog } from '../../events/audit-log.ts'
import { findAvailable, forfeit } from '../../ledger/ledger.ts'
import { decideHold } from '../../payments/receiving/hold-commands.ts'
import { cancelOpenInvoices } from '../../payments/reconciling/close-wallet.ts'
import { IN_FLIGHT_STATES } from '../../payments/states/payment-states.ts'
import { forgetFrom, forgetHistories } from './forget-history.ts'

const TASK = 'leftover:'

/** Stores the task for a wallet that is deleted while payments are pending, until the last of them is final. */
export async function oweLeftovers(tx: Tx, walletId: string): Promise<void> {
  const first = await tx.first(
    `SELECT min(seq) AS seq FROM payments WHERE wallet_id = $1 AND state IN (${IN_FLIGHT_STATES})`,
    [walletId],
    ({ seq }: { seq: bigint | null }) => seq,
  )
  if (first === undefined || first === null) return
  await tx.run({
    sql: 'INSERT INTO cursors (name, value) VALUES ($1, $2)',
    params: [TASK + walletId, String(first - 1n)],
  })
}

/**
 * Cancels held payments of a deleted owner, who cannot decide any more, so that payers are refunded before the
 * deadline.
 */
export async function giveBackHeld(tx: Tx, walletId: string, at: number): Promise<void> {
  const held = await tx.list(
    `SELECT checking_id FROM payments WHERE wallet_id = $1 AND direction = 'in' AND state = 'held'`,
    [walletId],
    (row: { checking_id: string }) => row.checking_id,
  )
  for (const checkingId of held) {
    const decision = { checkingId, decision: 'cancelling', preimage: null, claim: undefined, dueAt: at * 1000 } as const
    await decideHold.run(tx, decision)
  }
}

/** Pending work of deletions: late money of the wallets goes to the operator, and the histories are deleted. */
export async function finishDeletions(db: Database): Promise<void> {
  for (const walletId of await listLeftovers(db)) await db.transact(keepLeftover, { walletId, id: newId() })
  await forgetHistories(db)
}

/** Only tasks with something to do: a payment may hang for weeks. */
const listLeftovers = (reader: Reader): Promise<string[]> =>
  reader.list(
    `SELECT wallet_id FROM (
       SELECT substr(name, ${TASK.length + 1}) AS wallet_id FROM cursors WHERE substr(name, 1, ${TASK.length}) = '${TASK}'
     ) AS owed
     WHERE EXISTS (SELECT 1 FROM balances b WHERE b.wallet_id = owed.wallet_id AND b.available_msat > 0)
        OR EXISTS (SELECT 1 FROM payments p WHERE p.wallet_id = owed.wallet_id AND p.direction = 'in' AND p.state IN ('open', 'held'))
        OR NOT EXISTS (SELECT 1 FROM payments p WHERE p.wallet_id = owed.wallet_id AND p.state IN (${IN_FLIGHT_STATES}))
     ORDER BY wallet_id`,
    [],
    (row: { wallet_id: string }) => row.wallet_id,
  )

/**
 * Books money that pending payments returned or received after their wallet was deleted: it is the operator's surplus,
 * and noted in the audit log. The last payment ends the task, and the data of these payments is deleted like the rest.
 */
export const keepLeftover = defineCommand({
  name: 'keep-leftover',
  run: async (tx, { walletId, id }: { walletId: string; id: string }): Promise<void> => {
    const since = await tx.first('SELECT value FROM cursors WHERE name = $1', [TASK + walletId], toValue)
    if (since === undefined) return
    const at = await findLastEnd(tx, walletId)
    await cancelOpenInvoices(tx, walletId, at)
    await giveBackHeld(tx, walletId, at)
    await sweep(tx, { walletId, id, at })
    const pending = await tx.first(
      `SELECT seq FROM payments WHERE wallet_id = $1 AND state IN (${IN_FLIGHT_STATES}) LIMIT 1`,
      [walletId],
      (row) => row,
    )
    if (pending !== undefined) return
    await tx.run({ sql: 'DELETE FROM cursors WHERE name = $1', params: [TASK + walletId] })
    await tx.run(forgetFrom(walletId, since))
  },
})

interface Sweep {
  readonly walletId: string
  readonly id: string
  readonly at: number
}

async function sweep(tx: Tx, { walletId, id, at }: Sweep): Promise<void> {
  const left = await findAvailable(tx, walletId)
  if (left === 0n) return
  const kept: Change = {
    sql: `INSERT INTO adjustments (id, wallet_id, amount_msat, made_by, at) VALUES ($1, $2, $3, 'deletion', $4)`,
    params: [id, walletId, msat(-left), at],
    rows: 1,
  }
  const actor = { id: 'deletion', address: '' }
  const detail = { amount_msat: String(left) }
  await tx.together([
    kept,
    ...forfeit({ reference: id, at }, walletId, left),
    noteInAuditLog({ actor, action: 'leftover-kept', subject: walletId, detail, at }),
  ])
}

/** Time of the last payment's end, Unix seconds: the money came with it. */
const findLastEnd = async (tx: Tx, walletId: string): Promise<number> =>
  Number(
    (await tx.first(
      'SELECT max(finished_at) AS at FROM payments WHERE wallet_id = $1',
      [walletId],
      ({ at }: { at: bigint | null }) => at,
    )) ?? 0n,
  )

const toValue = ({ value }: { value: string }): string => value
