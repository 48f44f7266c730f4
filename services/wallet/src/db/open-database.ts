import type { Database, HistoryCommand } from './database.ts'
import { openPostgresDatabase, readPostgresAside } from './postgres-database.ts'
import { openSqliteDatabase, readSqliteAside } from './sqlite-database.ts'
import type { DatabaseLog } from './sqlite-trouble.ts'

/**
 * `sqlite://PATH` or `postgres://…` (decisions §1). `commandsModule`: URL of the module that exports `commands`. `alone`:
 * throws while a service runs on it, and none starts meanwhile; an SQLite file is never shared, and must exist then.
 */
export function openDatabase(
  url: string,
  commandsModule: string,
  { alone = false, adoptHistory, log }: OpenOptions = {},
): Promise<Database> {
  return url.startsWith('sqlite://')
    ? openSqliteDatabase({ file: url.slice('sqlite://'.length), commandsModule, mustExist: alone, adoptHistory, log })
    : openPostgresDatabase(url, alone ? 'alone' : 'shared', adoptHistory)
}

export interface OpenOptions {
  readonly alone?: boolean
  /** One of the commands. Absent: the course of commits is not watched. */
  readonly adoptHistory?: HistoryCommand | undefined
  /** Trouble that only an operator can end (SQLite). */
  readonly log?: DatabaseLog | undefined
}

/** Only to read from, beside whatever runs on it; nothing is changed, not even the schema. */
export const openForReading = (url: string): Pick<Database, 'listAside'> => ({
  listAside: url.startsWith('sqlite://')
    ? (sql, params, toRow) => readSqliteAside(url.slice('sqlite://'.length), sql, params, toRow)
    : (sql, params, toRow) => readPostgresAside(url, sql, params, toRow),
})
