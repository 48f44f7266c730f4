export type ListQuery = Readonly<Record<string, string | undefined>>

/** Converts a query for one of LNbits' lists to one for our own API. */
export interface OwnList {
  readonly query: Readonly<Record<string, string>>
  readonly limit: number
  readonly offset: number
  readonly oldestFirst: boolean
  /** Only rows with these values. */
  readonly only: { readonly payment_hash?: string; readonly checking_id?: string }
  /** The wallet that the query names. */
  readonly walletId: string | undefined
}

const USUAL_LIMIT = 10
/** Not `updated_at`: lists are in the order of creation. */
const TIMES: ReadonlySet<string> = new Set(['time', 'created_at'])
/** Columns of LNbits by which this service does not filter. */
const COLUMNS = new Set(
  'fee expiry bolt11 payment_request extension external_id labels preimage updated_at webhook webhook_status fiat_provider extra pending'.split(
    ' ',
  ),
)

/**
 * LNbits filters by any column, as `column=` or `column[op]=`, and sorts by any. Here: status, tag, memo, the ids, time, the
 * sign of the amount, and the order of creation. A filter that cannot be applied is a problem, because without it the list
 * would be wrong; other parameters have no effect, as in LNbits.
 */
export function readListQuery(given: ListQuery, largest: number): OwnList | { readonly problem: string } {
  const query: Record<string, string> = {}
  const { limit, offset, sortby, direction, search } = given
  if (sortby !== undefined && !TIMES.has(sortby)) return { problem: 'sortby: lists are in the order of creation only' }
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc') {
    return { problem: 'direction: must be asc or desc' }
  }
  if (search !== undefined && search !== '') query['search'] = search
  const only: Record<string, string> = {}
  let walletId: string | undefined
  for (const [name, value] of Object.entries(given)) {
    const [, column = '', operator = 'eq'] = /^(\w+)(?:\[(\w+)\])?$/.exec(name) ?? []
    const applied = IDS.has(column) ? operator === 'eq' && {} : (filterOf(column, operator, value ?? '') ?? false)
    if (applied === false) return { problem: `${name}: this filter is not available` }
    if (column === 'wallet_id' || column === 'wallet') walletId = value
    else if (IDS.has(column)) only[column] = bareId((value ?? '').toLowerCase())
    Object.assign(query, applied)
  }
  const { payment_hash: hash } = only
  if (Object.keys(only).length > 0 && query['search'] !== undefined) {
    return { problem: 'search: cannot be combined with payment_hash or checking_id' }
  }
  if (hash !== undefined) {
    // The own API finds rows by their hash; a memo that has it is sorted out later.
    query['search'] = hash
  }
  return {
    query,
    // 0 asks for all.
    limit: Math.min(readCount(limit, USUAL_LIMIT) || largest, largest),
    offset: readCount(offset, 0),
    oldestFirst: direction === 'asc',
    only,
    walletId: walletId === '' ? undefined : walletId,
  }
}

const IDS: ReadonlySet<string> = new Set(['payment_hash', 'checking_id', 'wallet_id', 'wallet'])

/** LNbits names payments within itself `internal_` and the hash. */
export const bareId = (id: string): string => id.replace(/^(?:internal|temp)_/, '')

/** Undefined: it cannot be applied; empty: it is no filter. */
function filterOf(column: string, operator: string, value: string): Readonly<Record<string, string>> | undefined {
  switch (column) {
    case 'status':
      if (operator === 'ne') return { 'status[ne]': value }
      return operator === 'eq' ? { status: value } : undefined
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
