import { unixSeconds } from '../../base/clock.ts'
import { defineCommand } from '../../db/database.ts'
import { findComparisonDue, haltPayments, liftComparison, raiseAlarmAgain } from '../../ledger/halt.ts'
import { createHistoryCheck } from '../history/node-history.ts'
import { findSentCursor } from '../history/sent-cursor-store.ts'
import { nodeLog } from '../states/node-log.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { createBalanceComparison } from './compare-balances.ts'
import { compareAllSent, type NodeDifference, reportDifferences } from './compare-sent-payments.ts'

/** How the last comparison ended. */
export interface Compared {
  /** Unix seconds. */
  readonly at: number
  /** The node's balance less the expected one; zero = they agree. Undefined without an exact balance. */
  readonly differenceMsat: bigint | undefined
}

export interface NodeComparison {
  /** Compares once. A difference that was already found last time halts outgoing payments (rule A54). */
  check(options?: CheckOptions): Promise<void>
  /** Compares twice, now. Undefined: a node does not answer. */
  compareNow(): Promise<readonly NodeDifference[] | undefined>
  /**
   * Undefined before this process has compared balances, which takes two moments without payments in flight, or when
   * the node shows no balance.
   */
  last(): Compared | undefined
}

export interface CheckOptions {
  /** All receipts of the nodes are booked; before that their balances cannot be compared. */
  readonly swept?: boolean
  /** List the nodes' payments even if they were listed just before. */
  readonly everything?: boolean
}

/** How often a node's payments are listed while no difference is known. */
const SENT_EVERY_MS = 15_000

/**
 * Compares the nodes with the books: payment by payment where a node lists them, and by balance where that is exact.
 * After the database's history has changed (adopt-history), nothing is sent before a comparison finds no difference.
 */
export function createNodeComparison(deps: PaymentDeps): NodeComparison {
  const balances = createBalanceComparison(deps)
  let seen = new Set<string>()
  let running: Promise<unknown> = Promise.resolve()
  let compared: Compared | undefined
  let sentAt = Number.NEGATIVE_INFINITY
  const haveSameHistory = createHistoryCheck(deps)
  /** Returns the differences that were also found last time. Undefined: a node does not answer. */
  const compare = async ({
    withSent = true,
    withBalance = true,
  } = {}): Promise<readonly NodeDifference[] | undefined> => {
    const found: NodeDifference[] = []
    if (withSent) {
      const sent = await compareSent(deps, haveSameHistory)
      if (sent === undefined) return undefined
      found.push(...sent)
      sentAt = performance.now()
    }
    const balance = withBalance ? await balances.compare() : undefined
    if (balance !== undefined) {
      compared = { at: unixSeconds(deps.clock), differenceMsat: balance.differenceMsat }
      if (balance.difference !== undefined) found.push(balance.difference)
    }
    // A balance difference was already the same in two comparisons.
    const staying = found.filter((each) => each.kind === 'balance' || seen.has(keyOf(each)))
    if (withSent) seen = new Set(found.map(keyOf))
    return staying
  }
  const checkOnce = async ({ swept = false, everything = false }: CheckOptions): Promise<void> => {
    const due = await findComparisonDue(deps.db)
    // A node without a known identity has no stored position yet.
    if (due !== undefined && !areKnown(deps)) return
    if (due !== undefined && !(await canCompare(deps))) return void (await giveUp(deps, due))
    const isTime = performance.now() - sentAt >= SENT_EVERY_MS
    const withSent = everything || isTime || due !== undefined || seen.size > 0
    let differences = await compare({ withSent, withBalance: swept })
    // Nothing may be sent meanwhile: compare again immediately.
    if (due !== undefined && differences !== undefined) differences = await compare({ withBalance: swept })
    if (differences === undefined) return
    if (differences.length > 0) await report(deps, differences)
    if (due !== undefined && swept)
      await deps.db.transact(endComparison, { reason: due, why: undefined, at: unixSeconds(deps.clock) })
  }
  /** Serialized: the recovery and the periodic check may run concurrently, and would both add the same postings. */
  const queue = <T>(work: () => Promise<T>): Promise<T> => {
    const next = running.catch(() => undefined).then(work)
    running = next
    return next
  }
  return {
    check: (options = {}) => queue(() => checkOnce(options)),
    compareNow: () =>
      queue(async () => {
        const due = await findComparisonDue(deps.db)
        if (due !== undefined && !areKnown(deps)) return undefined
        if (due !== undefined && !(await canCompare(deps))) return [await giveUp(deps, due)]
        await compare()
        const differences = await compare()
        if (differences !== undefined && differences.length > 0) await report(deps, differences)
        return differences
      }),
    last: () => compared,
  }
}

/** Undefined: a node does not answer; or it has lost history, and its receipts are read from the beginning first. */
async function compareSent(
  deps: PaymentDeps,
  haveSameHistory: () => Promise<boolean>,
): Promise<readonly NodeDifference[] | undefined> {
  try {
    return (await haveSameHistory()) ? await compareAllSent(deps) : undefined
  } catch (error) {
    nodeLog(deps).warn(
      { err: error },
      'the node does not list its payments now; they are compared with the books later',
    )
    return undefined
  }
}

async function report({ db, clock, log }: PaymentDeps, differences: readonly NodeDifference[]): Promise<void> {
  const news = await db.transact(reportDifferences, { differences, at: unixSeconds(clock) })
  if (news > 0) log.error({ differences }, 'the node and the books differ; outgoing payments are halted')
}

/** Must run before any comparison, which would store a cursor that looks like an earlier one. */
async function giveUp({ db, clock, log }: PaymentDeps, due: string): Promise<NodeDifference> {
  const detail = `${due}, and the node's payments since then cannot be listed: compare them by hand`
  await db.transact(endComparison, { reason: due, why: detail, at: unixSeconds(clock) })
  log.error({ reason: detail }, 'the node cannot be compared with the books; outgoing payments are halted')
  return { kind: 'not-comparable', detail }
}

const areKnown = ({ funding }: PaymentDeps): boolean => funding.all.every((source) => source.id() !== undefined)

const keyOf = ({ kind, paymentHash, detail }: NodeDifference): string => `${kind} ${paymentHash ?? detail}`

/** Without a cursor from before the change, the list of payments starts now and cannot show lost ones. */
async function canCompare({ db, funding }: PaymentDeps): Promise<boolean> {
  for (const source of funding.all) {
    const id = source.id()
    const isListed =
      source.sentSince !== undefined && id !== undefined && (await findSentCursor(db, id)).value !== undefined
    if (!isListed && !source.can.exactBalance) return false
  }
  return true
}

/** The due comparison is done. `why`: it was inconclusive, so an operator has to decide before payments resume. */
export const endComparison = defineCommand({
  name: 'end-comparison',
  run: async (tx, { reason, why, at }: { reason: string; why: string | undefined; at: number }): Promise<void> => {
    // The history may have changed again meanwhile.
    if ((await findComparisonDue(tx)) !== reason) return
    await tx.run(liftComparison)
    if (why === undefined) return
    // The halt may have another reason already.
    await raiseAlarmAgain(tx, { kind: 'node-not-comparable', reference: why, detail: why, at })
    await tx.run(haltPayments(why))
  },
})
