import { type Msat, msat, msatToSatCeil } from '@satchel/money/units'
import { defineCommand, type Reader } from '../../db/database.ts'
import { stopPayments } from '../../ledger/halt.ts'

/**
 * Halts payments before a real node is used for the first time, if wallets received money at a simulated node: that
 * money is worth nothing, and the real node would pay it out. An operator decides and resumes.
 */
export const haltForPlayMoney = defineCommand({
  name: 'halt-for-play-money',
  run: async (tx, { kind, at }: { kind: string; at: number }): Promise<void> => {
    if (kind === 'simulated' || !(await wasOnlySimulated(tx))) return
    const held = await findHeld(tx)
    if (held === 0n) return
    const reason = `wallets hold ${msatToSatCeil(held)} sat from the time when the node was simulated, and the ${kind} node would pay them out: take back what is play money, then resume`
    await stopPayments.run(tx, { reason, at })
  },
})

const wasOnlySimulated = async (reader: Reader): Promise<boolean> => {
  const kinds = await reader.list('SELECT kind FROM funding_sources', [], (row: { kind: string }) => row.kind)
  return kinds.length > 0 && kinds.every((kind) => kind === 'simulated')
}

/** The sum of all balances; zero if no node ever received anything, because then the operator booked all of it. */
const findHeld = async (reader: Reader): Promise<Msat> =>
  msat(
    (await reader.first(
      `SELECT CAST(COALESCE(SUM(available_msat + reserved_msat), 0) AS BIGINT) AS held FROM balances
       WHERE EXISTS (SELECT 1 FROM postings WHERE from_account = 'node' AND kind = 'receive')`,
      [],
      (row: { held: bigint }) => row.held,
    )) ?? 0n,
  )
