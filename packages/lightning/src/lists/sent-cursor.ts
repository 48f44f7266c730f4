import type { SentPage, SentPayment } from '../port/funding-source.ts'

interface DatedTime {
  /** The node's own id of the payment. */
  readonly id: string
  /** Unix milliseconds, by the node's clock. The same payment with another time is listed again. */
  readonly atMs: number
}

/** A payment as nodes list it that order their payments by time. */
export interface DatedSent extends DatedTime {
  readonly payment: SentPayment
}

/**
 * For nodes whose list of payments has no cursor. A payment may be stored slightly after its time, so the last minute
 * before the newest one is read again, and the cursor names the listed ones in it.
 */
export interface SentCursor {
  /** Read from here on, Unix milliseconds. */
  readonly fromMs: number
  /** Rows that are not listed yet, oldest first, at most `limit`. */
  fresh<Found extends DatedTime>(found: readonly Found[], limit: number): readonly Found[]
  /** A page of the new rows among these, and the next cursor. */
  page(found: readonly DatedSent[], limit: number): SentPage
}

const OVERLAP_MS = 60_000
/** Where a first cursor starts searching for the newest payment: more than the clocks of service and node differ. */
const FIRST_LOOK_MS = 86_400_000
/** Enough of an id to distinguish the payments of a minute: 64 bits of a UUID. */
const MARK_LENGTH = 18

/** `cursor` undefined: everything found counts as listed. */
export function readSentCursor(source: string, cursor: string | undefined, nowMs: number): SentCursor {
  if (cursor === undefined) {
    const fromMs = Math.max(0, nowMs - FIRST_LOOK_MS)
    const page: SentCursor['page'] = (found) => ({ payments: [], cursor: write(source, fromMs, found.map(markOf)) })
    return { fromMs, fresh: () => [], page }
  }
  const [name, newest, list = ''] = cursor.split(' ')
  const newestMs = Number(newest)
  if (name !== source || !Number.isSafeInteger(newestMs)) throw new Error(`not a position in the list of ${source}`)
  const listed = new Set(list.split(',').filter((mark) => mark !== ''))
  const fromMs = Math.max(0, newestMs - OVERLAP_MS)
  const fresh: SentCursor['fresh'] = (found, limit) =>
    found
      .filter((one) => !listed.has(markOf(one)) && one.atMs >= fromMs)
      .sort((one, other) => one.atMs - other.atMs || (one.id < other.id ? -1 : 1))
      .slice(0, limit)
  return {
    fromMs,
    fresh,
    page(found, limit) {
      const news = fresh(found, limit)
      if (news.length === 0) return { payments: [], cursor }
      return {
        payments: news.map(({ payment }) => payment),
        cursor: write(source, newestMs, [...listed, ...news.map(markOf)]),
      }
    },
  }
}

const markOf = ({ id, atMs }: DatedTime): string => `${id.slice(0, MARK_LENGTH)}@${atMs}`

function write(source: string, fromMs: number, marks: readonly string[]): string {
  const timeOf = (mark: string): number => Number(mark.slice(mark.indexOf('@') + 1))
  const newestMs = marks.reduce((newest, mark) => Math.max(newest, timeOf(mark)), fromMs)
  return `${source} ${newestMs} ${marks.filter((mark) => timeOf(mark) >= newestMs - OVERLAP_MS).join(',')}`
}
