import type { Database, HistoryCommand } from './database.ts'
import { isDatabaseAway, whyAway } from './database-away.ts'
import { openWhenReady } from './postgres/open-when-ready.ts'
import { openPostgresDatabase, readPostgresAside } from './postgres/postgres-database.ts'
import { openSqliteDatabase, readSqliteAside } from './sqlite/sqlite-database.ts'
import type { DatabaseLog } from './sqlite/sqlite-trouble.ts'

/**
 * `sqlite://PATH` or `postgres://…` (rule S105). `commandsModule`: URL of the module that exports `commands`. `alone`:
 * throws while a service uses the database, and keeps services from starting. An SQLite file must then exist; it is
 * never shared.
 */
export function openDatabase(
  url: string,
  commandsModule: string,
  { alone = false, log, waitMs, ...options }: OpenOptions = {},
): Promise<Database> {
  return url.startsWith('sqlite://')
    ? openSqliteDatabase({
        file: url.slice('sqlite://'.length),
        commandsModule,
        mustExist: alone,
        adoptHistory: options.adoptHistory,
        log,
      })
    : asSetting(() =>
        openPostgresDatabase(url, {
          ...options,
          hold: alone ? 'alone' : 'shared',
          patience: { waitMs, log },
        }),
      )
}

/** Only the operator can fix an unusable database, so the error names the setting (rule D15). */
async function asSetting<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (!isDatabaseAway(error) && !isWrongUrl(error)) throw error
    throw new Error(`SERVICE_DATABASE_URL: the database cannot be opened (${whyAway(error as Error)})`, {
      cause: error,
    })
  }
}

/** No URL, or no TLS there. */
const isWrongUrl = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === 'ERR_INVALID_URL') || /SASL|SSL connections|certificate/.test(error.message))

export interface OpenOptions {
  readonly alone?: boolean
  /** A command may take an hour (PostgreSQL). */
  readonly longCommands?: boolean
  /** URL of a standby, for lists (PostgreSQL). */
  readonly replicaUrl?: string | undefined
  /** How long to wait for a server that does not answer, which may be starting (PostgreSQL). Default: a minute. */
  readonly waitMs?: number
  /** One of the commands. Absent: the database's history is not watched. */
  readonly adoptHistory?: HistoryCommand | undefined
  /** For problems that only an operator can fix. */
  readonly log?: DatabaseLog | undefined
}

/** Read-only, while a service may run on it; changes nothing, not even the schema. */
export const openForReading = (url: string): Pick<Database, 'dialect' | 'listAside'> => ({
  dialect: url.startsWith('sqlite://') ? 'sqlite' : 'postgres',
  listAside: url.startsWith('sqlite://')
    ? (sql, params, toRow) => readSqliteAside(url.slice('sqlite://'.length), sql, params, toRow)
    : (sql, params, toRow) =>
        asSetting(() => openWhenReady((connectMs) => readPostgresAside({ url, connectMs }, sql, params, toRow))),
})
