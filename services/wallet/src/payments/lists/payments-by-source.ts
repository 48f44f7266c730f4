import type { Reader } from '../../db/database.ts'
import { listSources } from '../../funding/source-store.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'

/** The payments in flight at a node. */
export interface SourceLoad {
  readonly sourceId: number
  /** Payments sent and not final. */
  readonly outgoing: number
  /** Invoices that can still be paid, held payments included. */
  readonly incoming: number
}

/** Leaves out nodes without payments in flight. */
export const countBySource = (reader: Reader): Promise<SourceLoad[]> =>
  reader.list(
    `SELECT source_id, SUM(CASE WHEN direction = 'out' THEN 1 ELSE 0 END) AS outgoing, count(*) AS total
     FROM payments WHERE status = 'pending' GROUP BY source_id ORDER BY source_id`,
    [],
    (row: { source_id: bigint; outgoing: bigint | string; total: bigint }) => ({
      sourceId: Number(row.source_id),
      outgoing: Number(row.outgoing),
      incoming: Number(row.total) - Number(row.outgoing),
    }),
  )

/**
 * After a change of nodes the old one must stay configured while payments are in flight there, unless the operator
 * declares it gone (`mayBeGone`). Throws an error that names the missing node. Does nothing while a node is not known
 * yet.
 */
export async function requireSources({ db, funding, log }: PaymentDeps, mayBeGone: boolean): Promise<void> {
  if (funding.all.some((source) => source.id() === undefined)) return
  const sources = await listSources(db)
  for (const { sourceId, outgoing, incoming } of await countBySource(db)) {
    if (funding.all.some((source) => source.id() === sourceId)) continue
    const source = sources.find(({ id }) => id === sourceId)
    const where = `the ${source?.kind ?? 'former'} node ${source?.nodeKey ?? ''}`.trim()
    const what = `${outgoing} payments and ${incoming} invoices are still with ${where}`
    if (!mayBeGone) {
      throw new Error(
        `SERVICE_FORMER_FUNDING_SOURCE: ${what}. Give it until they are final, or "none" when it is gone: what is ` +
          'pending then stays so',
      )
    }
    log.warn({ source: sourceId, outgoing, incoming }, `${what}, which is not configured: they stay pending`)
  }
}
