import type { Receipt, ReceiptPage } from '../port/funding-source.ts'

/**
 * For nodes that list by time and have no cursor of their own. A payment may be recorded slightly after its time: each
 * read repeats the last minute before the newest receipt, and the cursor names the receipts already listed from it.
 */
export interface TimeCursor {
  /** Read from here on, Unix milliseconds. */
  readonly fromMs: number
  /** At most that many receipts from there on have been listed. */
  readonly listedCount: number
  /** Whether it is listed as settled. */
  isListed(paymentHash: string): boolean
  /** Receipts not listed yet, oldest first, and the next cursor. */
  page(found: readonly DatedReceipt[], limit: number): ReceiptPage
}

export interface DatedReceipt {
  /** Unix milliseconds, by the node's clock. */
  readonly atMs: number
  readonly receipt: Receipt
}

const OVERLAP_MS = 60_000
/** Enough of a payment hash to distinguish the receipts of a minute. */
const MARK_LENGTH = 16

/** The service stores its first cursor before anything it made is older than this; older receipts are not ours. */
const FIRST_LOOK_MS = 86_400_000

/**
 * `source` is the first word of the cursor: a cursor of another source is ignored. `since`: the start of the first one,
 * Unix seconds.
 */
export function readTimeCursor(source: string, given: string | undefined, nowMs: number, since?: number): TimeCursor {
  // Stored even without receipts, so that the beginning does not move.
  const beginning = `${source} ${Math.max(0, since === undefined ? nowMs - FIRST_LOOK_MS : since * 1000)} `
  const cursor = given?.startsWith(`${source} `) === true ? given : beginning
  const [, newest, list = ''] = cursor.split(' ')
  const newestMs = Number(newest)
  const listed = new Map(
    list
      .split(',')
      .filter((entry) => entry !== '')
      .map((entry) => [entry.slice(0, MARK_LENGTH), Number(entry.slice(MARK_LENGTH + 1))]),
  )
  return {
    fromMs: Math.max(0, newestMs - OVERLAP_MS),
    listedCount: listed.size,
    isListed: (paymentHash) => listed.has(markOf({ paymentHash, kind: 'settled' })),
    page(found, limit) {
      const fresh = found
        .filter(({ receipt }) => !listed.has(markOf(receipt)))
        .sort((one, other) => one.atMs - other.atMs || (one.receipt.paymentHash < other.receipt.paymentHash ? -1 : 1))
        .slice(0, limit)
      if (fresh.length === 0) return { receipts: [], cursor }
      const last = Math.max(newestMs, ...fresh.map(({ atMs }) => atMs))
      const read = [...listed, ...fresh.map(({ atMs, receipt }) => [markOf(receipt), atMs] as const)]
      const still = read.filter(([, atMs]) => atMs >= last - OVERLAP_MS).map(([mark, atMs]) => `${mark}@${atMs}`)
      return { receipts: fresh.map(({ receipt }) => receipt), cursor: `${source} ${last} ${still.join(',')}` }
    },
  }
}

/** Events of a hold have distinct marks, whose first letter is no hex digit. */
function markOf({ paymentHash, kind }: Pick<Receipt, 'paymentHash' | 'kind'>): string {
  return `${kind === 'settled' ? '' : FIRST_LETTERS[kind]}${paymentHash}`.slice(0, MARK_LENGTH)
}

const FIRST_LETTERS = { held: 'h', released: 'r', part: 'p' } as const
