import { setTimeout as pause } from 'node:timers/promises'
import type { ListReadCounts, Reader, SqlValue } from '../database.ts'
import { createReaders, type Readers } from './create-readers.ts'
import { type Connection, connect } from './postgres-connection.ts'

export interface StandbyReader {
  /** A reader that sees everything that was committed before this call: the standby, or else the primary. */
  fresh(): Promise<Reader>
  counts(): ListReadCounts
  close(): Promise<void>
}

/** How long a list waits for the standby. */
const WAIT_MS = 250
const POLL_EVERY_MS = 10
/** How long a standby is not used after it was unreachable or too far behind. */
const REST_MS = 5000

/**
 * All acknowledged commits are in the log up to this position. The history is a row that services write after a
 * promotion: a standby of a replaced primary lacks it, however far its own log goes.
 */
const POSITION = `SELECT pg_current_wal_flush_lsn()::text AS position,
  (SELECT value FROM settings WHERE name = 'database-history') AS history`
const HAS = `SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::text::pg_lsn
  AND EXISTS (SELECT 1 FROM settings WHERE name = 'database-history' AND value = $2) AS has`

export function createStandbyReader(url: string, primary: Reader, primaryReaders: Readers): StandbyReader {
  const readers = createReaders(() => connect({ url, name: 'satchel reader of lists' }))
  const counts = { replica: 0, primary: 0 }
  let restsUntil = 0

  /** Undefined: it is unreachable, or too far behind. */
  const findFresh = async (signal: AbortSignal): Promise<Connection | undefined> => {
    const reading = await primaryReaders.current()
    const { rows } = await reading.query<{ position: string; history: string | null }>(POSITION)
    const connection = await readers.next()
    const wanted = [rows[0]?.position ?? '', rows[0]?.history ?? '']
    while (!signal.aborted) {
      const { rows: found } = await connection.query<{ has: boolean | null }>(HAS, wanted)
      if (found[0]?.has === true) return connection
      await pause(POLL_EVERY_MS)
    }
    return undefined
  }
  const findInTime = async (): Promise<Connection | undefined> => {
    const end = new AbortController()
    const found = findFresh(end.signal).catch(() => undefined)
    const late = pause(WAIT_MS, undefined, { signal: end.signal }).catch(() => undefined)
    const connection = await Promise.race([found, late])
    end.abort()
    return connection
  }
  return {
    async fresh() {
      if (performance.now() >= restsUntil) {
        const connection = await findInTime()
        if (connection !== undefined) {
          counts.replica += 1
          return readerOrPrimary(connection, primary)
        }
        restsUntil = performance.now() + REST_MS
      }
      counts.primary += 1
      return primary
    },
    counts: () => ({ ...counts }),
    close: readers.close,
  }
}

/** Reads from the primary what the standby fails to answer, such as a read cancelled by a replayed change. */
function readerOrPrimary(connection: Connection, primary: Reader): Reader {
  const rowsOf = async <R>(sql: string, params: readonly SqlValue[]): Promise<R[] | undefined> =>
    connection.query<R & object>(sql, params).then(
      ({ rows }) => rows,
      () => undefined,
    )
  return {
    dialect: 'postgres',
    async first<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) {
      const rows = await rowsOf<R>(sql, params)
      if (rows === undefined) return primary.first(sql, params, toRow)
      return rows[0] === undefined ? undefined : toRow(rows[0])
    },
    async list<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) {
      return (await rowsOf<R>(sql, params))?.map(toRow) ?? primary.list(sql, params, toRow)
    },
  }
}
