import type { Clock } from '../../clock.ts'
import type { FundingSource, ReceiptPage } from '../funding-source.ts'
import { type DatedReceipt, readToldCursor } from '../told-cursor.ts'
import type { NwcCalls } from './nwc-calls.ts'
import { type NwcTransaction, settledMs, toReceipt } from './nwc-transaction.ts'
import type { NwcWire } from './nwc-wire.ts'

const DAY_MS = 86_400_000
/** Invoices older than this are found by their news, or not at all. */
const DEPTH_MS = 7 * DAY_MS
/** Every so often, and after each connection that was made anew. */
const DEEP_EVERY_MS = 600_000
/** What a deep look finds among what the cursor has passed is told again, up to this age: it may have been missed. */
const AGAIN_MS = 3_600_000

/**
 * Wallets list by arrival or by the making of their invoices, and nobody says which. What is young is read each time;
 * now and then everything of a week, so that an old invoice is found that was paid while nobody listened.
 */
export function createReceiptList(
  calls: Pick<NwcCalls, 'listPaid'>,
  { wire, clock }: { readonly wire: Pick<NwcWire, 'connections'>; readonly clock: Clock },
): Pick<FundingSource, 'receiptsSince'> {
  let deep = { atMs: Number.NEGATIVE_INFINITY, connections: -1 }
  let walk:
    | { readonly cursor: string | undefined; readonly limit: number; readonly page: Promise<ReceiptPage> }
    | undefined

  const read = async (cursor: string | undefined, limit: number): Promise<ReceiptPage> => {
    const nowMs = clock()
    const connections = wire.connections()
    const isDeep = nowMs - deep.atMs >= DEEP_EVERY_MS || connections !== deep.connections
    const told = readToldCursor('nwc', cursor, nowMs)
    const floorMs = isDeep ? told.fromMs - AGAIN_MS : told.fromMs
    const fromMs = isDeep ? Math.min(floorMs, nowMs - DEPTH_MS) : floorMs
    const rows = await listAll(calls, Math.max(0, Math.floor(fromMs / 1000)), isDeep ? 0 : floorMs)
    const page = told.page(
      toDated(rows).filter(({ atMs }) => atMs >= floorMs),
      limit,
    )
    if (isDeep) deep = { atMs: nowMs, connections }
    return page
  }
  return {
    receiptsSince(cursor, limit) {
      // Who does not wait for a long walk finds it again where it is.
      if (walk?.cursor === cursor && walk?.limit === limit) return walk.page
      const begun = { cursor, limit, page: read(cursor, limit) }
      walk = begun
      const end = (): void => {
        if (walk === begun) walk = undefined
      }
      begun.page.then(end, end)
      return begun.page
    },
  }
}

/** Newest first, each once. Reads on as long as a page has anything from `floorMs` on, and is not one it had before. */
async function listAll(
  calls: Pick<NwcCalls, 'listPaid'>,
  from: number,
  floorMs: number,
): Promise<readonly NwcTransaction[]> {
  const found = new Map<string, NwcTransaction>()
  for (let offset = 0; ; ) {
    const rows = await calls.listPaid({ from, offset })
    const fresh = rows.filter((row) => !found.has(row.payment_hash))
    for (const row of fresh) found.set(row.payment_hash, row)
    if (fresh.length === 0 || rows.every((row) => settledMs(row) < floorMs)) return [...found.values()]
    offset += rows.length
  }
}

/** Within a second they have the order of the list: wallets tell no smaller times. */
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
