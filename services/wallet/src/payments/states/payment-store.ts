import { msat } from '@satchel/money/units'
import type { Change, Database, Reader } from '../../db/database.ts'
import { insertRow } from '../../db/many-rows.ts'
import { readShownFiatValue, SHOWN_FIAT_VALUE } from '../../rates/fiat-value-store.ts'
import { readShownNote, SHOWN_NOTE } from './payment-note.ts'
import { readFailure } from './failure-text.ts'
import type { Direction, Hold, Invoice, Payment, Send } from './payment.ts'
import { type PaymentState, statusOf } from './payment-states.ts'

export interface PaymentRow {
  readonly seq: bigint
  readonly checking_id: string
  readonly wallet_id: string
  readonly direction: Direction
  readonly state: PaymentState
  readonly payment_hash: string
  readonly bolt11: string
  readonly amount_msat: bigint
  readonly any_amount: bigint
  readonly fee_msat: bigint
  readonly fee_limit_msat: bigint
  readonly memo: string
  readonly tag: string
  readonly extra: string
  readonly webhook: string | null
  readonly preimage: string | null
  readonly hold: Hold
  readonly source_id: bigint
  readonly peer_id: string | null
  readonly attempt: bigint
  readonly looks: bigint
  readonly node_mark: string | null
  readonly node_answer: string | null
  readonly at_node: Payment['atNode'] | null
  readonly missing_since: bigint | null
  readonly received_msat: bigint | null
  readonly close_owed: bigint
  readonly failure: string | null
  readonly counted_in: string | null
  readonly created_at: bigint
  readonly expires_at: bigint
  readonly finished_at: bigint | null
  /** Only with `SHOWN_PAYMENT_COLUMNS`. */
  readonly fiat?: string | null
  readonly noted?: string | null
}

export const PAYMENT_COLUMNS = `seq, checking_id, wallet_id, direction, state, payment_hash, bolt11, amount_msat, any_amount,
  fee_msat, fee_limit_msat, memo, tag, extra, webhook, preimage, hold, source_id, peer_id, attempt, looks, node_mark,
  node_answer, at_node, missing_since, received_msat, close_owed, failure, counted_in, created_at, expires_at, finished_at`

/** For a SELECT from `payments` whose rows are shown to a user. */
export const SHOWN_PAYMENT_COLUMNS = `${PAYMENT_COLUMNS}, ${SHOWN_FIAT_VALUE}, ${SHOWN_NOTE}`

/** A row’s direction and state belong together. */
export const toPayment = (row: PaymentRow): Payment => toFields(row) as Payment

const toInvoice = (row: PaymentRow): Invoice => toFields(row) as Invoice
const toSend = (row: PaymentRow): Send => toFields(row) as Send

const toFields = (row: PaymentRow) => ({
  seq: Number(row.seq),
  checkingId: row.checking_id,
  walletId: row.wallet_id,
  direction: row.direction,
  state: row.state,
  paymentHash: row.payment_hash,
  bolt11: row.bolt11,
  amountMsat: msat(row.amount_msat),
  anyAmount: row.any_amount === 1n,
  feeMsat: msat(row.fee_msat),
  feeLimitMsat: msat(row.fee_limit_msat),
  memo: row.memo,
  tag: row.tag,
  extra: row.extra,
  webhook: row.webhook ?? undefined,
  preimage: row.preimage ?? undefined,
  hold: row.hold,
  sourceId: Number(row.source_id),
  peerId: row.peer_id ?? undefined,
  attempt: Number(row.attempt),
  looks: Number(row.looks),
  nodeMark: row.node_mark ?? undefined,
  nodeAnswer: row.node_answer ?? undefined,
  atNode: row.at_node ?? undefined,
  missingSince: row.missing_since === null ? undefined : Number(row.missing_since),
  receivedMsat: row.received_msat === null ? undefined : msat(row.received_msat),
  closeOwed: row.close_owed === 1n,
  ...readFailure(row.failure),
  countedIn: row.counted_in ?? undefined,
  createdAt: Number(row.created_at),
  expiresAt: Number(row.expires_at),
  finishedAt: row.finished_at === null ? undefined : Number(row.finished_at),
  fiat: readShownFiatValue(row.fiat),
  noted: readShownNote(row.noted),
})

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

