export type ListQuery = Readonly<Record<string, string | undefined>>

/** Converts a query for one of LNbits' lists to one for our own API. */
export interface OwnList {
  readonly query: Readonly<Record<string, string>>
  readonly limit: number
  readonly offset: number
  readonly oldestFirst: boolean
}

const USUAL_LIMIT = 10
const TIMES: ReadonlySet<string> = new Set(['time', 'created_at', 'updated_at'])
/** Columns of LNbits by which this service does not filter. */
const COLUMNS = new Set(['amount', 'fee', 'expiry', 'bolt11', 'extension', 'external_id', 'labels', 'preimage'])

/**
 * LNbits filters by any column, as `column=` or `column[op]=`, and sorts by any. Here: status, tag, memo, both ids, time, the
 * sign of the amount, and the order of time. A filter that cannot be applied is a problem, because without it the list would
 * be wrong; other parameters have no effect, as in LNbits.
 */
export function readListQuery(given: ListQuery, largest: number): OwnList | { readonly problem: string } {
  const query: Record<string, string> = {}
  const { limit, offset, sortby, direction, search } = given
  if (sortby !== undefined && !TIMES.has(sortby)) return { problem: `sortby: lists are in the order of time only` }
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc') {
    return { problem: 'direction: must be asc or desc' }
  }
  if (search !== undefined && search !== '') query['search'] = search
  for (const [name, value] of Object.entries(given)) {
    const [, column = '', operator = 'eq'] = /^(\w+)(?:\[(\w+)\])?$/.exec(name) ?? []
    const applied = filterOf(column, operator, value ?? '')
    if (applied === undefined) return { problem: `${name}: this filter is not available` }
    Object.assign(query, applied)
  }
  return {
    query,
    // 0 asks for all.
    limit: Math.min(readCount(limit, USUAL_LIMIT) || largest, largest),
    offset: readCount(offset, 0),
    oldestFirst: direction === 'asc',
  }
}

/** Undefined: it cannot be applied; empty: it is no filter. */
function filterOf(column: string, operator: string, value: string): Readonly<Record<string, string>> | undefined {
  switch (column) {
    case 'status':
    case 'tag':
    case 'memo':
      return operator === 'eq' ? { [column]: value } : undefined
    case 'amount':
      if (Number(value) !== 0) return undefined
      if (operator === 'gt' || operator === 'ge') return { direction: 'in' }
      return operator === 'lt' || operator === 'le' ? { direction: 'out' } : undefined
    case 'time':
    case 'created_at':
      return timeFilter(operator, value)
    default:
      return COLUMNS.has(column) ? undefined : {}
  }
}

function timeFilter(operator: string, value: string): Readonly<Record<string, string>> | undefined {
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.floor(Date.parse(value) / 1000)
  if (!Number.isSafeInteger(seconds)) return undefined
  switch (operator) {
    case 'ge':
      return { from: String(seconds) }
    case 'gt':
      return { from: String(seconds + 1) }
    case 'le':
      return { to: String(seconds) }
    case 'lt':
      return { to: String(Math.max(0, seconds - 1)) }
    default:
      return undefined
  }
}

const readCount = (text: string | undefined, usual: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : usual
