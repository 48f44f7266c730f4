import { unixSeconds } from '../../clock.ts'
import { defineCommand } from '../../db/database.ts'
import { findComparisonDue, haltPayments, liftComparison, raiseAlarmAgain } from '../../ledger/halt.ts'
import { createBalanceComparison } from './compare-balances.ts'
import { compareSentPayments, findSentCursor, type NodeDifference, reportDifferences } from './compare-sent-payments.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'

/** How the last comparison ended. */
export interface Compared {
  /** Unix seconds. */
  readonly at: number
  /** What the node has beyond what the books say; zero = they agree. Undefined where no exact balance is known. */
  readonly differenceMsat: bigint | undefined
}

export interface NodeComparison {
  /** A difference counts when it stays until the next comparison; then outgoing payments halt (rule A54). */
  check(options?: CheckOptions): Promise<void>
  /** Twice, now. Undefined: a node does not answer. */
  compareNow(): Promise<readonly NodeDifference[] | undefined>
  /** Undefined until this process has compared, which takes two quiet moments, or when the node shows no balance. */
  last(): Compared | undefined
}

export interface CheckOptions {
  /** Everything that the nodes have received is in the books; before that their balances say nothing. */
  readonly swept?: boolean
  /** Ask the nodes for their payments, however short ago they were asked. */
  readonly everything?: boolean
}

/** How often a node is asked for its payments while nothing is suspicious. */
const SENT_EVERY_MS = 15_000

/**
 * The last net under every other rule: holds what the nodes have done against the books, payment by payment where the node
 * lists them and by its balance where that is exact. After the database's course of commits has changed (adopt-history),
 * nothing is sent before this has found no difference.
 */
export function createNodeComparison(deps: PaymentDeps): NodeComparison {
  const balances = createBalanceComparison(deps)
  let seen = new Set<string>()
  let running: Promise<unknown> = Promise.resolve()
  let compared: Compared | undefined
  let sentAt = Number.NEGATIVE_INFINITY

  /** Which differences there were the last time, too. Undefined: a node does not answer. */
  const compare = async ({
    withSent = true,
    withBalance = true,
  } = {}): Promise<readonly NodeDifference[] | undefined> => {
    const found: NodeDifference[] = []
    try {
      if (withSent) {
        for (const source of deps.funding.all) found.push(...(await compareSentPayments(deps, source)))
        sentAt = performance.now()
      }
    } catch (error) {
      deps.log.info({ err: error }, 'the node does not list its payments now; they are compared with the books later')
      return undefined
    }
    const balance = withBalance ? await balances.compare() : undefined
    if (balance !== undefined) {
      compared = { at: unixSeconds(deps.clock), differenceMsat: balance.differenceMsat }
      if (balance.difference !== undefined) found.push(balance.difference)
    }
    // A balance that differs has stayed so for two quiet moments already.
    const staying = found.filter((each) => each.kind === 'balance' || seen.has(keyOf(each)))
    if (withSent) seen = new Set(found.map(keyOf))
    return staying
  }
  const checkOnce = async ({ swept = false, everything = false }: CheckOptions): Promise<void> => {
    const due = await findComparisonDue(deps.db)
    // A node that has not said who it is has no stored position yet.
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
  /** Serialized: the recovery and the duty may run concurrently, and both would add the same postings. */
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

async function report({ db, clock, log }: PaymentDeps, differences: readonly NodeDifference[]): Promise<void> {
  const news = await db.transact(reportDifferences, { differences, at: unixSeconds(clock) })
  if (news > 0) log.error({ differences }, 'the node and the books differ; outgoing payments are halted')
}

/** Before anything is compared: that would store a cursor, and look as if there had been one. */
async function giveUp({ db, clock, log }: PaymentDeps, due: string): Promise<NodeDifference> {
  const detail = `${due}, and the node's payments since then cannot be listed: compare them by hand`
  await db.transact(endComparison, { reason: due, why: detail, at: unixSeconds(clock) })
  log.error({ reason: detail }, 'the node cannot be compared with the books; outgoing payments are halted')
  return { kind: 'not-comparable', detail }
}

const areKnown = ({ funding }: PaymentDeps): boolean => funding.all.every((source) => source.id() !== undefined)

const keyOf = ({ kind, paymentHash, detail }: NodeDifference): string => `${kind} ${paymentHash ?? detail}`

/** Without a cursor from before the change a list of payments begins now, and does not show what was lost. */
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
    // Another change of history may have come meanwhile.
    if ((await findComparisonDue(tx)) !== reason) return
    await tx.run(liftComparison)
    if (why === undefined) return
    // The halt may have another reason already.
    await raiseAlarmAgain(tx, { kind: 'node-not-comparable', reference: why, detail: why, at })
    await tx.run(haltPayments(why))
  },
})
