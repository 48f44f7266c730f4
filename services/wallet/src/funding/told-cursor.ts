import type { Receipt, ReceiptPage } from './funding-source.ts'

/**
 * For nodes that list by time and have no cursor of their own. A payment may be written down a moment after its time:
 * the last minute before the newest receipt is read again and again, and the cursor names what of it has been told.
 */
export interface ToldCursor {
  /** Read from here on, Unix milliseconds. */
  readonly fromMs: number
  /** So many receipts from there on have been told at most. */
  readonly toldCount: number
  /** As settled. */
  isTold(paymentHash: string): boolean
  /** What has not been told, oldest first, and where to go on. */
  page(found: readonly DatedReceipt[], limit: number): ReceiptPage
}

export interface DatedReceipt {
  /** Unix milliseconds, by the node's clock. */
  readonly atMs: number
  readonly receipt: Receipt
}

const OVERLAP_MS = 60_000
/** As much of a payment hash as tells the receipts of a minute apart. */
const MARK_LENGTH = 16

/** What the service had made before its first cursor was stored is younger than this; older receipts are not ours. */
const FIRST_LOOK_MS = 86_400_000

/** `source` stands in front: what another source has left behind is no cursor. */
export function readToldCursor(source: string, given: string | undefined, nowMs: number): ToldCursor {
  // Stored even when there is nothing to tell, so that the beginning does not move.
  const beginning = `${source} ${Math.max(0, nowMs - FIRST_LOOK_MS)} `
  const cursor = given?.startsWith(`${source} `) === true ? given : beginning
  const [, newest, list = ''] = cursor.split(' ')
  const newestMs = Number(newest)
  const told = new Map(
    list
      .split(',')
      .filter((entry) => entry !== '')
      .map((entry) => [entry.slice(0, MARK_LENGTH), Number(entry.slice(MARK_LENGTH + 1))]),
  )
  return {
    fromMs: Math.max(0, newestMs - OVERLAP_MS),
    toldCount: told.size,
    isTold: (paymentHash) => told.has(markOf({ paymentHash, kind: 'settled' })),
    page(found, limit) {
      const fresh = found
        .filter(({ receipt }) => !told.has(markOf(receipt)))
        .sort((one, other) => one.atMs - other.atMs || (one.receipt.paymentHash < other.receipt.paymentHash ? -1 : 1))
        .slice(0, limit)
      if (fresh.length === 0) return { receipts: [], cursor }
      const last = Math.max(newestMs, ...fresh.map(({ atMs }) => atMs))
      const read = [...told, ...fresh.map(({ atMs, receipt }) => [markOf(receipt), atMs] as const)]
      const still = read.filter(([, atMs]) => atMs >= last - OVERLAP_MS).map(([mark, atMs]) => `${mark}@${atMs}`)
      return { receipts: fresh.map(({ receipt }) => receipt), cursor: `${source} ${last} ${still.join(',')}` }
    },
  }
}

/** News of a hold have marks of their own: their first letter is no digit of a hash. */
function markOf({ paymentHash, kind }: Pick<Receipt, 'paymentHash' | 'kind'>): string {
  return `${kind === 'settled' ? '' : FIRST_LETTERS[kind]}${paymentHash}`.slice(0, MARK_LENGTH)
}

const FIRST_LETTERS = { held: 'h', released: 'r', part: 'p' } as const
