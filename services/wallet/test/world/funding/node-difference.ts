import type { World } from '../open-world.ts'

interface Truth {
  readonly received: readonly { readonly amount: number }[]
  readonly sent: readonly { readonly amount: number; readonly fee: number }[]
}

/** The node's balance in the books minus its real receipts and sends (rule B5). Not zero: money was lost. */
export async function nodeDifference({ db, node }: World): Promise<bigint> {
  const { received, sent } = (await node.sendControl('GET /truth')).body as Truth
  const arrived = received.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const left = sent.reduce((sum, { amount, fee }) => sum + BigInt(amount) + BigInt(fee), 0n)
  const booked = await db.first(
    `SELECT CAST(COALESCE(SUM(CASE WHEN from_account = 'node' THEN amount_msat ELSE -amount_msat END), 0) AS BIGINT) AS msat
     FROM postings WHERE 'node' IN (from_account, to_account)`,
    [],
    (row: { msat: bigint }) => row.msat,
  )
  return (booked ?? 0n) - (arrived - left)
}