/** The newest row's number, or a later one whose row is gone. */
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

type New<P extends Payment> = Pick<
  P,
  | 'checkingId'
  | 'walletId'
  | 'direction'
  | 'state'
  | 'paymentHash'
  | 'bolt11'
  | 'amountMsat'
  | 'sourceId'
  | 'createdAt'
  | 'expiresAt'
> &
  Partial<
    Pick<
      P,
      | 'anyAmount'
      | 'feeLimitMsat'
      | 'memo'
      | 'tag'
      | 'extra'
      | 'webhook'
      | 'preimage'
      | 'hold'
      | 'peerId'
      | 'attempt'
      | 'countedIn'
      | 'finishedAt'
    >
  > & {
    /** Unix milliseconds. */
    readonly dueAt?: number | undefined
  }

export type NewInvoice = New<Invoice>
export type NewSend = New<Send>
export type NewPayment = NewInvoice | NewSend

export const insertPayment = (payment: NewPayment): Change => ({
  ...INSERT_PAYMENT,
  params: [
    payment.checkingId,
    payment.walletId,
    payment.direction,
    payment.state,
    payment.paymentHash,
    payment.bolt11,
    payment.amountMsat,
    payment.feeLimitMsat ?? 0,
    payment.memo ?? '',
    payment.tag ?? '',
    payment.extra ?? '{}',
    payment.webhook ?? null,
    payment.preimage ?? null,
    payment.hold ?? '',
    payment.peerId ?? null,
    payment.attempt ?? 0,
    payment.dueAt ?? null,
    payment.createdAt,
    payment.expiresAt,
    statusOf(payment.state),
    payment.countedIn ?? null,
    payment.sourceId,
    payment.anyAmount === true ? 1 : 0,
    payment.finishedAt ?? null,
  ],
  keys: [payment.checkingId],
  rows: 1,
})

const INSERT_PAYMENT = insertRow('payments', {
  checking_id: 'text',
  wallet_id: 'text',
  direction: 'text',
  state: 'text',
  payment_hash: 'text',
  bolt11: 'text',
  amount_msat: 'bigint',
  fee_limit_msat: 'bigint',
  memo: 'text',
  tag: 'text',
  extra: 'text',
  webhook: 'text',
  preimage: 'text',
  hold: 'text',
  peer_id: 'text',
  attempt: 'bigint',
  due_at: 'bigint',
  created_at: 'bigint',
  expires_at: 'bigint',
  status: 'text',
  counted_in: 'text',
  source_id: 'bigint',
  any_amount: 'bigint',
  finished_at: 'bigint',
})

/** The row as just stored or changed, without reading it back; only its sequence number is missing. */
export function asStored(payment: NewSend, changed?: Partial<Send>): Send
export function asStored(payment: NewInvoice, changed?: Partial<Invoice>): Invoice
export function asStored(payment: NewPayment, changed: Partial<Payment> = {}): Payment {
  return { ...UNSET, ...payment, ...changed } as Payment
}

const UNSET = {
  seq: 0,
  anyAmount: false,
  feeMsat: msat(0),
  feeLimitMsat: msat(0),
  memo: '',
  tag: '',
  extra: '{}',
  webhook: undefined,
  preimage: undefined,
  hold: '',
  peerId: undefined,
  attempt: 0,
  looks: 0,
  nodeMark: undefined,
  nodeAnswer: undefined,
  atNode: undefined,
  missingSince: undefined,
  receivedMsat: undefined,
  closeOwed: false,
  failure: undefined,
  countedIn: undefined,
  finishedAt: undefined,
  fiat: undefined,
  noted: undefined,
}
