import type { Change, Database, Reader, SqlValue } from '../../db/database.ts'
import { type ColumnType, insertRow, type ManyRows } from '../../db/many-rows.ts'
import { readShownFiatValue, SHOWN_FIAT_VALUE } from '../../rates/fiat-value-store.ts'
import { readFailure } from './failure-text.ts'
import type { Invoice, Payment, Send } from './payment.ts'
import {
  COLUMNS,
  FIELDS,
  type Field,
  isWritten,
  type LaterField,
  type NewField,
  type NewOptionalField,
  type StoredFields,
  toStored,
  UNREAD_COLUMNS,
  UNSET,
} from './payment-columns.ts'
import { readShownNote, SHOWN_NOTE } from './payment-note.ts'
import { type PaymentState, statusOf } from './payment-states.ts'

/** A row of `payments` by column, as the database returns it. */
export type PaymentRow = Readonly<Record<string, SqlValue | undefined>>

export const PAYMENT_COLUMNS = FIELDS.map((field) => COLUMNS[field].column).join(', ')

/** For a SELECT from `payments` whose rows are shown to a user. */
export const SHOWN_PAYMENT_COLUMNS = `${PAYMENT_COLUMNS}, ${SHOWN_FIAT_VALUE}, ${SHOWN_NOTE}`

/** A row’s direction and state belong together. */
export const toPayment = (row: PaymentRow): Payment => toFields(row) as Payment

const toInvoice = (row: PaymentRow): Invoice => toFields(row) as Invoice
const toSend = (row: PaymentRow): Send => toFields(row) as Send

const READERS = FIELDS.map(
  (field) => [field, COLUMNS[field].column, COLUMNS[field].as.read as (stored: unknown) => unknown] as const,
)
const EMPTY = { ...UNSET, failureWord: undefined, fiat: undefined, noted: undefined }

function toFields(row: PaymentRow): object {
  const fields: Record<string, unknown> = { ...EMPTY }
  for (const [field, column, read] of READERS) fields[field] = read(row[column])
  const fiat = readShownFiatValue(row['fiat'] as string | null | undefined)
  const noted = readShownNote(row['noted'] as string | null | undefined)
  return Object.assign(fields, readFailure(row['failure'] as string | null), { fiat, noted })
}

const SHOW = `SELECT ${SHOWN_PAYMENT_COLUMNS} FROM payments`
const SELECT = `SELECT ${PAYMENT_COLUMNS} FROM payments`

export const findPayment = (reader: Reader, checkingId: string): Promise<Payment | undefined> =>
  reader.first(`${SHOW} WHERE checking_id = $1`, [checkingId], toPayment)

export const findInvoice = (reader: Reader, paymentHash: string): Promise<Invoice | undefined> =>
  reader.first(`${SELECT} WHERE payment_hash = $1 AND direction = 'in'`, [paymentHash], toInvoice)

/**
 * The outgoing payment of a hash: the one that has not failed, else the newest failed one. Payments to other nodes come
 * first: an internal one may have the same hash (is-of-another-node.ts).
 */
export async function findOutgoing(reader: Reader, paymentHash: string): Promise<Send | undefined> {
  const find = (kind: string | undefined): Promise<Send | undefined> =>
    reader.first(
      `${SELECT} WHERE payment_hash = $1 AND ${kind} ORDER BY peer_id IS NOT NULL, seq DESC LIMIT 1`,
      [paymentHash],
      toSend,
    )
  const live = await find(OF_HASH[1])
  if (live !== undefined && live.peerId === undefined) return live
  const failed = await find(OF_HASH[2])
  return live === undefined || (failed !== undefined && failed.peerId === undefined) ? failed : live
}

/** Each query has an index. A live send is always newer than a failed one. */
export const OF_HASH = [
  `direction = 'in'`,
  `direction = 'out' AND failure IS NULL`,
  `direction = 'out' AND failure IS NOT NULL`,
]

