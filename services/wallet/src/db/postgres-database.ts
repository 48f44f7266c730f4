import { type Database, defineCommand, type HistoryCommand, type SqlValue } from './database.ts'
import { migratePostgres } from './migrate.ts'
import { connect, type Connection } from './postgres-connection.ts'
import { type Hold, listenForCommits } from './listen-for-commits.ts'
import { createReadingRound, type ReadingRound } from './reading-round.ts'
import { connectWriter, createPostgresWriter } from './postgres-writer.ts'
import { newSession, OPEN_SESSIONS } from './session-lock.ts'

const READERS = 3
/** A statement of a migration or an audit may take this long. */
const LONG_MS = 3_600_000

/** The database for several processes and for scale. `alone`: throws while a service runs on it, and none starts. */
export async function openPostgresDatabase(
  url: string,
  hold: Hold = 'shared',
  adoptHistory?: HistoryCommand,
): Promise<Database> {
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const session = newSession()
  const ears = await listenForCommits(url, tell, { hold, session })
  try {
    await migrate(url)
  } catch (error) {
    await ears.close()
    throw error
  }
  const writer = createPostgresWriter(connectWriter(url), tell, adoptHistory)
  try {
    // Before anything is read: what was committed may be gone.
    if (adoptHistory !== undefined) await writer.transact(NOTHING, undefined)
  } catch (error) {
    await ears.close()
    throw error
  }
  const read = createReaders(url)
  return {
    dialect: 'postgres',
    session,
    async listSessions() {
      const { rows } = await (await read.next()).query<{ session: string }>(OPEN_SESSIONS)
      // Then the marks of other processes may be missing as well.
      if (rows.every((row) => row.session !== session)) throw new Error('the server has ended our own session')
      return rows.map((row) => row.session)
    },
    async first<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) {
      const [row] = await read.together(sql, params)
      return row === undefined ? undefined : toRow(row as R)
    },
    // A list may be long: those of others do not wait for it.
    async list<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) {
      const { rows } = await (await read.next()).query<R & object>(sql, params)
      return rows.map(toRow)
    },
    listAside: (sql, params, toRow) => readPostgresAside(url, sql, params, toRow),
    transact: writer.transact,
    version: () => undefined,
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      await writer.close()
      await ears.close()
      await read.close()
    },
  }
}

/** With it a writer's first batch notes the course of commits. */
const NOTHING = defineCommand('nothing', async () => undefined)

async function migrate(url: string): Promise<void> {
  const connection = await connect({ url, name: 'satchel migrations', silenceMs: LONG_MS })
  try {
    await migratePostgres(connection.client)
  } finally {
    await connection.end()
  }
}

/** One reading on a connection of its own. */
export async function readPostgresAside<R, T>(
  url: string,
  sql: string,
  params: readonly SqlValue[],
  toRow: (row: R) => T,
): Promise<T[]> {
  const connection = await connect({ url, name: 'satchel audit', silenceMs: LONG_MS })
  try {
    return (await connection.query<R & object>(sql, params)).rows.map(toRow)
  } finally {
    await connection.end()
  }
}

/** A few connections in turn, each replaced when it is lost; what one turn of the event loop asks for goes together. */
function createReaders(url: string) {
  const slots: (Promise<Connection> | undefined)[] = Array.from({ length: READERS }, () => undefined)
  let turn = 0
  let closed = false
  const fresh = (slot: number): Promise<Connection> => {
    const opening = connect({ url, name: 'satchel reader' })
    slots[slot] = opening
    opening.catch(() => {
      slots[slot] = undefined
    })
    return opening
  }
  const next = async (): Promise<Connection> => {
    if (closed) throw new Error('the database is closed')
    turn = (turn + 1) % READERS
    const connection = await (slots[turn] ?? fresh(turn))
    return connection.alive() ? connection : fresh(turn)
  }
  let round: ReadingRound | undefined
  return {
    next,
    together(sql: string, params: readonly SqlValue[]): Promise<readonly object[]> {
      if (round === undefined) {
        const opened = createReadingRound()
        round = opened
        setImmediate(() => {
          round = undefined
          opened.send(next)
        })
      }
      return round.ask(sql, params)
    },
    async close(): Promise<void> {
      closed = true
      await Promise.all(slots.map(async (slot) => (await slot?.catch(() => undefined))?.end()))
    },
  }
}
