import { listInvoices } from './list-invoices.ts'
import type { LndCalls } from './lnd-calls.ts'
import { isReceipt } from './lnd-invoice.ts'
import type { ReceiptCursor } from './receipt-cursor.ts'

const PAGE = 1000
/** How many pages of the newest invoices are searched for a receipt: on public pages most invoices are never paid. */
const MAX_PAGES = 10

/**
 * Finds the start for the invoices made since a time (Unix seconds), without reading the earlier history. Receipts up
 * to now are found by listing these invoices in creation order; later ones LND repeats by number.
 */
export async function beginReceipts(calls: LndCalls, since: number): Promise<ReceiptCursor> {
  const newest = await findNewest(calls)
  // LND cannot repeat its first receipt: until the second one, all invoices are listed.
  const begun = newest.settled < 2 ? 0 : newest.settled
  return { since, settled: begun, added: await findLastBefore(calls, since, newest.added), begun, open: [], held: [] }
}

/** The number of the newest invoice, and of a receipt before which all have settled by now; 0 = not found. */
async function findNewest(calls: LndCalls): Promise<Pick<ReceiptCursor, 'added' | 'settled'>> {
  let added = 0
  let offset = 0
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const page = await listInvoices(calls, `reversed=true&index_offset=${offset}&num_max_invoices=${PAGE}`)
    added = Math.max(added, ...page.map(({ addIndex }) => addIndex))
    const settled = Math.max(0, ...page.filter(isReceipt).map(({ settleIndex }) => settleIndex))
    if (settled > 0 || page.length < PAGE) return { added, settled }
    offset = Math.min(...page.map(({ addIndex }) => addIndex))
  }
  return { added, settled: 0 }
}

/** The number of the last invoice made before a time, by binary search: numbers ascend with time. */
async function findLastBefore(calls: LndCalls, since: number, newest: number): Promise<number> {
  let [before, after] = [0, newest]
  while (before < after) {
    const middle = Math.floor((before + after) / 2)
    const [next] = await listInvoices(calls, `index_offset=${middle}&num_max_invoices=1`)
    if (next === undefined || next.createdAt >= since) after = middle
    else before = next.addIndex
  }
  return before
}
