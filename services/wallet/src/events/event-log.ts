import type { Change, Reader, SqlValue } from '../db/database.ts'
import { textForRows } from '../db/text-for-rows.ts'

/** What happened to a payment, in the past tense (architecture.md 4). */
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

/** Part of the step that makes the events true. */
export function appendEvents(at: number, events: readonly NewEvent[]): Change {
  const params: SqlValue[] = [at]
  for (const { kind, walletId, checkingId } of events) params.push(kind, walletId, checkingId)
  return {
    sql: insertEventsText(events.length),
    params,
    // New rows: nobody else's.
    keys: [],
    rows: events.length,
  }
}

const insertEventsText = textForRows((rows) => {
  const values = rows.map((row) => `($${row * 3 + 2}, $${row * 3 + 3}, $${row * 3 + 4}, $1)`)
  return `INSERT INTO events (kind, wallet_id, checking_id, at) VALUES ${values.join(', ')}`
})

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

/** Oldest first, of one wallet: for a client that resumes. */
export const listWalletEventsAfter = (reader: Reader, walletId: string, id: bigint, limit: number): Promise<Event[]> =>
  reader.list(
    `SELECT ${COLUMNS} FROM events WHERE wallet_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [walletId, id, limit],
    toEvent,
  )

export const findLastEventId = async (reader: Reader): Promise<bigint> =>
  (await reader.first('SELECT COALESCE(MAX(id), 0) AS id FROM events', [], (row: { id: bigint }) => row.id)) ?? 0n
