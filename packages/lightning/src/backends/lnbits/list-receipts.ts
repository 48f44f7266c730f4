import { type DatedReceipt, readTimeCursor } from '../../lists/time-cursor.ts'
import type { ReceiptPage } from '../../port/funding-source.ts'
import type { LnbitsCalls } from './lnbits-calls.ts'
import { changedAtMs, toDatedReceipt } from './lnbits-payment.ts'

export interface ReceiptQuery {
  readonly cursor: string | undefined
  readonly limit: number
  readonly nowMs: number
  /** Unix seconds. */
  readonly since: number | undefined
}

const FIRST_PAGE = 20
/** The largest page that LNbits returns. */
const PAGE = 1000

/**
 * LNbits lists receipts by their last change, newest first, and accepts no start: pages are read back to the cursor. A
 * row that changes meanwhile moves to the front and shifts others back, so no row is skipped.
 */
export async function listReceipts(
  calls: Pick<LnbitsCalls, 'listPaid'>,
  { cursor, limit, nowMs, since }: ReceiptQuery,
): Promise<ReceiptPage> {
  const position = readTimeCursor('lnbits', cursor, nowMs, since)
  const found = new Map<string, DatedReceipt>()
  for (let offset = 0, size = FIRST_PAGE; ; offset += size, size = PAGE) {
    const rows = await calls.listPaid({ offset, limit: size })
    const fresh = rows.filter((row) => changedAtMs(row) >= position.fromMs)
    for (const row of fresh) {
      if (found.has(row.payment_hash) || position.isListed(row.payment_hash)) continue
      const dated = toDatedReceipt(row)
      if (dated !== undefined) found.set(row.payment_hash, dated)
    }
    if (rows.length < size || fresh.length < rows.length) return position.page([...found.values()], limit)
  }
}
