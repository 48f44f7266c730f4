import { type Msat, msat } from '@satchel/money/units'
import type { SqlValue } from '../../db/database.ts'
import type { ColumnType } from '../../db/many-rows.ts'
import type { PaymentState } from './payment-states.ts'

export type Direction = 'in' | 'out'

/** `ours`: we keep the preimage of a hold invoice; `theirs`: the caller does. */
export type Hold = '' | 'ours' | 'theirs'

/** How a column is stored, and how its value is read. */
interface Stored<Value> {
  readonly type: ColumnType
  readonly read: (stored: never) => Value
}

const textOf = <Value extends string>() => ({ type: 'text', read: (stored: Value) => stored }) as const
const TEXT = textOf<string>()
const WHOLE = { type: 'bigint', read: (stored: bigint) => Number(stored) } as const
const AMOUNT = { type: 'bigint', read: (stored: bigint): Msat => msat(stored) } as const
const FLAG = { type: 'bigint', read: (stored: bigint) => stored === 1n } as const

const optional = <Value, Raw extends string | bigint>({
  type,
  read,
}: {
  type: ColumnType
  read: (raw: Raw) => Value
}) => ({
  type,
  read: (stored: Raw | null): Value | undefined => (stored === null ? undefined : read(stored)),
})

/**
 * When a column is written. `never`: by the database. `once`: with the row. `always`: with the row, and by its moves
 * (move-payment.ts). `later`: by its moves; only an imported row begins with it.
 */
type Written = 'never' | 'once' | 'always' | 'later'

interface Column {
  readonly column: string
  readonly as: Stored<unknown>
  readonly written: Written
  /** The value of rows stored without this column. */
  readonly unset?: unknown
}

/** Every column of `payments` by the field that it fills. Rows, fields, SELECT, INSERT and moves follow from this table. */
export const COLUMNS = {
  seq: { column: 'seq', as: WHOLE, written: 'never', unset: 0 },
  checkingId: { column: 'checking_id', as: TEXT, written: 'once' },
  walletId: { column: 'wallet_id', as: TEXT, written: 'once' },
  direction: { column: 'direction', as: textOf<Direction>(), written: 'once' },
  state: { column: 'state', as: textOf<PaymentState>(), written: 'once' },
  paymentHash: { column: 'payment_hash', as: TEXT, written: 'once' },
  bolt11: { column: 'bolt11', as: TEXT, written: 'once' },
  /** Of an invoice without an amount: 0 until it is paid, then what the payer chose. */
  amountMsat: { column: 'amount_msat', as: AMOUNT, written: 'always' },
  /** Of an invoice: it names no amount, the payer chooses. */
  anyAmount: { column: 'any_amount', as: FLAG, written: 'once', unset: false },
  feeMsat: { column: 'fee_msat', as: AMOUNT, written: 'later', unset: msat(0) },
  feeLimitMsat: { column: 'fee_limit_msat', as: AMOUNT, written: 'once', unset: msat(0) },
  memo: { column: 'memo', as: TEXT, written: 'once', unset: '' },
  tag: { column: 'tag', as: TEXT, written: 'once', unset: '' },
  /** JSON text, as it was accepted. */
  extra: { column: 'extra', as: TEXT, written: 'once', unset: '{}' },
  webhook: { column: 'webhook', as: optional(TEXT), written: 'once', unset: undefined },
  preimage: { column: 'preimage', as: optional(TEXT), written: 'always', unset: undefined },
  hold: { column: 'hold', as: textOf<Hold>(), written: 'once', unset: '' },
  /** The node it is with (funding/source-store.ts). */
  sourceId: { column: 'source_id', as: WHOLE, written: 'once' },
  peerId: { column: 'peer_id', as: optional(TEXT), written: 'always', unset: undefined },
  attempt: { column: 'attempt', as: WHOLE, written: 'always', unset: 0 },
  polls: { column: 'looks', as: WHOLE, written: 'later', unset: 0 },
  /** What the node had recorded of the hash before this attempt (`FundingSource.attemptMark`). */
  nodeMark: { column: 'node_mark', as: optional(TEXT), written: 'later', unset: undefined },
  /** The node's last answer about it, in words. */
  nodeAnswer: { column: 'node_answer', as: optional(TEXT), written: 'later', unset: undefined },
  /**
   * What the node has ever said about this attempt; undefined = nothing. `known`: it had the attempt. `doubtful`: it has
   * lost part of its history since (history/node-history.ts).
   */
  atNode: { column: 'at_node', as: optional(textOf<'known' | 'doubtful'>()), written: 'later', unset: undefined },
  /** Unix seconds. */
  missingSince: { column: 'missing_since', as: optional(WHOLE), written: 'later', unset: undefined },
  receivedMsat: { column: 'received_msat', as: optional(AMOUNT), written: 'later', unset: undefined },
  closeOwed: { column: 'close_owed', as: FLAG, written: 'later', unset: false },
  /** Stored as a word or a sentence, read as a sentence (failure-text.ts). */
  failure: { column: 'failure', as: optional(TEXT), written: 'later', unset: undefined },
  /** The limits it counts against (spend-limits.ts), as JSON. */
  countedIn: { column: 'counted_in', as: optional(TEXT), written: 'once', unset: undefined },
  /** Unix seconds. */
  createdAt: { column: 'created_at', as: WHOLE, written: 'once' },
  /** Unix seconds. */
  expiresAt: { column: 'expires_at', as: WHOLE, written: 'once' },
  /** Unix seconds. */
  finishedAt: { column: 'finished_at', as: optional(WHOLE), written: 'always', unset: undefined },
} as const satisfies Readonly<Record<string, Column>>

/** Columns that are written and never read back as a field. */
export const UNREAD_COLUMNS = {
  /** What the state amounts to, for indexes. */
  status: { column: 'status', type: 'text' },
  /** When the row needs attention again, Unix milliseconds. */
  dueAt: { column: 'due_at', type: 'bigint' },
} as const satisfies Readonly<Record<string, { readonly column: string; readonly type: ColumnType }>>

type Columns = typeof COLUMNS
export type Field = keyof Columns
type Value<F extends Field> = ReturnType<Columns[F]['as']['read']>

type FieldsWritten<When extends Written> = {
  [F in Field]: Columns[F]['written'] extends When ? F : never
}[Field]
type Unset = { [F in Field]: Columns[F] extends { readonly unset: unknown } ? F : never }[Field]

export type StoredFields = { readonly [F in Field]: Value<F> }

/** What a new row must state, and what it may state. */
export type NewField = Exclude<Field, Unset>
export type NewOptionalField = Extract<FieldsWritten<'once' | 'always'>, Unset>
export type LaterField = FieldsWritten<'later'>

type OrNull<V> = undefined extends V ? Exclude<V, undefined> | null : V

/** What may change together with the state; null clears. */
export type PaymentChanges = { readonly [F in FieldsWritten<'always' | 'later'>]?: OrNull<Value<F>> } & {
  /** Unix milliseconds. */
  readonly dueAt?: number | null
}

export const FIELDS = Object.keys(COLUMNS) as Field[]

export const isWritten = (field: Field, ...when: readonly Written[]): boolean => when.includes(COLUMNS[field].written)

/** The value of each field of a row that is stored without it; undefined where a row must state it. */
export const UNSET = Object.fromEntries(FIELDS.map((field) => [field, (COLUMNS[field] as Column).unset]))

export const toStored = (value: unknown): SqlValue =>
  typeof value === 'boolean' ? Number(value) : ((value as SqlValue | undefined) ?? null)
