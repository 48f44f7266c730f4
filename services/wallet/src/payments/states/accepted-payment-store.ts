import type { Msat } from '@satchel/money/units'
import type { Change, Reader } from '../../db/database.ts'

export interface AcceptedPayment {
  readonly paymentHash: string
  readonly amountMsat: Msat
  readonly feeMsat: Msat
  readonly reason: string
  /** The user's id. */
  readonly acceptedBy: string
  readonly at: number
}

/** Which of these payments of the node an operator has accepted: they are booked and no longer count as differences. */
export async function findAccepted(reader: Reader, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const accepted = new Set<string>()
  for (let start = 0; start < hashes.length; start += MAX_HASHES) {
    const part = hashes.slice(start, start + MAX_HASHES)
    const places = part.map((_hash, index) => `$${index + 1}`).join(', ')
    const found = await reader.list(
      `SELECT payment_hash FROM accepted_payments WHERE payment_hash IN (${places})`,
      part,
      (row: { payment_hash: string }) => row.payment_hash,
    )
    for (const hash of found) accepted.add(hash)
  }
  return accepted
}

const MAX_HASHES = 500

/** Changes no row when it was accepted before. */
export const insertAccepted = (payment: AcceptedPayment): Change => ({
  sql: `INSERT INTO accepted_payments (payment_hash, amount_msat, fee_msat, reason, accepted_by, at)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (payment_hash) DO NOTHING`,
  params: [payment.paymentHash, payment.amountMsat, payment.feeMsat, payment.reason, payment.acceptedBy, payment.at],
})
