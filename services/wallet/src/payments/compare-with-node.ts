import { unixSeconds } from '../clock.ts'
import { type Change, defineCommand, type Tx } from '../db/database.ts'
import { stopPayments } from '../ledger/halt.ts'
import { sumNodePostings } from '../ledger/node-position.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { within } from './within.ts'

const NODE_MS = 3000

/** How the last comparison ended. */
export interface Compared {
  /** Unix seconds. */
  readonly at: number
  /** What the node has beyond what the books say; zero = they agree. */
  readonly differenceMsat: bigint
}

/** What the node and the books say differently. `balance`: as a whole; other kinds name a payment. */
export interface NodeDifference {
  readonly kind: string
  readonly paymentHash?: string
  readonly detail: string
}

export interface NodeComparison {
  check(): Promise<void>
  /** Compares now: what differs, or undefined when the node cannot be asked. */
  compareNow(): Promise<readonly NodeDifference[] | undefined>
  /** Undefined until this process has compared, which takes two quiet moments, or when the node cannot tell. */
  last(): Compared | undefined
}

/**
 * Compares what the node has with what the books say it should have: the last net under every other rule. A difference
 * that stays, while nothing is under way, halts outgoing payments (money-safety A54).
 */
export function createNodeComparison(deps: PaymentDeps): NodeComparison {
  let summedUpTo = 0n
  let position = 0n
  let last: { readonly balance: bigint; readonly position: bigint } | undefined
  let running: Promise<void> = Promise.resolve()
  let compared: Compared | undefined

  const readPosition = async (): Promise<bigint> => {
    const next = await sumNodePostings(deps.db, summedUpTo)
    summedUpTo = next.upTo
    position += next.sum
    return position
  }
  const compare = async (): Promise<void> => {
    if (!deps.funding.all.every(({ can }) => can.exactBalance) || !(await isQuiet(deps))) return
    const before = await readPosition()
    const balance = await within(NODE_MS, sumBalances(deps))
    // Something moved meanwhile: looked at again next time.
    if (balance === undefined || before !== (await readPosition()) || !(await isQuiet(deps))) return
    // News on its way to the books changes one of the two; equal receipts that follow one another make equal differences.
    const isStill = last?.balance === balance && last.position === before
    last = { balance, position: before }
    if (!isStill) return
    const beginning = await deps.db.transact(rememberBeginning, {
      value: String(balance - before),
      sources: idsOf(deps).join(','),
    })
    const difference = balance - before - BigInt(beginning)
    compared = { at: unixSeconds(deps.clock), differenceMsat: difference }
    if (difference === 0n) return
    const reason = `the node has ${difference} msat more than the books say`
    deps.log.error({ difference: String(difference) }, 'the node and the books differ; outgoing payments are halted')
    await deps.db.transact(stopPayments, { reason, at: unixSeconds(deps.clock) })
  }
  return {
    check() {
      // One after another: the recovery and the duty may come at once, and both would add the same postings.
      running = running.catch(() => undefined).then(compare)
      return running
    },
    async compareNow() {
      // Twice: a difference counts when it stays.
      for (let round = 0; round < 2; round += 1) await this.check()
      if ((await within(NODE_MS, sumBalances(deps)).catch(() => undefined)) === undefined) return undefined
      const difference = compared?.differenceMsat ?? 0n
      if (difference === 0n) return []
      return [{ kind: 'balance', detail: `the node has ${difference} msat more than the books say` }]
    },
    last: () => compared,
  }
}

const idsOf = ({ funding }: PaymentDeps): number[] => funding.all.flatMap((source) => source.id() ?? [])

/** After a switch the books are about both nodes together. */
async function sumBalances({ funding }: PaymentDeps): Promise<bigint> {
  const balances = await Promise.all(funding.all.map((source) => source.balance()))
  return balances.reduce<bigint>((sum, balance) => sum + balance, 0n)
}

/** While a payment is with the node, nobody can say what it should have. One that is out of reach says nothing. */
const isQuiet = async (deps: PaymentDeps): Promise<boolean> =>
  (await deps.db.first(
    `SELECT seq FROM payments WHERE due_at IS NOT NULL AND state IN ('dispatched', 'settling', 'cancelling', 'closing')
     AND source_id IN (${[0, ...idsOf(deps)].join(', ')}) LIMIT 1`,
    [],
    (row) => row,
  )) === undefined

/** The node's next balance is taken as the right one: an operator says that he knows where the difference comes from. */
export const forgetBeginning: Change = { sql: `DELETE FROM settings WHERE name = 'node-beginning'`, params: [] }

/**
 * What the nodes had before the first posting; kept from the first time it is asked, and begun anew with other nodes.
 * `sources`: their ids.
 */
export const rememberBeginning = defineCommand(
  'remember-beginning',
  async (tx, { value, sources }: { value: string; sources: string }) => {
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
)

const findSetting = (tx: Tx, name: string): Promise<string | undefined> =>
  tx.first('SELECT value FROM settings WHERE name = $1', [name], (row: { value: string }) => row.value)
