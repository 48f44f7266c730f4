import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { openForReading } from '../../db/open-database.ts'
import { type ToolEnvironment, withTemporaryPostgres } from '../../db/postgres/postgres-tools.ts'
import type { Violation } from '../../ledger/check-books.ts'
import { type BackupTarget, listBackups } from './backup-target.ts'
import { isSqlite } from './make-backup.ts'
import type { Manifest } from './read-manifest.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'

export interface DrillOptions
  extends Pick<RestoreOptions, 'config' | 'commandsModule' | 'now' | 'identityFile' | 'accepts'> {
  readonly target: BackupTarget
  /** For PostgreSQL's tools; also names the folder for temporary files. */
  readonly env: ToolEnvironment
}

export interface Drilled {
  readonly name: string
  readonly bytes: number
  readonly manifest: Manifest
  /** Empty = the books are right. */
  readonly violations: readonly Violation[]
  /** Names in the restored database. */
  readonly superUsers: readonly string[]
  /** Undefined where the books are wrong: then nothing was restored. */
  readonly found: Contents | undefined
}

export interface Contents {
  readonly payments: bigint
  readonly postings: bigint
  readonly wallets: bigint
  readonly balanceMsat: bigint
}

/**
 * Restores the newest backup of the target to a temporary place, with all checks of a real restore: into a temporary
 * folder, and for PostgreSQL into a new database of the same server. Both are deleted afterwards. Undefined if the
 * origin is not accepted.
 */
export async function drillRestore(options: DrillOptions): Promise<Drilled | undefined> {
  const { config, target, env } = options
  const [newest] = await listBackups(target)
  if (newest === undefined) throw new Error('the target has no backup')
  const folder = mkdtempSync(join(env['TMPDIR']?.trim() || tmpdir(), 'satchel-drill-'))
  try {
    const archive = join(folder, newest.name)
    await target.read(newest.name, archive)
    const inFolder = (databaseUrl: string) => restoreAside({ ...options, archive }, folder, databaseUrl)
    const restored = isSqlite(config)
      ? await inFolder(`sqlite://${join(folder, 'data', 'satchel.db')}`)
      : await withTemporaryPostgres(config.databaseUrl, inFolder)
    return restored && { ...newest, ...restored }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function restoreAside(
  {
    config,
    archive,
    identityFile,
    commandsModule,
    now,
    env,
    accepts,
  }: Omit<DrillOptions, 'target'> & { archive: string },
  folder: string,
  databaseUrl: string,
): Promise<Omit<Drilled, 'name' | 'bytes'> | undefined> {
  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder)
  const aside = { ...config, ...placesIn(dataFolder, config), dataFolder, databaseUrl }
  const restored = await restoreBackup({
    config: aside,
    originConfig: config,
    accepts,
    archive,
    identityFile,
    commandsModule,
    now,
    env,
    force: false,
  })
  if (restored === undefined) return undefined
  return { ...restored, found: restored.violations.length > 0 ? undefined : await readContents(databaseUrl) }
}

/** Temporary places for the files of a restore outside the database, so that the installation is unchanged. */
function placesIn(dataFolder: string, { funding, extensions }: RestoreOptions['config']) {
  const { source } = funding
  const journalFile = join(dataFolder, 'simulated-node.journal')
  return {
    funding: source.kind === 'simulated' ? { ...funding, source: { ...source, journalFile } } : funding,
    extensions: { ...extensions, path: join(dataFolder, 'extensions') },
  } satisfies Partial<Config>
}

const CONTENTS = `SELECT (SELECT count(*) FROM payments) AS payments, (SELECT count(*) FROM postings) AS postings,
  (SELECT count(*) FROM wallets WHERE closed_at IS NULL) AS wallets,
  (SELECT CAST(COALESCE(SUM(available_msat + reserved_msat), 0) AS BIGINT) FROM balances) AS balance`

async function readContents(databaseUrl: string): Promise<Contents> {
  const [row] = await openForReading(databaseUrl).listAside(
    CONTENTS,
    [],
    (found: { payments: bigint; postings: bigint; wallets: bigint; balance: bigint }) => found,
  )
  if (row === undefined) throw new Error('the restored database cannot be read')
  const { payments, postings, wallets, balance: balanceMsat } = row
  return { payments, postings, wallets, balanceMsat }
}
