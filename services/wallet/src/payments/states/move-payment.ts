import type { Msat } from '@satchel/money/units'
import type { Change, SqlValue, Tx } from '../../db/database.ts'
import { type ColumnType, type ManyRows, updateRow } from '../../db/many-rows.ts'
import {
  INCOMING,
  type IncomingEvent,
  OUTGOING,
  type OutgoingEvent,
  type PaymentState,
  statusOf,
} from './payment-states.ts'

/** What may change together with the state. */
export interface PaymentChanges {
  /** For an invoice without an amount: the amount that was paid. */
  readonly amountMsat?: Msat
  readonly feeMsat?: Msat
  readonly receivedMsat?: Msat
  readonly preimage?: string | null
  readonly failure?: string | null
  readonly peerId?: string | null
  readonly nodeMark?: string | null
  readonly atNode?: 'known' | 'doubtful' | null
  /** Unix seconds. */
  readonly missingSince?: number | null
  readonly nextAttempt?: number
  readonly looks?: number
  readonly closeOwed?: boolean
  /** Unix seconds. */
  readonly finishedAt?: number
  /** Unix milliseconds. */
  readonly dueAt?: number | null
}

/** Compare-and-set: nothing changes unless the event is allowed in the row's state and the attempt matches. */
export interface Move {
  readonly checkingId: string
  /** The state that the caller has read: the row must still be in it. */
  readonly seen?: PaymentState
  readonly attempt?: number
  readonly set?: PaymentChanges
}

export const moveInvoice = (event: IncomingEvent, move: Move): Change => moveRow(event, INCOMING[event], move)
export const moveSend = (event: OutgoingEvent, move: Move): Change => moveRow(event, OUTGOING[event], move)

/** False: the row is in another state, and nothing has changed. */
export const tryMoveInvoice = (tx: Tx, event: IncomingEvent, move: Move): Promise<boolean> =>
  tryRun(tx, moveInvoice(event, move))
export const tryMoveSend = (tx: Tx, event: OutgoingEvent, move: Move): Promise<boolean> =>
  tryRun(tx, moveSend(event, move))

/** Moves the invoice and makes the changes that belong to it. False: it is in another state, and nothing has changed. */
export const moveInvoiceWith = (
  tx: Tx,
  event: IncomingEvent,
  move: Move,
  changes: readonly Change[],
): Promise<boolean> => tx.togetherIf({ ...moveInvoice(event, move), rows: undefined }, changes)

/** For every row that `where` finds; its parameters come first. */
export interface MoveAll {
  readonly where: string
  readonly params: readonly SqlValue[]
  readonly set: PaymentChanges
}

export const moveInvoices = (event: IncomingEvent, all: MoveAll): Change => moveRows(INCOMING[event], all)
export const moveSends = (event: OutgoingEvent, all: MoveAll): Change => moveRows(OUTGOING[event], all)

interface Ends {
  readonly from: readonly PaymentState[]
  readonly to: PaymentState
}

function moveRow(event: string, ends: Ends, { checkingId, seen, attempt, set = {} }: Move): Change {
  if (seen !== undefined && !ends.from.includes(seen)) throw new Error(`no payment leaves ${seen} by "${event}"`)
  const from = seen === undefined ? ends.from : [seen]
  const columns = changedColumns(set)
  return {
    ...moveText({ from, to: ends.to }, columns, attempt !== undefined),
    params: [checkingId, ...columns.map((name) => toValue(set[name])), ...(attempt === undefined ? [] : [attempt])],
    keys: [checkingId],
    rows: 1,
  }
}

const moveTexts = new Map<string, ManyRows>()

/** SQL text cached for every combination of states and columns. */
function moveText(ends: Ends, columns: readonly (keyof PaymentChanges)[], ofAttempt: boolean): ManyRows {
  const id = `${ends.from.join()} ${ends.to} ${columns.join()} ${ofAttempt}`
  let text = moveTexts.get(id)
  if (text === undefined) {
    const types: Record<string, ColumnType> = { id: 'text' }
    for (const name of columns) types[name] = COLUMNS[name].type
    if (ofAttempt) types['attempt'] = 'bigint'
    text = updateRow('payments', types, (named) => {
      const assignments = columns.map((name) => `, ${COLUMNS[name].column} = ${named[name]}`)
      const sameAttempt = ofAttempt ? ` AND attempt = ${named['attempt']}` : ''
      return {
        set: `state = '${ends.to}'${statusIfChanged(ends)}${assignments.join('')}`,
        where: `checking_id = ${named['id']} AND ${isIn(ends.from)}${sameAttempt}`,
      }
    })
    moveTexts.set(id, text)
  }
  return text
}

function moveRows(ends: Ends, { where, params, set }: MoveAll): Change {
  const columns = changedColumns(set)
  const assignments = columns.map((name, index) => `, ${COLUMNS[name].column} = $${params.length + 1 + index}`)
  return {
    sql: `UPDATE payments SET state = '${ends.to}'${statusIfChanged(ends)}${assignments.join('')} WHERE ${where} AND ${isIn(ends.from)}`,
    params: [...params, ...columns.map((name) => toValue(set[name]))],
  }
}

const tryRun = async (tx: Tx, change: Change): Promise<boolean> => (await tx.run({ ...change, rows: undefined })) === 1

/** Sets the status only if it changes: setting it would update its indexes. */
function statusIfChanged({ from, to }: Ends): string {
  const status = statusOf(to)
  return from.every((state) => statusOf(state) === status) ? '' : `, status = '${status}'`
}

const isIn = (states: readonly PaymentState[]): string => `state IN (${states.map((state) => `'${state}'`).join(', ')})`

interface Column {
  readonly column: string
  readonly type: ColumnType
}

const COLUMNS: Readonly<Record<keyof PaymentChanges, Column>> = {
  amountMsat: { column: 'amount_msat', type: 'bigint' },
  feeMsat: { column: 'fee_msat', type: 'bigint' },
  receivedMsat: { column: 'received_msat', type: 'bigint' },
  preimage: { column: 'preimage', type: 'text' },
  failure: { column: 'failure', type: 'text' },
  peerId: { column: 'peer_id', type: 'text' },
  nodeMark: { column: 'node_mark', type: 'text' },
  atNode: { column: 'at_node', type: 'text' },
  missingSince: { column: 'missing_since', type: 'bigint' },
  nextAttempt: { column: 'attempt', type: 'bigint' },
  looks: { column: 'looks', type: 'bigint' },
  closeOwed: { column: 'close_owed', type: 'bigint' },
  finishedAt: { column: 'finished_at', type: 'bigint' },
  dueAt: { column: 'due_at', type: 'bigint' },
}

const changedColumns = (set: PaymentChanges): (keyof PaymentChanges)[] =>
  (Object.keys(COLUMNS) as (keyof PaymentChanges)[]).filter((name) => set[name] !== undefined)

const toValue = (value: PaymentChanges[keyof PaymentChanges]): SqlValue =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)
