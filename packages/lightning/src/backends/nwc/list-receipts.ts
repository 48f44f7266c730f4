import { type DatedReceipt, readTimeCursor } from '../../lists/time-cursor.ts'
import type { Clock } from '../../port/clock.ts'
import type { FundingSource, ReceiptPage } from '../../port/funding-source.ts'
import type { NwcCalls } from './nwc-calls.ts'
import { madeMs, type NwcTransaction, settledMs, toReceipt } from './nwc-transaction.ts'
import type { NwcWire } from './nwc-wire.ts'

const HOUR_MS = 3_600_000
/** Older invoices are read in a deep scan only. */
const YOUNG_MS = HOUR_MS
/** No scan reads invoices older than this: only notifications report their receipts. */
const DEEP_MS = 7 * 24 * HOUR_MS
/** Time between deep scans; a reconnect starts one, too. */
const DEEP_EVERY_MS = 600_000
/** A deep scan reports receipts behind the cursor again, up to this age: they may have been missed. */
const AGAIN_MS = HOUR_MS

/**
 * Wallets list by arrival or by creation of the invoices, and do not report which. Recent invoices are read each time,
 * and sometimes all of a week, to find an old invoice that was paid during a disconnection.
 */
export function createReceiptList(
  calls: Pick<NwcCalls, 'listPaid'>,
  { wire, clock }: { readonly wire: Pick<NwcWire, 'connections'>; readonly clock: Clock },
): Pick<FundingSource, 'receiptsSince'> {
  let deep = { atMs: Number.NEGATIVE_INFINITY, connections: -1 }
  let walk:
    | { readonly cursor: string | undefined; readonly limit: number; readonly page: Promise<ReceiptPage> }
    | undefined

  const read = async (cursor: string | undefined, limit: number, since?: number): Promise<ReceiptPage> => {
    const nowMs = clock()
    const connections = wire.connections()
    const isDeep = nowMs - deep.atMs >= DEEP_EVERY_MS || connections !== deep.connections
    const position = readTimeCursor('nwc', cursor, nowMs, since)
    const floorMs = isDeep ? position.fromMs - AGAIN_MS : position.fromMs
    const madeFromMs = nowMs - (isDeep ? DEEP_MS : YOUNG_MS)
    const rows = await listAll(calls, { floorMs, madeFromMs })
    const found = toDated(rows)
    const page = position.page(
      found.filter(({ atMs }) => atMs >= position.fromMs),
      limit,
    )
    // Only another deep scan would find receipts that did not fit on the page.
    if (!isDeep || page.receipts.length >= limit) return page
    deep = { atMs: nowMs, connections }
    const again = found
      .filter(
        ({ atMs, receipt }) => atMs >= floorMs && atMs < position.fromMs && !position.isListed(receipt.paymentHash),
      )
      .slice(0, limit - page.receipts.length)
    return { receipts: [...again.map(({ receipt }) => receipt), ...page.receipts], cursor: page.cursor }
  }
  return {
    receiptsSince(cursor, limit, since) {
      // A caller that stops waiting finds the long scan still running on the next call.
      if (walk?.cursor === cursor && walk?.limit === limit) return walk.page
      const begun = { cursor, limit, page: read(cursor, limit, since) }
      walk = begun
      const end = (): void => {
        if (walk === begun) walk = undefined
      }
      begun.page.then(end, end)
      return begun.page
    },
  }
}

interface Depth {
  /** Earlier receipts are not requested. */
  readonly floorMs: number
  /** Unless it was made later than this. */
  readonly madeFromMs: number
}

/** Newest first, each once. Ends with a page that is completely too old, or repeated. */
async function listAll(
  calls: Pick<NwcCalls, 'listPaid'>,
  { floorMs, madeFromMs }: Depth,
): Promise<readonly NwcTransaction[]> {
  const from = Math.max(0, Math.floor(Math.min(floorMs, madeFromMs) / 1000))
  const found = new Map<string, NwcTransaction>()
  for (let offset = 0; ; ) {
    const { payments, size } = await calls.listPaid({ from, offset })
    const fresh = payments.filter((row) => !found.has(row.payment_hash))
    for (const row of fresh) found.set(row.payment_hash, row)
    const isOld = payments.every((row) => settledMs(row) < floorMs && madeMs(row) < madeFromMs)
    if (fresh.length === 0 || isOld) return [...found.values()]
    offset += size
  }
}

/** Within a second they have the order of the list: wallets report no smaller times. */
function toDated(newestFirst: readonly NwcTransaction[]): DatedReceipt[] {
  const inSecond = new Map<number, number>()
  return newestFirst.toReversed().flatMap((row) => {
    const receipt = toReceipt(row)
    if (receipt === undefined) return []
    const ms = settledMs(row)
    const rank = inSecond.get(ms) ?? 0
    inSecond.set(ms, rank + 1)
    return { atMs: ms + Math.min(rank, 999), receipt }
  })
}
