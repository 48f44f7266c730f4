import { within } from '../../base/within.ts'
import { type Change, defineCommand, type Reader, type Tx } from '../../db/database.ts'
import { sumNodePostings } from '../../ledger/node-position.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import type { NodeDifference } from './compare-sent-payments.ts'

const NODE_MS = 3000

export interface BalanceCompared {
  /** The node's balance less the expected one; zero = they agree. */
  readonly differenceMsat: bigint
  readonly difference: NodeDifference | undefined
}

type ComparisonDeps = Pick<PaymentDeps, 'db' | 'funding'>

export interface BalanceComparison {
  /** Undefined: not comparable now, or the node's balance changes by other payments than ours. */
  compare(): Promise<BalanceCompared | undefined>
}

/**
 * Compares the node's balance with the one expected by the books, while no payment is in flight. A difference counts
 * when it is the same in two comparisons.
 */
export function createBalanceComparison(deps: ComparisonDeps): BalanceComparison {
  let history: string | undefined
  let summedUpTo = 0n
  let position = 0n
  let lastChange = 0n
  let last: { readonly balance: bigint; readonly change: bigint } | undefined

  const readPosition = async (): Promise<bigint> => {
    const now = await findSetting(deps.db, 'database-changed')
    // Postings that are in the sum may be lost.
    if (now !== history) {
      summedUpTo = 0n
      position = 0n
      lastChange = 0n
      last = undefined
      history = now
    }
    const next = await sumNodePostings(deps.db, summedUpTo)
    summedUpTo = next.upTo
    position += next.sum
    lastChange = next.lastChange ?? lastChange
    return position
  }
  return {
    async compare() {
      if (!deps.funding.all.every(({ can }) => can.exactBalance) || !(await isQuiet(deps))) return undefined
      const before = await readPosition()
      const change = lastChange
      const balance = await within(NODE_MS, sumBalances(deps))
      await readPosition()
      // A payment moved meanwhile: compare again next time.
      if (balance === undefined || change !== lastChange || !(await isQuiet(deps))) return undefined
      // A receipt that is not booked yet is a difference, too. Its posting ends it, even if the sums are then the same:
      // a payment of equal amount may follow a receipt.
      const isStill = last?.balance === balance && last.change === change
      last = { balance, change }
      if (!isStill) return undefined
      const beginning = await deps.db.transact(rememberBeginning, {
        value: String(balance - before),
        sources: idsOf(deps).join(','),
      })
      const differenceMsat = balance - before - BigInt(beginning)
      if (differenceMsat === 0n) return { differenceMsat, difference: undefined }
      const detail = `the node has ${differenceMsat} msat more than the books say`
      return { differenceMsat, difference: { kind: 'balance', detail } }
    },
  }
}

const idsOf = ({ funding }: ComparisonDeps): number[] => funding.all.flatMap((source) => source.id() ?? [])

/** After a change of nodes the books cover both nodes together. */
async function sumBalances({ funding }: ComparisonDeps): Promise<bigint> {
  const balances = await Promise.all(funding.all.map((source) => source.balance()))
  return balances.reduce<bigint>((sum, balance) => sum + balance, 0n)
}

/** While a payment is with a node, its expected balance is unknown. Payments of an unreachable node do not count. */
const isQuiet = async (deps: ComparisonDeps): Promise<boolean> =>
  (await deps.db.first(
    `SELECT seq FROM payments WHERE due_at IS NOT NULL AND state IN ('dispatched', 'settling', 'cancelling', 'closing')
     AND source_id IN (${[0, ...idsOf(deps)].join(', ')}) LIMIT 1`,
    [],
    (row) => row,
  )) === undefined

/** The node's next balance counts as correct: the operator has explained the difference. */
export const forgetBeginning: Change = { sql: `DELETE FROM settings WHERE name = 'node-beginning'`, params: [] }

/** Stores the nodes' balance before the first posting, computed once per set of nodes. `sources`: their ids. */
export const rememberBeginning = defineCommand({
  name: 'remember-beginning',
  run: async (tx, { value, sources }: { value: string; sources: string }) => {
    if (((await findSetting(tx, 'node-sources')) ?? '1') !== sources) {
      await tx.run(forgetBeginning)
      await tx.run({
        sql: `INSERT INTO settings (name, value) VALUES ('node-sources', $1)
              ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        params: [sources],
      })
    }
    await tx.run({
      sql: `INSERT INTO settings (name, value) VALUES ('node-beginning', $1) ON CONFLICT (name) DO NOTHING`,
      params: [value],
    })
    return (await findSetting(tx, 'node-beginning')) ?? value
  },
})

const findSetting = (reader: Reader | Tx, name: string): Promise<string | undefined> =>
  reader.first('SELECT value FROM settings WHERE name = $1', [name], (row: { value: string }) => row.value)
