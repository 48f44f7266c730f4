import { mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { openDatabase } from '../../db/open-database.ts'
import {
  dumpPostgres,
  restorePostgres,
  type ToolEnvironment,
  withTemporaryPostgres,
} from '../../db/postgres/postgres-tools.ts'
import { copySqliteFile } from '../../db/sqlite/copy-database.ts'
import { checkBooks, type Violation } from '../../ledger/check-books.ts'
import { isSqlite, sqliteFileOf } from './make-backup.ts'

export interface UpgradeOptions {
  readonly config: Pick<Config, 'databaseUrl'>
  readonly commandsModule: string
  /** For PostgreSQL's tools; also names the folder for temporary files. */
  readonly env: ToolEnvironment
}

export interface TriedUpgrade {
  /** Time until the copy was migrated and open. */
  readonly openMs: number
  readonly payments: bigint
  /** Empty = the books of the migrated copy are right. */
  readonly violations: readonly Violation[]
}

/** Migrates a copy of the database and audits it. The database itself is only read, and a service may use it meanwhile. */
export async function tryUpgrade({ config, commandsModule, env }: UpgradeOptions): Promise<TriedUpgrade> {
  const folder = mkdtempSync(join(env['TMPDIR']?.trim() || tmpdir(), 'satchel-upgrade-'))
  try {
    if (isSqlite(config)) {
      const copy = join(folder, 'satchel.db')
      await copySqliteFile(sqliteFileOf(config), copy)
      return await migrateAndAudit(`sqlite://${copy}`, commandsModule)
    }
    const dump = join(folder, 'database.dump')
    await dumpPostgres(config.databaseUrl, dump, env)
    return await withTemporaryPostgres(config.databaseUrl, async (url) => {
      await restorePostgres(url, dump, env)
      return migrateAndAudit(url, commandsModule)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function migrateAndAudit(url: string, commandsModule: string): Promise<TriedUpgrade> {
  const startedAt = performance.now()
  const db = await openDatabase(url, commandsModule, { alone: true, longCommands: true })
  const openMs = performance.now() - startedAt
  try {
    const payments = await db.first('SELECT count(*) AS n FROM payments', [], (row: { n: bigint }) => row.n)
    return { openMs, payments: payments ?? 0n, violations: await checkBooks(db) }
  } finally {
    await db.close()
  }
}

export interface UpgradeSpace {
  readonly databaseBytes: number
  readonly freeBytes: number
}

/**
 * For an SQLite database; PostgreSQL's disk is on its server. A step that rewrites a table writes it to the log and to
 * the file, so any step needs at most twice the size of the database.
 */
export function measureSpace(config: Pick<Config, 'databaseUrl'>): UpgradeSpace | undefined {
  if (!isSqlite(config)) return undefined
  const { bavail, bsize } = statfsSync(dirname(sqliteFileOf(config)))
  return { databaseBytes: statSync(sqliteFileOf(config)).size, freeBytes: bavail * bsize }
}
