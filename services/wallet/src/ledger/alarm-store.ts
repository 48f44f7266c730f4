import type { Change, Reader } from '../db/database.ts'
import type { Alarm } from './halt.ts'

export interface StoredAlarm extends Alarm {
  readonly id: number
  /** Unix seconds; undefined = it is open. */
  readonly acknowledgedAt: number | undefined
  /** The user's id. */
  readonly acknowledgedBy: string | undefined
}

interface AlarmRow {
  readonly id: bigint
  readonly kind: string
  readonly reference: string
  readonly detail: string
  readonly at: bigint
  readonly acknowledged_at: bigint | null
  readonly acknowledged_by: string | null
}

const COLUMNS = 'id, kind, reference, detail, at, acknowledged_at, acknowledged_by'

const toAlarm = (row: AlarmRow): StoredAlarm => ({
  id: Number(row.id),
  kind: row.kind,
  reference: row.reference,
  detail: row.detail,
  at: Number(row.at),
  acknowledgedAt: row.acknowledged_at === null ? undefined : Number(row.acknowledged_at),
  acknowledgedBy: row.acknowledged_by ?? undefined,
})

const whichOf = (all: boolean): string => (all ? '1 = 1' : 'acknowledged_at IS NULL')

/** Newest first; without `all` those that no operator has acknowledged. */
export const listStoredAlarms = (
  reader: Reader,
  { all, limit, offset }: { readonly all: boolean; readonly limit: number; readonly offset: number },
): Promise<StoredAlarm[]> =>
  reader.list(
    `SELECT ${COLUMNS} FROM alarms WHERE ${whichOf(all)} ORDER BY id DESC LIMIT $1 OFFSET $2`,
    [limit, offset],
    toAlarm,
  )

export const countAlarms = async (reader: Reader, all: boolean): Promise<number> =>
  (await reader.first(`SELECT count(*) AS total FROM alarms WHERE ${whichOf(all)}`, [], (row: { total: bigint }) =>
    Number(row.total),
  )) ?? 0

export const findAlarm = (reader: Reader, id: number): Promise<StoredAlarm | undefined> =>
  reader.first(`SELECT ${COLUMNS} FROM alarms WHERE id = $1`, [id], toAlarm)

/** `by` null: the alarm is open again. */
export const setAcknowledged = (id: number, at: number | null, by: string | null): Change => ({
  sql: 'UPDATE alarms SET acknowledged_at = $2, acknowledged_by = $3 WHERE id = $1',
  params: [id, at, by],
  rows: 1,
})
