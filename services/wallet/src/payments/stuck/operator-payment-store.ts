import type { Database, Reader, SqlValue } from '../../db/database.ts'
import type { Payment } from '../states/payment.ts'
import type { Direction } from '../states/payment-columns.ts'
import type { PaymentState } from '../states/payment-states.ts'
import { PAYMENT_COLUMNS, type PaymentRow, toPayment } from '../states/payment-store.ts'

/** A payment as the operator sees it: with its owner and its next poll. */
export interface OperatorPayment {
  readonly payment: Payment
  /** Undefined if the account is deleted. */
  readonly userId: string | undefined
  /** Unix milliseconds; undefined = nothing is due. */
  readonly dueAt: number | undefined
}

export interface OperatorFilter {
  /**
   * `unfinished`: not final and not an open invoice, or paid internally and not yet closed at the node. `any`: all
   * states.
   */
  readonly state: PaymentState | 'unfinished' | 'any'
  readonly direction?: Direction | undefined
  readonly walletId?: string | undefined
  readonly paymentHash?: string | undefined
  /** Only payments from before, Unix seconds. */
  readonly before?: number | undefined
}

export interface OperatorPage {
  readonly payments: readonly OperatorPayment[]
  /** How many match, all pages together. */
  readonly total: number
}

interface OperatorRow extends PaymentRow {
  readonly user_id: string | null
  readonly due_at: bigint | null
}

const COLUMNS = `${PAYMENT_COLUMNS}, due_at, (SELECT w.user_id FROM wallets w WHERE w.id = wallet_id) AS user_id`

const toOperatorPayment = (row: OperatorRow): OperatorPayment => ({
  payment: toPayment(row),
  userId: row.user_id ?? undefined,
  dueAt: row.due_at === null ? undefined : Number(row.due_at),
})

export const findOperatorPayment = (reader: Reader, checkingId: string): Promise<OperatorPayment | undefined> =>
  reader.first(`SELECT ${COLUMNS} FROM payments WHERE checking_id = $1`, [checkingId], toOperatorPayment)

/** Payments of all wallets. Finished ones are read only for a wallet or a hash, and then through its index. */
export async function listOperatorPayments(
  reader: Reader,
  filter: OperatorFilter,
  page: { readonly order: 'newest' | 'oldest'; readonly limit: number; readonly offset: number },
): Promise<OperatorPage> {
  const { sql, params } = matching(filter)
  const order = page.order === 'newest' ? 'DESC' : 'ASC'
  const payments = await reader.list(
    `SELECT ${COLUMNS} FROM (${sql}) AS found ORDER BY seq ${order}
     LIMIT $${params.length + 1} OFFSET $${params.length + 2}`,
    [...params, page.limit, page.offset],
    toOperatorPayment,
  )
  const total = await reader.first(
    `SELECT count(*) AS total FROM (${sql}) AS found`,
    params,
    (row: { total: bigint }) => Number(row.total),
  )
  return { payments, total: total ?? 0 }
}

/**
 * Unfinished payments made before `before` (Unix seconds) that have no age alarm yet, oldest first. Read outside of
 * requests, because it may take long.
 */
export const listUnfinished = (
  db: Pick<Database, 'listAside'>,
  before: number,
  limit: number,
): Promise<OperatorPayment[]> => {
  const { sql, params } = matching({ state: 'unfinished', before })
  return db.listAside(
    `SELECT ${COLUMNS} FROM (${sql}) AS found
     WHERE NOT EXISTS (SELECT 1 FROM alarms a WHERE a.kind = '${AGE_ALARM}' AND a.reference = checking_id)
     ORDER BY seq LIMIT $${params.length + 1}`,
    [...params, limit],
    toOperatorPayment,
  )
}

/** The kind of the alarm about a payment that is unfinished for too long; its reference is the checking id. */
export const AGE_ALARM = 'pending-for-long'

/** The statement for the rows, without order; all filters are part of it. */
export function matching(filter: OperatorFilter): { readonly sql: string; readonly params: readonly SqlValue[] } {
  const params: SqlValue[] = []
  const parts: string[] = []
  const add = (condition: string, value: SqlValue | undefined): void => {
    if (value !== undefined) parts.push(`${condition} $${params.push(value)}`)
  }
  add('direction =', filter.direction)
  add('wallet_id =', filter.walletId)
  add('payment_hash =', filter.paymentHash)
  add('created_at <', filter.before)
  const rest = parts.map((part) => ` AND ${part}`).join('')
  const sql = conditionsOf(filter.state).map((condition) => `SELECT * FROM payments WHERE ${condition}${rest}`)
  return { sql: sql.join(' UNION ALL '), params }
}

/**
 * The first finds every row that is not final (payments_of_wallet_pending), the second those that the node still has to
 * close (payments_due). The comparisons that are always true lead SQLite's planner to the partial indexes.
 */
const UNFINISHED = [
  `status = 'pending' AND wallet_id >= '' AND state <> 'open'`,
  `due_at >= 0 AND status = 'success' AND close_owed = 1`,
]

function conditionsOf(state: OperatorFilter['state']): readonly string[] {
  if (state === 'unfinished') return UNFINISHED
  if (state === 'any') return ['1 = 1']
  return STATE_IS_FINAL[state]
    ? [`state = '${state}'`]
    : [`status = 'pending' AND wallet_id >= '' AND state = '${state}'`]
}

const STATE_IS_FINAL: Readonly<Record<PaymentState, boolean>> = {
  open: false,
  closing: false,
  held: false,
  settling: false,
  cancelling: false,
  reserved: false,
  dispatched: false,
  success: true,
  failed: true,
  expired: true,
}

/** Whether a state can be listed over all wallets: there may be millions of final payments. */
export const isListableOverAll = (state: OperatorFilter['state']): boolean =>
  state === 'unfinished' || (state !== 'any' && !STATE_IS_FINAL[state])

export const PAYMENT_STATES = Object.keys(STATE_IS_FINAL) as readonly PaymentState[]
