import { type Database, defineCommand, type HistoryCommand, type SqlValue } from '../database.ts'
import { migratePostgres } from '../migrate.ts'
import { connectWriter, createPostgresWriter } from './batching/postgres-writer.ts'
import { createReaders } from './create-readers.ts'
import { type Hold, listenForCommits } from './listen-for-commits.ts'
import { openWhenReady, type Patience } from './open-when-ready.ts'
import { connect, type DatabaseServer } from './postgres-connection.ts'
import { readerOf } from './reader-of.ts'
import { newSession, OPEN_SESSIONS } from './session-lock.ts'
import { createStandbyReader } from './standby-reader.ts'

/** A statement of a migration or an audit may take this long. */
const LONG_MS = 3_600_000

export interface PostgresOptions {
  /** `alone`: throws while a service uses the database, and keeps services from starting. */
  readonly hold?: Hold
  readonly adoptHistory?: HistoryCommand | undefined
  /** A command may take an hour. */
  readonly longCommands?: boolean
  /** URL of a standby, for lists. */
  readonly replicaUrl?: string | undefined
  /** For a server that does not answer. */
  readonly patience?: Patience | undefined
}

/** The database for several processes and for scale. */
export const openPostgresDatabase = (url: string, options: PostgresOptions = {}): Promise<Database> =>
  openWhenReady((connectMs) => openAt({ url, connectMs }, options), options.patience)

async function openAt(
  server: DatabaseServer,
  { hold = 'shared', adoptHistory, longCommands = false, replicaUrl }: PostgresOptions,
): Promise<Database> {
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const session = newSession()
  const ears = await listenForCommits(server, tell, { hold, session })
  const writer = createPostgresWriter(connectWriter(server, longCommands), tell, adoptHistory)
  try {
    await migrate(server)
    // Before anything is read: committed rows may be lost.
    if (adoptHistory !== undefined) await writer.transact(NOTHING, undefined)
  } catch (error) {
    await writer.close()
    await ears.close()
    throw error
  }
  const read = createReaders(() => connect({ ...server, name: 'satchel reader' }))
  const reader = readerOf(read)
  const standby = replicaUrl === undefined ? undefined : createStandbyReader(replicaUrl, reader, read)
  return {
    ...reader,
    session,
    async listSessions() {
      const { rows } = await (await read.next()).query<{ session: string }>(OPEN_SESSIONS)
      // Without our own mark, those of other processes may be missing, too.
      if (rows.every((row) => row.session !== session)) throw new Error('the server has ended our own session')
      return rows.map((row) => row.session)
    },
    forLists: async () => standby?.fresh() ?? reader,
    listReadCounts: () => standby?.counts(),
    listAside: (sql, params, toRow) => readPostgresAside(server, sql, params, toRow),
    transact: writer.transact,
    commitCounts: writer.commitCounts,
    version: () => undefined,
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      await writer.close()
      await ears.close()
      await Promise.all([read.close(), standby?.close()])
    },
  }
}

/** Gives a writer its first batch, which stores the database's history. */
const NOTHING = defineCommand({ name: 'nothing', run: async () => undefined })

async function migrate(server: DatabaseServer): Promise<void> {
  const connection = await connect({ ...server, name: 'satchel migrations', silenceMs: LONG_MS })
  try {
    await migratePostgres(connection.client)
  } finally {
    await connection.end()
  }
}

/** One read on a separate connection. */
export async function readPostgresAside<R, T>(
  server: DatabaseServer,
  sql: string,
  params: readonly SqlValue[],
  toRow: (row: R) => T,
): Promise<T[]> {
  const connection = await connect({ ...server, name: 'satchel audit', silenceMs: LONG_MS })
  try {
    return (await connection.query<R & object>(sql, params)).rows.map(toRow)
  } finally {
    await connection.end()
  }
}
