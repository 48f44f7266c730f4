import type { Stage } from './stage.ts'

/** A payment as the database has it. */
export interface Row {
  readonly checking_id: string
  readonly direction: 'in' | 'out'
  readonly state: string
  readonly payment_hash: string
  readonly amount_msat: bigint
  readonly fee_msat: bigint
  readonly peer_id: string | null
  readonly attempt: bigint
  readonly due_at: bigint | null
  readonly created_at: bigint
  readonly expires_at: bigint
  readonly hold: string
  readonly at_node: string | null
}

/** The books as the database has them. */
export interface Books {
  readonly rows: ReadonlyMap<string, Row>
  /** Why payments wait for a comparison of the node with the books. */
  readonly unverified: string | undefined
  /** All alarms that the operator got. */
  readonly alarms: readonly { readonly kind: string; readonly reference: string; readonly detail: string }[]
  readonly losses: readonly { readonly reference: string; readonly amount_msat: bigint }[]
  /** All receipts at the node, in the books. */
  readonly received: bigint
  /** Ids of the receipts that are booked. */
  readonly receipts: ReadonlySet<string>
  /** The records that the books remember of the node: payment hashes and checking ids; blank for a node that lost history. */
  readonly witnesses: readonly string[]
}

export function readBooks({ server: { twin } }: Stage): Books {
  const list = <R>(sql: string): R[] => twin.list(sql, [], false) as R[]
  const settings = new Map(
    list<{ name: string; value: string }>('SELECT name, value FROM settings').map(({ name, value }) => [name, value]),
  )
  return {
    rows: new Map(list<Row>('SELECT * FROM payments').map((row) => [row.checking_id, row])),
    unverified: settings.get('unverified'),
    alarms: list('SELECT kind, reference, detail FROM alarms'),
    losses: list(`SELECT reference, amount_msat FROM postings WHERE from_account = 'losses' AND to_account = 'node'`),
    received: list<{ sum: bigint }>(
      `SELECT COALESCE(SUM(amount_msat), 0) AS sum FROM postings WHERE from_account = 'node'`,
    ).reduce((sum, row) => sum + row.sum, 0n),
    receipts: new Set(list<{ receipt_id: string }>('SELECT receipt_id FROM receipts').map((row) => row.receipt_id)),
    witnesses: list<{ value: string }>(`SELECT value FROM cursors WHERE name LIKE 'witness-%'`).map(
      ({ value }) => value.split(' ')[0] ?? '',
    ),
  }
}

/**
 * The records by which the books notice that a node was restored: payment hashes and checking ids. Until a sweep has read the
 * first receipt, or a process starts again, there is none.
 */
export const findRemembered = ({ witnesses }: Books): readonly string[] =>
  witnesses.filter((reference) => reference !== '')

/** Whether a node that was restored lacks a record that the books remember of it. */
export function hasLostWitness(stage: Stage): boolean {
  const books = readBooks(stage)
  const isKnown = (reference: string): boolean => {
    const sent = books.rows.get(reference)
    if (sent !== undefined) return stage.lnd.lastTry(sent.payment_hash)?.state === 'settled'
    return stage.lnd.invoices.get(reference)?.state === 'settled'
  }
  return findRemembered(books).some((reference) => !isKnown(reference))
}
