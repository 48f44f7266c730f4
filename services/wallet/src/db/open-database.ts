import type { Database } from './database.ts'
import { openPostgresDatabase } from './postgres-database.ts'
import { openSqliteDatabase } from './sqlite-database.ts'

/** `sqlite://PATH` or `postgres://…` (decisions §1). `commandsModule`: URL of the module that exports `commands`. */
export function openDatabase(url: string, commandsModule: string): Promise<Database> {
  return url.startsWith('sqlite://')
    ? openSqliteDatabase({ file: url.slice('sqlite://'.length), commandsModule })
    : openPostgresDatabase(url)
}
