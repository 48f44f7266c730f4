import type { Change, SqlValue, Tx } from '../../db/database.ts'
import { type ColumnType, type ManyRows, updateRow } from '../../db/many-rows.ts'
import { COLUMNS, FIELDS, isWritten, type PaymentChanges, toStored, UNREAD_COLUMNS } from './payment-columns.ts'
import {
  INCOMING,
  type IncomingEvent,
  OUTGOING,
  type OutgoingEvent,
  type PaymentState,
  statusOf,
} from './payment-states.ts'

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
    params: [checkingId, ...columns.map((name) => toStored(set[name])), ...(attempt === undefined ? [] : [attempt])],
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
    for (const name of columns) types[name] = MOVED[name].type
    if (ofAttempt) types['ofAttempt'] = 'bigint'
    text = updateRow('payments', types, (named) => {
      const assignments = columns.map((name) => `, ${MOVED[name].column} = ${named[name]}`)
      const sameAttempt = ofAttempt ? ` AND attempt = ${named['ofAttempt']}` : ''
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
  const assignments = columns.map((name, index) => `, ${MOVED[name].column} = $${params.length + 1 + index}`)
  return {
    sql: `UPDATE payments SET state = '${ends.to}'${statusIfChanged(ends)}${assignments.join('')} WHERE ${where} AND ${isIn(ends.from)}`,
    params: [...params, ...columns.map((name) => toStored(set[name]))],
  }
}

const tryRun = async (tx: Tx, change: Change): Promise<boolean> => (await tx.run({ ...change, rows: undefined })) === 1

/** Sets the status only if it changes: setting it would update its indexes. */
function statusIfChanged({ from, to }: Ends): string {
  const status = statusOf(to)
  return from.every((state) => statusOf(state) === status) ? '' : `, status = '${status}'`
}

const isIn = (states: readonly PaymentState[]): string => `state IN (${states.map((state) => `'${state}'`).join(', ')})`

const MOVED = Object.fromEntries([
  ...FIELDS.filter((field) => isWritten(field, 'always', 'later')).map((field) => {
    const { column, as } = COLUMNS[field]
    return [field, { column, type: as.type }]
  }),
  ['dueAt', UNREAD_COLUMNS.dueAt],
]) as Readonly<Record<keyof PaymentChanges, { readonly column: string; readonly type: ColumnType }>>

const changedColumns = (set: PaymentChanges): (keyof PaymentChanges)[] =>
  (Object.keys(MOVED) as (keyof PaymentChanges)[]).filter((name) => set[name] !== undefined)
