import type { Reader, Tx } from '../../../db/database.ts'

/** What one run takes of the receipt that started it, to pay it on now or later. */
export interface ReceiptShare {
  readonly checkingId: string
  readonly msat: bigint
}

/**
 * All extensions together never take more of a receipt than arrived: the database adds up and checks in one statement,
 * in the transaction that stores the payouts. When another run was faster, the handler runs again and sees what is left.
 */
export async function takeShare(tx: Tx, { checkingId, msat }: ReceiptShare, conflict: () => Error): Promise<void> {
  await tx.run({
    sql: `INSERT INTO extension_receipts (checking_id, wallet_id, amount_msat, taken_msat)
          SELECT checking_id, wallet_id, amount_msat, 0 FROM payments WHERE checking_id = $1 AND direction = 'in'
          ON CONFLICT (checking_id) DO NOTHING`,
    params: [checkingId],
  })
  await tx.run({
    sql: `UPDATE extension_receipts SET taken_msat = taken_msat + $2
          WHERE checking_id = $1 AND taken_msat + $2 <= amount_msat`,
    params: [checkingId, msat],
    rows: 1,
    otherwise: conflict,
  })
}

/** What extensions have taken of a receipt, with the most that routing may cost. */
export const findPassedOn = async (reader: Reader, checkingId: string): Promise<bigint> =>
  (await reader.first(
    'SELECT taken_msat AS n FROM extension_receipts WHERE checking_id = $1',
    [checkingId],
    (row: { n: bigint }) => row.n,
  )) ?? 0n
