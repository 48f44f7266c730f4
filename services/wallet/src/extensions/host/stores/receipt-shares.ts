import type { Reader, Tx } from '../../../db/database.ts'

/** The part of the starting receipt that one run takes, to forward now or later. */
export interface ReceiptShare {
  readonly checkingId: string
  readonly msat: bigint
}

/**
 * All extensions together never take more than the receipt: one statement adds up and checks, in the transaction that
 * stores the payouts. If another run was faster, the handler runs again and sees the rest.
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

/** The amount that extensions have taken of a receipt, maximum routing fees included. */
export const findPassedOn = async (reader: Reader, checkingId: string): Promise<bigint> =>
  (await reader.first(
    'SELECT taken_msat AS n FROM extension_receipts WHERE checking_id = $1',
    [checkingId],
    (row: { n: bigint }) => row.n,
  )) ?? 0n
