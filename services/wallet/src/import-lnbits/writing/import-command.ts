import { CommandSignal } from '../../db/command-signal.ts'
import { type Change, defineCommand, type Tx } from '../../db/database.ts'
import { openStaging, type Staging } from '../../db/foreign/staging.ts'
import { noteInAuditLog } from '../../events/audit-log.ts'
import { checkBooksWithin } from '../../ledger/check-books.ts'
import { movePastBeginning } from '../../ledger/import-books.ts'
import { beginReceiptsAt } from '../../payments/history/receipt-cursor-store.ts'
import { tallyPast } from '../../payments/states/past-payment.ts'
import { readChanges, type StagedPayment } from '../staged.ts'
import { IMPORTER } from '../translating/balances.ts'
import type { LnbitsNode } from '../translating/find-node.ts'
import { bookPayment } from './book-payment.ts'
import { noteOrders } from './note-orders.ts'

export interface ImportLnbits {
  /** The file with the staged import (`staged.ts`). */
  readonly staged: string
  readonly fingerprint: string
  readonly digest: string
  /** Secret of tokens of access lists; empty: not known. */
  readonly tokenSecretSealed: string
  /** JSON. */
  readonly report: string
  readonly node: LnbitsNode
  /** Ends with the signal `rehearsed`, which takes everything back. */
  readonly rehearsal: boolean
  readonly at: number
  /** Rows written so far: shared with the caller, who shows it. */
  readonly progress: SharedArrayBuffer
}

const BATCH = 500

/**
 * Writes the whole import in one transaction: the staged rows, page by page, and then an audit of the books. Any
 * violation rolls back everything.
 */
export const importLnbits = defineCommand({
  name: 'import-lnbits',
  invalidates: 'wallets',
  run: async (tx, input: ImportLnbits): Promise<void> => {
    const { fingerprint, digest, tokenSecretSealed, report, at } = input
    const staging = openStaging(input.staged, { readonly: true })
    const done = new Int32Array(input.progress)
    done[0] = 0
    try {
      await tx.run({
        sql: `INSERT INTO lnbits_imports (fingerprint, digest, report, token_secret_sealed, at)
              VALUES ($1, $2, $3, $4, $5)`,
        params: [fingerprint, digest, report, tokenSecretSealed, at],
        rows: 1,
      })
      if (!input.node.isConnected) await tx.run(insertOtherNode(input.node, at))
      await applyAll(tx, readChanges(staging), done)
      const moved = await bookAll(tx, staging, input, done)
      await tx.run(beginReceiptsAt(input.node.sourceId, findReceiptsBeginning(staging, at)))
      await tx.run(movePastBeginning(moved))
      for (const change of tallyPast(at)) await tx.run(change)
      const actor = { id: IMPORTER, address: '' }
      await tx.run(noteInAuditLog({ actor, action: 'lnbits-imported', subject: fingerprint, at }))
    } finally {
      staging.close()
    }
    await analyze(tx)
    const violations = await checkBooksWithin(tx)
    if (violations.length > 0) {
      const [first] = violations
      throw new Error(
        `the books would not add up (${violations.length} violations; ${first?.rule} ${first?.about}: ${first?.problem}); nothing was imported`,
      )
    }
    if (input.rehearsal) throw new CommandSignal(REHEARSED)
  },
})

/** Nothing stood in the way of the import. */
export const REHEARSED = 'rehearsed'

/** So that no node of ours is asked about its payments; it can be named as the former one. */
const insertOtherNode = ({ sourceId, kind, name }: LnbitsNode, at: number): Change => ({
  sql: `INSERT INTO funding_sources (id, kind, node_key, first_used_at) VALUES ($1, $2, '', $3)
        ON CONFLICT (id) DO NOTHING`,
  params: [sourceId, kind ?? name, at],
})

async function applyAll(tx: Tx, changes: Iterable<Change>, done: Int32Array): Promise<void> {
  let batch: Change[] = []
  const flush = async (): Promise<void> => {
    await tx.together(batch)
    done[0] = (done[0] ?? 0) + batch.length
    batch = []
  }
  for (const change of changes) {
    batch.push(change)
    if (batch.length >= BATCH) await flush()
  }
  await flush()
}

/**
 * In the order of their time, which is the order of every list. Returns the change of the node's balance in the books.
 */
async function bookAll(tx: Tx, staging: Staging, input: ImportLnbits, done: Int32Array): Promise<bigint> {
  const { node, at } = input
  let movedMsat = 0n
  let batch: Change[] = []
  let rows = 0
  const flush = async (): Promise<void> => {
    await tx.together(batch)
    done[0] = (done[0] ?? 0) + rows
    batch = []
    rows = 0
  }
  const sql = `SELECT * FROM payments WHERE how NOT IN ('adjust', 'skip') ORDER BY created, seq`
  for (const row of staging.each<StagedPayment>(sql)) {
    if (row.how === 'receive') movedMsat += BigInt(row.amount)
    if (row.how === 'send') movedMsat -= BigInt(row.amount + row.fee - row.charge)
    batch.push(...bookPayment(row, { sourceId: node.sourceId, at }), ...noteOrders(row, { sourceKind: node.kind, at }))
    rows += 1
    if (rows >= BATCH) await flush()
  }
  await flush()
  return movedMsat
}

/** LNbits' last check of its node's receipts may have been this long before it stopped. */
const MARGIN_SECONDS = 86_400
/** Tolerated difference between its clock and the node's. */
const CLOCK_SECONDS = 3600

/**
 * From when on receipts are not all booked: the oldest invoice that LNbits still waited for, which the node may have
 * settled, and at the latest the last change of LNbits (decision 0061).
 */
function findReceiptsBeginning(staging: Staging, at: number): number {
  const found = staging.first<{ changed: number | null; oldest: number | null }>(
    `SELECT (SELECT MAX(updated) FROM payments) AS changed,
       (SELECT MIN(created) FROM payments WHERE how = 'open') AS oldest`,
  )
  const stopped = Math.min(found?.changed ?? at, at) - MARGIN_SECONDS
  return Math.max(0, Math.min(stopped, (found?.oldest ?? at) - CLOCK_SECONDS))
}

/** Without it PostgreSQL plans the audit for tables that were empty. */
async function analyze(tx: Tx): Promise<void> {
  if (tx.dialect !== 'postgres') return
  for (const table of ['payments', 'postings', 'balances', 'adjustments', 'wallets', 'resolutions', 'payment_hours']) {
    await tx.run({ sql: `ANALYZE ${table}`, params: [] })
  }
}

export const IMPORT_COMMANDS = [importLnbits]
