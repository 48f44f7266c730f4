import type { Payment } from '@satchel/client/operations'

/** The loaded part of the list, newest first. */
export interface LoadedPayments {
  readonly rows: readonly Payment[]
  /** Start of the next page; undefined: everything is loaded. */
  readonly cursor: string | undefined
  /** Number of payments on all pages. */
  readonly total: number
}

interface Page {
  readonly data: readonly Payment[]
  readonly total: number
  readonly next_cursor?: string
}

/**
 * Merges the reloaded newest page into the list and keeps the rows below. Restarts from this page if there may be a
 * gap.
 */
export function mergeHead(
  loaded: LoadedPayments | undefined,
  { data, total, next_cursor: cursor }: Page,
): LoadedPayments {
  const places = new Map(loaded?.rows.map(({ checking_id: id }, place) => [id, place]))
  const rows = keepSame(loaded?.rows ?? [], places, data)
  // The deepest row in both: no row above it can be missing.
  const last = data.findLast(({ checking_id: id }) => places.has(id))
  if (loaded === undefined || cursor === undefined || last === undefined) return { rows, cursor, total }
  const isInHead = idsOf(data)
  const below = loaded.rows
    .slice((places.get(last.checking_id) ?? 0) + 1)
    .filter((row) => !isInHead.has(row.checking_id))
  return below.length === 0 ? { rows, cursor, total } : { rows: rows.concat(below), cursor: loaded.cursor, total }
}

/** Reuses unchanged row objects, so that they are not rendered again. */
const keepSame = (rows: readonly Payment[], places: ReadonlyMap<string, number>, data: readonly Payment[]): Payment[] =>
  data.map((payment) => {
    const before = rows[places.get(payment.checking_id) ?? -1]
    return before !== undefined && JSON.stringify(before) === JSON.stringify(payment) ? before : payment
  })

export function appendPage(loaded: LoadedPayments, { data, total, next_cursor: cursor }: Page): LoadedPayments {
  const known = idsOf(loaded.rows)
  return { rows: loaded.rows.concat(data.filter(({ checking_id: id }) => !known.has(id))), cursor, total }
}

/** Changes one row in place. */
export function patchPayment(loaded: LoadedPayments, id: string, change: Partial<Payment>): LoadedPayments {
  if (!loaded.rows.some((row) => row.checking_id === id)) return loaded
  return { ...loaded, rows: loaded.rows.map((row) => (row.checking_id === id ? { ...row, ...change } : row)) }
}

const idsOf = (rows: readonly Payment[]): ReadonlySet<string> => new Set(rows.map(({ checking_id: id }) => id))
