import type { Reader } from '../../db/database.ts'
import { OF_HASH } from './payment-store.ts'

/** Whether a payment in either direction has this hash (rule A44). */
export async function isHashKnown(reader: Reader, paymentHash: string): Promise<boolean> {
  for (const kind of OF_HASH) {
    const sql = `SELECT seq FROM payments WHERE payment_hash = $1 AND ${kind} LIMIT 1`
    if ((await reader.first(sql, [paymentHash], (row) => row)) !== undefined) return true
  }
  return false
}
