import type { Payment } from '@satchel/client/operations'

/** What of the list has been read, newest first. */
export interface LoadedPayments {
  readonly rows: readonly Payment[]
  /** Where the next page begins; undefined: everything is here. */
  readonly cursor: string | undefined
  /** How many there are, all pages together. */
  readonly total: number
}

interface Page {
  readonly data: readonly Payment[]
  readonly total: number
  readonly next_cursor?: string
}

/** The newest page, read again, on what is there: what lies below it stays. After a long absence the list starts again from its head. */
export function mergeHead(
  loaded: LoadedPayments | undefined,
  { data, total, next_cursor: cursor }: Page,
): LoadedPayments {
  const places = new Map(loaded?.rows.map(({ checking_id: id }, place) => [id, place]))
  const rows = keepSame(loaded?.rows ?? [], places, data)
  // The deepest row that both know: between it and the head nothing can be missing.
  const last = data.findLast(({ checking_id: id }) => places.has(id))
  if (loaded === undefined || cursor === undefined || last === undefined) return { rows, cursor, total }
  const isInHead = idsOf(data)
  const below = loaded.rows
    .slice((places.get(last.checking_id) ?? 0) + 1)
    .filter((row) => !isInHead.has(row.checking_id))
  return below.length === 0 ? { rows, cursor, total } : { rows: rows.concat(below), cursor: loaded.cursor, total }
}

/** Rows that did not change stay the same objects, so that they are not drawn again. */
const keepSame = (rows: readonly Payment[], places: ReadonlyMap<string, number>, data: readonly Payment[]): Payment[] =>
  data.map((payment) => {
    const before = rows[places.get(payment.checking_id) ?? -1]
    return before !== undefined && JSON.stringify(before) === JSON.stringify(payment) ? before : payment
  })

/** The next page below what is there. */
export function appendPage(loaded: LoadedPayments, { data, total, next_cursor: cursor }: Page): LoadedPayments {
  const known = idsOf(loaded.rows)
  return { rows: loaded.rows.concat(data.filter(({ checking_id: id }) => !known.has(id))), cursor, total }
}

/** One row, wherever it stands, has changed. */
export function patchPayment(loaded: LoadedPayments, id: string, change: Partial<Payment>): LoadedPayments {
  if (!loaded.rows.some((row) => row.checking_id === id)) return loaded
  return { ...loaded, rows: loaded.rows.map((row) => (row.checking_id === id ? { ...row, ...change } : row)) }
}

const idsOf = (rows: readonly Payment[]): ReadonlySet<string> => new Set(rows.map(({ checking_id: id }) => id))
