import { pageCursor } from '../../base/page-cursor.ts'
import type { Reader, SqlValue } from '../../db/database.ts'
import type { Payment } from '../states/payment.ts'
import type { Direction } from '../states/payment-columns.ts'
import type { PaymentStatus } from '../states/payment-states.ts'
import { type PaymentRow, SHOWN_PAYMENT_COLUMNS, toPayment } from '../states/payment-store.ts'
import { markedRows } from './marked-rows.ts'
import { isHeld, isTagged, searchPayments } from './payment-conditions.ts'
import { EITHER_DIRECTION, rowsInOrder, rowsOfWallets } from './rows-in-order.ts'
import { eachWallet, isOfWallets, toParameter } from './wallet-list.ts'

export interface PaymentFilter {
  readonly walletIds: readonly string[]
  readonly status?: PaymentStatus | undefined
  readonly statusNot?: PaymentStatus | undefined
  readonly direction?: Direction | undefined
  /** Payments with one of these tags. */
  readonly tag?: readonly string[] | undefined
  readonly label?: string | undefined
  /** The id of a contact. */
  readonly contact?: string | undefined
  /** Held for a decision of the owner. */
  readonly held?: boolean | undefined
  /** Payments with exactly this memo. */
  readonly memo?: string | undefined
  /** Literal, case-insensitive, in memo, tag, comment, notes, labels and names of contacts; also the hash. */
  readonly search?: string | undefined
  /** The user whose contacts are searched. */
  readonly callerId?: string | undefined
  /** Satoshis as the list shows them, inclusive. */
  readonly min?: number | undefined
  readonly max?: number | undefined
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

/** Newest first, by sequence number, not by time (rule A13). */
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

/** How many match. */
export async function countMatching(reader: Reader, filter: PaymentFilter): Promise<number> {
  const { where, params } = await toWhere(reader, filter)
  return countPayments(reader, filter, where, params)
}

/** The page of payments before a row, newest first, without a total: for reading all payments in batches. */
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

const isOne = ({ walletIds }: PaymentFilter): boolean => walletIds.length === 1

function listRows(
  reader: Reader,
  filter: PaymentFilter,
  { where, params }: Where,
  { before, limit, offset }: { readonly before: number | undefined; readonly limit: number; readonly offset: number },
): Promise<Payment[]> {
  const values: SqlValue[] = [...params]
  const add = (value: SqlValue): string => `$${values.push(value)}`
  const wanted = before === undefined ? where : `${where} AND seq < ${add(before)}`
  if (isMarked(filter)) {
    const place = before === undefined ? '' : ` AND w.place < $${values.length}`
    return reader.list<PaymentRow, Payment>(
      `SELECT ${SHOWN_PAYMENT_COLUMNS} FROM ${markedRows(reader.dialect, filter)} WHERE ${wanted}${place}
       ORDER BY w.place DESC LIMIT ${add(limit)} OFFSET ${add(offset)}`,
      values,
      toPayment,
    )
  }
  const most = (): string => add(limit + offset)
  const readsBoth = !hasIndexInOrder(filter)
  const rows = !isOne(filter)
    ? rowsOfWallets(reader.dialect, wanted, { wallets: '$1', most: most(), readsBoth })
    : readsBoth
      ? rowsInOrder(reader.dialect, wanted, 'DESC', most)
      : `payments WHERE ${wanted}`
  return reader.list<PaymentRow, Payment>(
    `SELECT ${SHOWN_PAYMENT_COLUMNS} FROM ${rows} ORDER BY seq DESC LIMIT ${add(limit)} OFFSET ${add(offset)}`,
    values,
    toPayment,
  )
}

const hasIndexInOrder = ({ direction, tag, status, held }: PaymentFilter): boolean =>
  direction !== undefined || tag?.length === 1 || status === 'pending' || status === 'failed' || held === true

/** With a label or a contact, rows are found through its index. */
const isMarked = ({ label, contact }: PaymentFilter): boolean => (label ?? contact) !== undefined

function literalOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) throw new Error('this is no word that may stand in a statement')
  return word
}

