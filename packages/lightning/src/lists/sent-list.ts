import { hash } from 'node:crypto'
import type { FundingSource, SentPage, SentPayment } from '../port/funding-source.ts'
import { createNewestFirstReader, type ListedRow, type NewestFirstPage } from './newest-first.ts'

/** One attempt to pay, as a service lists it; `atMs` is when it began there. */
export interface SentRow extends ListedRow {
  /** Undefined = no Lightning payment that left. */
  readonly payment: SentPayment | undefined
}

/** A payment may be listed slightly after others that began later. */
const OVERLAP_MS = 60_000
const MARK_LENGTH = 16
const MAX_IDLE_MS = 3_600_000

/** The list of a service, oldest first. */
export interface SentReader {
  /** Every row from then on; rows of one time in the order in which they began. */
  since(fromMs: number): Promise<readonly SentRow[]>
  /** About when the newest row began; 0 = no row. */
  newestMs(): Promise<number>
}

/** A list that has its newest row first. */
export function readNewestFirst(readPage: (next: string | undefined) => Promise<NewestFirstPage<SentRow>>): SentReader {
  const reader = createNewestFirstReader(readPage)
  return {
    since: reader.since,
    newestMs: async () => newestOf((await readPage(undefined)).rows),
  }
}

export const newestOf = (rows: readonly SentRow[]): number =>
  rows.reduce((newest, { atMs }) => Math.max(newest, atMs), 0)

/**
 * For services that list sent payments by time. The cursor is the time of the newest payment that was read, by the
 * service's clock, and marks of those of the minute before it.
 */
export function createSentList(source: string, reader: SentReader): Required<Pick<FundingSource, 'sentSince'>> {
  return {
    async sentSince(cursor, limit) {
      if (cursor === undefined) {
        const rows = await reader.since(Math.max(0, (await reader.newestMs()) - OVERLAP_MS))
        const read = new Map(rows.map((row) => [markOf(row), row.atMs]))
        return { payments: [], cursor: writeCursor(source, newestOf(rows), read) }
      }
      const known = readCursor(source, cursor)
      const rows = await reader.since(Math.max(0, known.newestMs - OVERLAP_MS))
      return pageOf(source, cursor, { ...known, rows, limit })
    },
  }
}

interface Known {
  readonly newestMs: number
  /** The start times, by mark. */
  readonly read: ReadonlyMap<string, number>
}

function pageOf(
  source: string,
  cursor: string,
  { newestMs, read, rows, limit }: Known & { readonly rows: readonly SentRow[]; readonly limit: number },
): SentPage {
  const fresh = rows.filter((row) => row.payment !== undefined && !read.has(markOf(row))).slice(0, limit)
  if (fresh.length === 0) {
    // A long time in which nothing was sent is not read again and again.
    const lastRowMs = rows.at(-1)?.atMs ?? newestMs
    return { payments: [], cursor: lastRowMs - newestMs < MAX_IDLE_MS ? cursor : writeCursor(source, lastRowMs, read) }
  }
  const lastMs = Math.max(newestMs, ...fresh.map(({ atMs }) => atMs))
  const all = new Map([...read, ...fresh.map((row) => [markOf(row), row.atMs] as const)])
  return { payments: fresh.flatMap(({ payment }) => payment ?? []), cursor: writeCursor(source, lastMs, all) }
}

function writeCursor(source: string, newestMs: number, read: ReadonlyMap<string, number>): string {
  const still = [...read].filter(([, atMs]) => atMs >= newestMs - OVERLAP_MS)
  return `${source} ${newestMs} ${still.map(([mark, atMs]) => `${mark}@${atMs}`).join(',')}`
}

/** Throws for a cursor of another source: the payments in between are unknown. */
function readCursor(source: string, cursor: string): Known {
  const [name, newest, list = ''] = cursor.split(' ')
  if (name !== source || !/^\d+$/.test(newest ?? '')) throw new Error(`not a position in the list of ${source}`)
  const entries = list.split(',').filter((entry) => entry !== '')
  const read = new Map(entries.map((entry) => [entry.slice(0, MARK_LENGTH), Number(entry.slice(MARK_LENGTH + 1))]))
  return { newestMs: Number(newest), read }
}

/** A row with another time is listed again. */
const markOf = ({ id, atMs }: ListedRow): string => hash('sha256', `${id} ${atMs}`).slice(0, MARK_LENGTH)
