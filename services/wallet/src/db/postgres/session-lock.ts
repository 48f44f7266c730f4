import { randomInt } from 'node:crypto'
import type { Connection } from './postgres-connection.ts'

/** First half of the key; the second half is the session's own number. */
const SESSION_LOCKS = 7_361_010

export const newSession = (): string => String(randomInt(1, 2 ** 31 - 1))

/** Held by the server until it ends this connection: marks a running process, independent of its pid. */
export async function holdSessionLock({ client }: Connection, session: string): Promise<void> {
  // Shared: after a lost connection the old one may still hold it.
  await client.query(`SELECT pg_advisory_lock_shared(${SESSION_LOCKS}, ${Number(session)})`)
}

export const OPEN_SESSIONS = `SELECT objid::text AS session FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${SESSION_LOCKS} AND objsubid = 2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
