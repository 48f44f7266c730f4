import { type DatedReceipt, readTimeCursor } from '../../lists/time-cursor.ts'
import type { ReceiptPage } from '../../port/funding-source.ts'
import type { EclairCalls } from './eclair-calls.ts'
import { toDatedReceipt } from './received-payment.ts'

export interface ReceiptQuery {
  readonly cursor: string | undefined
  readonly limit: number
  readonly nowMs: number
  /** Unix seconds. */
  readonly since: number | undefined
}

/** Most invoices are paid within this time or never. */
const RECENT_MS = 2 * 3_600_000
const AT_ONCE = 16

/**
 * Eclair lists received payments by the creation time of their invoices, so an old invoice paid now is far back in the
 * list. The audit is ordered by arrival, but is written slightly after the database, and may lack payments from just
 * before a crash. So receipts come from the audit, and from the last hours of the database.
 */
export async function listReceipts(
  calls: EclairCalls,
  { cursor, limit, nowMs, since }: ReceiptQuery,
): Promise<ReceiptPage> {
  const position = readTimeCursor('eclair', cursor, nowMs, since)
  const most = limit + position.listedCount
  const arrivals = await calls.listArrivals(position.fromMs, most)
  const news = [...new Set(arrivals)].filter((paymentHash) => !position.isListed(paymentHash))
  const found = await lookUpAll(calls, news)
  if (arrivals.length < most) {
    const known = new Set(news)
    const recent = await calls.listReceived(Math.min(position.fromMs, nowMs) - RECENT_MS)
    for (const dated of recent.map(toDatedReceipt)) {
      if (dated !== undefined && dated.atMs >= position.fromMs && !known.has(dated.receipt.paymentHash))
        found.push(dated)
    }
  }
  return position.page(found, limit)
}

async function lookUpAll(calls: EclairCalls, hashes: readonly string[]): Promise<DatedReceipt[]> {
  const found: DatedReceipt[] = []
  for (let start = 0; start < hashes.length; start += AT_ONCE) {
    const payments = await Promise.all(hashes.slice(start, start + AT_ONCE).map((hash) => calls.received(hash)))
    found.push(...payments.flatMap((payment) => (payment && toDatedReceipt(payment)) ?? []))
  }
  return found
}
