import { readTimeCursor } from '../../lists/time-cursor.ts'
import type { ReceiptPage } from '../../port/funding-source.ts'
import { type IncomingPayment, toReceipt } from './incoming-payment.ts'
import type { PhoenixdCalls } from './phoenixd-calls.ts'

type ListPaid = Pick<PhoenixdCalls, 'listPaid'>

export interface ReceiptQuery {
  readonly cursor: string | undefined
  readonly limit: number
  readonly nowMs: number
  /** Unix seconds. */
  readonly since: number | undefined
}

export async function listReceipts(
  calls: ListPaid,
  { cursor, limit, nowMs, since }: ReceiptQuery,
): Promise<ReceiptPage> {
  const { fromMs, listedCount, page } = readTimeCursor('phoenixd', cursor, nowMs, since)
  const rows = await listOldest(calls, fromMs, limit + listedCount)
  return page(
    rows.map((row) => ({ atMs: timeOf(row), receipt: toReceipt(row) })),
    limit,
  )
}

/** phoenixd lists the newest first; with a long backlog the oldest are found by asking how many there are. */
async function listOldest(calls: ListPaid, from: number, count: number): Promise<IncomingPayment[]> {
  const newest = await calls.listPaid({ from, limit: count + 1, offset: 0 })
  if (newest.length <= count) return newest
  // New receipts must not shift the pages.
  const to = Math.max(...newest.map(timeOf))
  const total = await countPaid(calls, { from, to }, count)
  return calls.listPaid({ from, to, limit: count, offset: total - count })
}

/** `known`: there are more than that. Doubles until there are none, then halves. */
async function countPaid(calls: ListPaid, span: { from: number; to: number }, known: number): Promise<number> {
  const has = async (offset: number): Promise<boolean> =>
    (await calls.listPaid({ ...span, limit: 1, offset })).length > 0
  let there = known
  let gone = known * 2
  while (await has(gone)) [there, gone] = [gone, gone * 2]
  while (gone - there > 1) {
    const middle = Math.floor((there + gone) / 2)
    if (await has(middle)) there = middle
    else gone = middle
  }
  return gone
}

const timeOf = ({ completedAt }: IncomingPayment): number => completedAt ?? 0
