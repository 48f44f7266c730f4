import type { Reader, SqlValue } from '../../db/database.ts'
import { searchIn } from '../../db/search-in.ts'
import { pageCursor } from '../../page-cursor.ts'
import type { Direction, Payment } from '../states/payment.ts'
import type { PaymentStatus } from '../states/payment-states.ts'
import { type PaymentRow, SHOWN_PAYMENT_COLUMNS, toPayment } from '../states/payment-store.ts'
import { EITHER_DIRECTION, rowsInOrder } from './rows-in-order.ts'

export interface PaymentFilter {
  readonly walletId: string
  readonly status?: PaymentStatus | undefined
  readonly direction?: Direction | undefined
  readonly tag?: string | undefined
  /** Literal, case-insensitive, in memo and tag. */
  readonly search?: string | undefined
  /** Unix seconds, inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface PaymentPage {
  readonly payments: readonly Payment[]
  /** How many match, all pages together. */
  readonly total: number
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined
}

/** Newest first, by the sequence of making and not by the clock (rule A13). */
export async function listPayments(
  reader: Reader,
  filter: PaymentFilter,
  page: { readonly limit: number; readonly offset: number; readonly cursor?: string | undefined },
): Promise<PaymentPage> {
  const { where, params } = await toWhere(reader, filter)
  const before = page.cursor === undefined ? undefined : CURSOR.read(page.cursor)
  // One row more than requested shows whether there is a next page.
  const rows = await listRows(reader, filter, { where, params }, { ...page, before, limit: page.limit + 1 })
  const payments = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? payments.at(-1) : undefined
  return {
    payments,
    total: await countPayments(reader, filter, where, params),
    nextCursor: last === undefined ? undefined : CURSOR.write(last.seq),
  }
}

/** The next older than that row, newest first, and not how many there are: for reading them all step by step. */
export const listPaymentsBefore = async (
  reader: Reader,
  filter: PaymentFilter,
  before: number | undefined,
  limit: number,
): Promise<Payment[]> => listRows(reader, filter, await toWhere(reader, filter), { before, limit, offset: 0 })

interface Where {
  readonly where: string
  readonly params: readonly SqlValue[]
}

function listRows(
  reader: Reader,
  filter: PaymentFilter,
  { where, params }: Where,
  { before, limit, offset }: { readonly before: number | undefined; readonly limit: number; readonly offset: number },
): Promise<Payment[]> {
  const values: SqlValue[] = [...params]
  const add = (value: SqlValue): string => `$${values.push(value)}`
  const wanted = before === undefined ? where : `${where} AND seq < ${add(before)}`
  const rows = hasIndexInOrder(filter)
    ? `payments WHERE ${wanted}`
    : rowsInOrder(reader.dialect, wanted, 'DESC', () => add(limit + offset))
  return reader.list<PaymentRow, Payment>(
    `SELECT ${SHOWN_PAYMENT_COLUMNS} FROM ${rows} ORDER BY seq DESC LIMIT ${add(limit)} OFFSET ${add(offset)}`,
    values,
    toPayment,
  )
}

const hasIndexInOrder = ({ direction, tag, status }: PaymentFilter): boolean =>
  direction !== undefined || tag !== undefined || status === 'pending' || status === 'failed'

async function toWhere(reader: Reader, filter: PaymentFilter): Promise<Where> {
  const params: SqlValue[] = [filter.walletId]
  const parts = ['wallet_id = $1']
  const add = (condition: (parameter: string) => string, value: SqlValue | undefined): void => {
    if (value === undefined) return
    params.push(value)
    parts.push(condition(`$${params.length}`))
  }
  // A literal: the planner matches it with the partial indexes.
  if (filter.status !== undefined) parts.push(`status = '${filter.status}'`)
  add((parameter) => `direction = ${parameter}`, filter.direction)
  add((parameter) => `tag = ${parameter} AND tag <> ''`, filter.tag)
  add((parameter) => `created_at >= ${parameter}`, filter.from)
  add((parameter) => `seq > ${parameter}`, await markBefore(reader, filter))
  add((parameter) => `created_at <= ${parameter}`, filter.to)
  add((parameter) => `seq < ${parameter}`, await markAfter(reader, filter))
  if (reader.dialect === 'postgres' && (filter.from ?? filter.to) !== undefined) parts.push(EITHER_DIRECTION)
  const { search: text = '' } = filter
  add((parameter) => searchIn(reader, ['memo', 'tag'], { text, parameter }), text === '' ? undefined : text)
  return { where: parts.join(' AND '), params }
}

/** Rows are in the order of their making; a clock that was put back by less than this does not hide any. */
const CLOCK_JUMP_SECONDS = 86_400

/** A row that is surely older than `from`, so that the list need not be read from its end. */
async function markBefore(reader: Reader, { walletId, from }: PaymentFilter): Promise<bigint | undefined> {
  if (from === undefined) return undefined
  return reader.first(
    `SELECT seq FROM payments WHERE wallet_id = $1 AND created_at < $2 AND seq % 64 = 0 ORDER BY created_at DESC LIMIT 1`,
    [walletId, from - CLOCK_JUMP_SECONDS],
    (row: { seq: bigint }) => row.seq,
  )
}

/** A row that is surely newer than `to`. */
async function markAfter(reader: Reader, { walletId, to }: PaymentFilter): Promise<bigint | undefined> {
  if (to === undefined) return undefined
  return reader.first(
    `SELECT seq FROM payments WHERE wallet_id = $1 AND created_at > $2 AND seq % 64 = 0 ORDER BY created_at LIMIT 1`,
    [walletId, to + CLOCK_JUMP_SECONDS],
    (row: { seq: bigint }) => row.seq,
  )
}

/** From the kept counts where they say it; only what filters more finely is counted. */
async function countPayments(
  reader: Reader,
  filter: PaymentFilter,
  where: string,
  params: readonly SqlValue[],
): Promise<number> {
  const { tag, search = '', from, to } = filter
  if (tag !== undefined || search !== '' || from !== undefined || to !== undefined) {
    const counted = await reader.first(
      `SELECT count(*) AS total FROM payments WHERE ${where}`,
      params,
      (row: { total: bigint }) => Number(row.total),
    )
    return counted ?? 0
  }
  const column = filter.status === undefined ? 'created' : COUNT_OF[filter.status]
  const counts = await reader.list(
    `SELECT direction, ${column} AS total FROM payment_counts WHERE wallet_id = $1`,
    [filter.walletId],
    (row: { direction: Direction; total: bigint }) => row,
  )
  return counts
    .filter(({ direction }) => filter.direction === undefined || direction === filter.direction)
    .reduce((sum, { total }) => sum + Number(total), 0)
}

const COUNT_OF: Record<PaymentStatus, string> = {
  pending: 'created - success - failed',
  success: 'success',
  failed: 'failed',
}

const CURSOR = pageCursor('s')
