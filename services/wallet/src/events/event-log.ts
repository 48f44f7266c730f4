import type { Change, Reader } from '../db/database.ts'
import { insertRow } from '../db/many-rows.ts'

/** The event of a payment, in the past tense. */
export type EventKind =
  | 'payment-received'
  | 'payment-sent'
  | 'payment-failed'
  | 'payment-held'
  | 'invoice-expired'
  | 'invoice-cancelled'

export interface NewEvent {
  readonly kind: EventKind
  readonly walletId: string
  readonly checkingId: string
}

export interface Event extends NewEvent {
  /** Ascends in the order of the commits. */
  readonly id: bigint
  /** Unix seconds. */
  readonly at: number
}

/** Use it in the transaction that makes the event true. */
export const appendEvent = (at: number, { kind, walletId, checkingId }: NewEvent): Change => ({
  ...INSERT_EVENT,
  params: [kind, walletId, checkingId, at],
  rows: 1,
})

const INSERT_EVENT = insertRow('events', { kind: 'text', wallet_id: 'text', checking_id: 'text', at: 'bigint' })

const COLUMNS = 'id, kind, wallet_id, checking_id, at'

interface EventRow {
  readonly id: bigint
  readonly kind: EventKind
  readonly wallet_id: string
  readonly checking_id: string
  readonly at: bigint
}

const toEvent = (row: EventRow): Event => ({
  id: row.id,
  kind: row.kind,
  walletId: row.wallet_id,
  checkingId: row.checking_id,
  at: Number(row.at),
})

/** Oldest first, all wallets. */
export const listEventsAfter = (reader: Reader, id: bigint, limit: number): Promise<Event[]> =>
  reader.list(`SELECT ${COLUMNS} FROM events WHERE id > $1 ORDER BY id LIMIT $2`, [id, limit], toEvent)

export const findLastEventId = async (reader: Reader): Promise<bigint> =>
  (await reader.first('SELECT COALESCE(MAX(id), 0) AS id FROM events', [], (row: { id: bigint }) => row.id)) ?? 0n
