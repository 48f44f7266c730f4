import type { Violation } from '../../ledger/check-books.ts'
import type { NodeDifference } from '../../payments/reconciling/compare-sent-payments.ts'
import type { BookWatch } from './book-watch.ts'

export interface ObstacleDeps {
  readonly bookWatch: BookWatch
  readonly duties: { compareNow(): Promise<readonly NodeDifference[] | undefined> }
}

/** Obstacles to resuming outgoing payments. */
export interface Obstacles {
  readonly violations: readonly Violation[]
  /** Undefined = the node cannot be asked now. */
  readonly nodeDifferences: readonly NodeDifference[] | undefined
}

/** Audits the books and compares them with the node, both now. `acceptDifference`: accepts the node's balance. */
export async function findObstacles(deps: ObstacleDeps, acceptDifference: boolean): Promise<Obstacles> {
  // A comparison that fails has found nothing out.
  const compareNow = () => deps.duties.compareNow().catch(() => undefined)
  const [{ violations }, differences] = await Promise.all([deps.bookWatch.checkFromNow(), compareNow()])
  const nodeDifferences = differences?.filter(({ kind }) => !(acceptDifference && kind === 'balance'))
  return { violations, nodeDifferences }
}

export const areNone = ({ violations, nodeDifferences }: Obstacles): boolean =>
  violations.length === 0 && nodeDifferences?.length === 0