/** The first parameter is the wallet, or the list of wallets as the table `w`; then the label and the contact. */
async function toWhere(reader: Reader, filter: PaymentFilter): Promise<Where> {
  const params: SqlValue[] = [isOne(filter) ? (filter.walletIds[0] as string) : toParameter(filter.walletIds)]
  const parts = [isMarked(filter) ? 'wallet_id = w.id' : isOne(filter) ? 'wallet_id = $1' : 'wallet_id = w.id']
  if (filter.label !== undefined) params.push(filter.label)
  if (filter.contact !== undefined) params.push(filter.contact)
  const add = (condition: (parameter: string) => string, value: SqlValue | undefined): void => {
    if (value === undefined) return
    params.push(value)
    parts.push(condition(`$${params.length}`))
  }
  // A literal: the planner matches it with the partial indexes.
  if (filter.status !== undefined) parts.push(`status = '${literalOf(filter.status)}'`)
  if (filter.statusNot !== undefined) parts.push(`status <> '${literalOf(filter.statusNot)}'`)
  add((parameter) => `direction = ${parameter}`, filter.direction)
  if (filter.held === true) parts.push(isHeld)
  const [tags, tagParameter] = isTagged(reader.dialect, filter.tag)
  add(tags, tagParameter)
  add((parameter) => `amount_msat >= ${parameter}`, filter.min === undefined ? undefined : BigInt(filter.min) * 1000n)
  add(
    (parameter) => `amount_msat < ${parameter}`,
    filter.max === undefined ? undefined : (BigInt(filter.max) + 1n) * 1000n,
  )
  add((parameter) => `memo = ${parameter}`, filter.memo)
  add((parameter) => `created_at >= ${parameter}`, filter.from)
  add((parameter) => `seq > ${parameter}`, await markBefore(reader, filter))
  add((parameter) => `created_at <= ${parameter}`, filter.to)
  add((parameter) => `seq < ${parameter}`, await markAfter(reader, filter))
  if (reader.dialect === 'postgres' && (filter.from ?? filter.to) !== undefined) parts.push(EITHER_DIRECTION)
  const { search: text = '', walletIds, callerId = '' } = filter
  if (text !== '') {
    params.push(text, toParameter(walletIds), callerId)
    const [search, wallets, caller] = [2, 1, 0].map((back) => `$${params.length - back}`) as [string, string, string]
    parts.push(searchPayments(reader, text, { search, wallets, caller }))
  }
  return { where: parts.join(' AND '), params }
}

/** Rows are in order of creation. A clock that was set back by less than this hides no rows. */
const CLOCK_JUMP_SECONDS = 86_400

/** A row that is surely older than `from`, so that the list need not be read from its end. */
const markBefore = (reader: Reader, { walletIds, from }: PaymentFilter): Promise<bigint | undefined> =>
  findMark(reader, walletIds, from, {
    nearest: 'MAX',
    found: (at) => `< ${at}`,
    order: 'DESC',
    jump: -CLOCK_JUMP_SECONDS,
  })

/** A row that is surely newer than `to`. */
const markAfter = (reader: Reader, { walletIds, to }: PaymentFilter): Promise<bigint | undefined> =>
  findMark(reader, walletIds, to, { nearest: 'MIN', found: (at) => `> ${at}`, order: 'ASC', jump: CLOCK_JUMP_SECONDS })

interface Mark {
  /** Which of several wallets' marks to take: sequence numbers are shared by all wallets. */
  readonly nearest: 'MAX' | 'MIN'
  readonly found: (parameter: string) => string
  readonly order: 'ASC' | 'DESC'
  readonly jump: number
}

async function findMark(
  reader: Reader,
  walletIds: readonly string[],
  at: number | undefined,
  { nearest, found, order, jump }: Mark,
): Promise<bigint | undefined> {
  if (at === undefined) return undefined
  const row = await reader.first(
    `SELECT ${nearest}((SELECT seq FROM payments WHERE wallet_id = w.id AND created_at ${found('$2')} AND seq % 64 = 0
       ORDER BY created_at ${order} LIMIT 1)) AS seq FROM ${eachWallet(reader.dialect, '$1')}`,
    [toParameter(walletIds), at + jump],
    ({ seq }: { seq: bigint | null }) => ({ seq }),
  )
  return row?.seq ?? undefined
}

/** Uses the stored counts where they suffice; only finer filters count rows. */
async function countPayments(
  reader: Reader,
  filter: PaymentFilter,
  where: string,
  params: readonly SqlValue[],
): Promise<number> {
  if (isMarked(filter)) {
    const sql = `SELECT count(*) AS total FROM ${markedRows(reader.dialect, filter)} WHERE ${where}`
    return (await reader.first(sql, params, (row: { total: bigint }) => Number(row.total))) ?? 0
  }
  if (!isCounted(filter)) {
    const ofOne = `SELECT count(*) AS total FROM payments WHERE ${where}`
    const sql = isOne(filter)
      ? ofOne
      : `SELECT CAST(COALESCE(SUM((${ofOne})), 0) AS BIGINT) AS total FROM ${eachWallet(reader.dialect, '$1')}`
    return (await reader.first(sql, params, (row: { total: bigint }) => Number(row.total))) ?? 0
  }
  const column = filter.status === undefined ? 'created' : COUNT_OF[filter.status]
  const [ofWallets, ids] = isOfWallets(reader, filter.walletIds)
  const counts = await reader.list(
    `SELECT direction, ${column} AS total FROM payment_counts WHERE ${ofWallets}`,
    ids,
    (row: { direction: Direction; total: bigint }) => row,
  )
  return counts
    .filter(({ direction }) => filter.direction === undefined || direction === filter.direction)
    .reduce((sum, { total }) => sum + Number(total), 0)
}

const isCounted = ({ statusNot, tag, memo, search = '', from, to, min, max, held }: PaymentFilter): boolean =>
  search === '' && held !== true && [statusNot, tag, memo, from, to, min, max].every((one) => one === undefined)

const COUNT_OF: Record<PaymentStatus, string> = {
  pending: 'created - success - failed',
  success: 'success',
  failed: 'failed',
}

const CURSOR = pageCursor('s')