/** The newest row's number, or a later one whose row is deleted. */
export const findLastSeq = async (reader: Reader): Promise<number> =>
  (await reader.first(LAST_SEQ[reader.dialect], [], (row: { seq: bigint | null }) => Number(row.seq ?? 0n))) ?? 0

const LAST_SEQ = {
  sqlite: 'SELECT MAX(seq) AS seq FROM payments',
  // PostgreSQL has no index on `seq`.
  postgres: `SELECT pg_sequence_last_value(pg_get_serial_sequence('payments', 'seq')::regclass) AS seq`,
}

/** Payments that are due for the reconciler. `nowMs` undefined = all of them, due or not: after a start. */
export const listDue = (
  reader: Reader,
  states: readonly PaymentState[],
  nowMs: number | undefined,
  limit: number,
): Promise<Payment[]> =>
  reader.list(
    `${SELECT} WHERE due_at IS NOT NULL AND due_at <= $1 AND state IN (${states.map((state) => `'${state}'`).join(', ')})
     ORDER BY due_at LIMIT $2`,
    [nowMs ?? Number.MAX_SAFE_INTEGER, limit],
    toPayment,
  )

/** Payments whose due time is later than a correct clock can have set. `nowMs` is excluded. */
export const listDueAfter = (
  { listAside }: Pick<Database, 'listAside'>,
  states: readonly PaymentState[],
  nowMs: number,
  limit: number,
): Promise<Payment[]> =>
  listAside(
    `${SELECT} WHERE due_at IS NOT NULL AND due_at > $1 AND state IN (${states.map((state) => `'${state}'`).join(', ')})
     ORDER BY due_at LIMIT $2`,
    [nowMs, limit],
    toPayment,
  )

type New<P extends Payment> = Pick<P, NewField> &
  Partial<Pick<P, NewOptionalField>> & {
    /** Unix milliseconds. */
    readonly dueAt?: number | undefined
  }

export type NewInvoice = New<Invoice>
export type NewSend = New<Send>
export type NewPayment = NewInvoice | NewSend

/** A payment that another service made, as it stands now. */
export type PastPayment = Omit<NewPayment, 'direction' | 'state'> &
  Pick<Payment, 'direction' | 'state'> &
  Partial<Pick<Payment, LaterField>>

export const insertPayment = (payment: NewPayment): Change => ({ ...insert(NEW, payment), keys: [payment.checkingId] })

/** Appends no event, so no socket, webhook or extension is notified. `tallyPast` updates the tallies. */
export const insertPastPayment = (payment: PastPayment): Change => insert(PAST, payment)

function insertion(fields: readonly Field[]): Insertion {
  const types: Record<string, ColumnType> = {}
  for (const field of fields) types[COLUMNS[field].column] = COLUMNS[field].as.type
  for (const { column, type } of Object.values(UNREAD_COLUMNS)) types[column] = type
  return { fields, form: insertRow('payments', types) }
}

interface Insertion {
  readonly fields: readonly Field[]
  readonly form: ManyRows
}

const NEW = insertion(FIELDS.filter((field) => isWritten(field, 'once', 'always')))
const PAST = insertion(FIELDS.filter((field) => !isWritten(field, 'never')))

function insert(
  { fields, form }: Insertion,
  payment: Partial<StoredFields> & Pick<NewPayment, 'state' | 'dueAt'>,
): Change {
  const values = fields.map((field) => toStored(payment[field] ?? UNSET[field]))
  return { ...form, params: [...values, statusOf(payment.state), payment.dueAt ?? null], rows: 1 }
}

/** The row as just stored or changed, without reading it back; only its sequence number is missing. */
export function asStored(payment: NewSend, changed?: Partial<Send>): Send
export function asStored(payment: NewInvoice, changed?: Partial<Invoice>): Invoice
export function asStored(payment: NewPayment, changed: Partial<Payment> = {}): Payment {
  return { ...EMPTY, ...payment, ...changed } as Payment
}
