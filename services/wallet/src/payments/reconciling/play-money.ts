import { type Msat, msat, msatToSatCeil } from '@satchel/money/units'
import { defineCommand, type Reader } from '../../db/database.ts'
import { stopPayments } from '../../ledger/halt.ts'

/**
 * Before a real node is used for the first time: what wallets were paid at a simulated node is worth nothing, and the real
 * one would pay it out. Payments are halted until an operator has decided about it.
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

/** Zero where nothing was ever received: then all that wallets hold are adjustments of the operator. */
const findHeld = async (reader: Reader): Promise<Msat> =>
  msat(
    (await reader.first(
      `SELECT CAST(COALESCE(SUM(available_msat + reserved_msat), 0) AS BIGINT) AS held FROM balances
       WHERE EXISTS (SELECT 1 FROM postings WHERE from_account = 'node' AND kind = 'receive')`,
      [],
      (row: { held: bigint }) => row.held,
    )) ?? 0n,
  )
