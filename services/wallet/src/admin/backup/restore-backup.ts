import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { loadSecrets, type SecretsConfig } from '../../config/secrets.ts'
import type { Database } from '../../db/database.ts'
import { openDatabase, openForReading } from '../../db/open-database.ts'
import {
  emptyPostgres,
  inspectPostgres,
  restorePostgres,
  type ToolEnvironment,
} from '../../db/postgres/postgres-tools.ts'
import { joinSqliteFile, moveSqliteFile, whileUnused } from '../../db/sqlite/copy-database.ts'
import { requireSoundFile } from '../../db/sqlite/sqlite-check.ts'
import { checkBooks, type Violation } from '../../ledger/check-books.ts'
import { canOpenKeys } from '../../wallets/can-open-keys.ts'
import { findKeyMark } from '../../wallets/key-mark-store.ts'
import { createKeyVault } from '../../wallets/wallet-keys.ts'
import { isSqlite, SECRET_FILES, sqliteFileOf } from './make-backup.ts'
import { noteRestore } from './note-restore.ts'
import type { ArchiveOrigin } from './origin/accept-origin.ts'
import { listSuperUsers } from './origin/describe-installation.ts'
import { listOwnOrigins } from './origin/own-origins.ts'
import { placeExtensions } from './pack-extensions.ts'
import type { ArchiveName, Manifest } from './read-manifest.ts'
import { unpackArchive } from './unpack-archive.ts'

export interface RestoreOptions {
  readonly config: Pick<
    Config,
    'dataFolder' | 'databaseUrl' | 'funding' | 'extensions' | 'authSecretKey' | 'keyEncryptionKey'
  >
  readonly archive: string
  /** Secret keys of age, for an encrypted archive. */
  readonly identityFile?: string | undefined
  /** Existing data is moved aside (PostgreSQL: deleted). */
  readonly force: boolean
  readonly commandsModule: string
  readonly now: Date
  /** For PostgreSQL's tools. */
  readonly env: ToolEnvironment
  /** The keys that prove the origin, if not those of `config`: a drill restores into another data folder. */
  readonly originConfig?: SecretsConfig
  /** Asked before anything of the archive is used: `pg_restore` executes the dump. */
  readonly accepts: (origin: ArchiveOrigin) => Promise<boolean>
}

export interface Restored {
  readonly manifest: Manifest
  /** Names in the restored database. */
  readonly superUsers: readonly string[]
  /** Empty = the books are right. */
  readonly violations: readonly Violation[]
}

/**
 * Restores a backup while no service runs, completely or not at all: nothing stays if it is damaged, its books do not
 * add up, or its keys cannot be read. Undefined if its origin is not accepted.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored | undefined> {
  const { config, archive } = options
  const place = isSqlite(config) ? dirname(sqliteFileOf(config)) : config.dataFolder
  mkdirSync(place, { recursive: true })
  mkdirSync(config.dataFolder, { recursive: true })
  const folder = mkdtempSync(join(place, 'restore-'))
  try {
    const { manifest, signer } = await unpackArchive(archive, folder, options.identityFile)
    const wanted = isSqlite(config) ? 'sqlite' : 'postgres'
    if (manifest.database !== wanted) {
      throw new Error(
        `the backup is of a ${manifest.database} database, but SERVICE_DATABASE_URL names a ${wanted} one`,
      )
    }
    if (manifest.database === 'sqlite') requireSoundFile(join(folder, 'database.sqlite'))
    const superUsers = await superUsersOf(manifest, folder)
    const { installation } = manifest
    const own = listOwnOrigins(options.originConfig ?? config, folder)
    if (!(await options.accepts({ key: signer, own, installation, superUsers }))) return undefined
    // Files are named by their digest, so they may stay if the rest fails.
    if (manifest.files.some(({ name }) => name === 'extensions.tar')) {
      await placeExtensions(join(folder, 'extensions.tar'), config.extensions.path)
    }
    const restore = isSqlite(config) ? restoreSqlite : restorePostgresDatabase
    return { manifest, ...(await restore(options, manifest, folder)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** SQLite: those in the database. PostgreSQL: those in the manifest, because a dump cannot be read directly. */
const superUsersOf = async ({ database, super_users: named }: Manifest, folder: string) =>
  database === 'sqlite' ? listSuperUsers(openForReading(`sqlite://${join(folder, 'database.sqlite')}`)) : named

type Checked = Omit<Restored, 'manifest'>

/** Checks the copy before it replaces anything. */
async function restoreSqlite(options: RestoreOptions, manifest: Manifest, folder: string): Promise<Checked> {
  const { config } = options
  const target = sqliteFileOf(config)
  return whileUnused(target, async () => {
    requireNoFiles(options, [target, ...targetsOf(config, manifest).map(({ target: file }) => file)])
    const copy = join(folder, 'database.sqlite')
    const checked = await checkDatabase(`sqlite://${copy}`, { options, manifest, folder })
    if (checked.violations.length > 0) return checked
    joinSqliteFile(copy)
    placeFiles(options, manifest, folder)
    putAside(options, target)
    renameSync(copy, target)
    return checked
  })
}

async function restorePostgresDatabase(options: RestoreOptions, manifest: Manifest, folder: string): Promise<Checked> {
  const { config, env, force } = options
  const url = config.databaseUrl
  const { tables, services } = await inspectPostgres(url)
  if (services > 0) throw new Error('a service uses the database: stop it first')
  if (tables > 0 && !force) throw new Error('the database is not empty; --force deletes what is in it')
  requireNoFiles(
    options,
    targetsOf(config, manifest).map(({ target }) => target),
  )
  if (tables > 0) await emptyPostgres(url)
  let checked: Checked
  try {
    await restorePostgres(url, join(folder, 'database.dump'), env)
    checked = await checkDatabase(url, { options, manifest, folder })
  } catch (error) {
    await emptyPostgres(url)
    throw error
  }
  if (checked.violations.length > 0) await emptyPostgres(url)
  else placeFiles(options, manifest, folder)
  return checked
}

interface Restoring {
  readonly options: RestoreOptions
  readonly manifest: Manifest
  readonly folder: string
}

/**
 * Migrates the schema, recomputes the books, and checks that the wallets' keys can be read. Records the restore in the
 * database, which halts payments.
 */
async function checkDatabase(url: string, { options, manifest, folder }: Restoring): Promise<Checked> {
  const { config, commandsModule, now } = options
  const db = await openDatabase(url, commandsModule, { alone: true })
  try {
    await requireReadableKeys(db, { ...config, dataFolder: folder })
    const violations = await checkBooks(db)
    const history = randomBytes(16).toString('hex')
    const at = Math.floor(now.getTime() / 1000)
    if (violations.length === 0) await db.transact(noteRestore, { madeAt: manifest.created_at, history, at })
    return { violations, superUsers: await listSuperUsers(db) }
  } finally {
    await db.close()
  }
}

/** Checks the secrets from the environment, which are not part of a backup: without them its wallets are lost. */
async function requireReadableKeys(db: Database, config: Parameters<typeof loadSecrets>[0]): Promise<void> {
  const { keyEncryption } = loadSecrets(config, await findKeyMark(db))
  if (await canOpenKeys(db, createKeyVault(keyEncryption))) return
  throw new Error(
    "the wallets' keys were hidden under another secret: set SERVICE_KEY_ENCRYPTION_KEY or AUTH_SECRET_KEY as it was when the backup was made",
  )
}

interface Placed {
  readonly name: ArchiveName
  readonly target: string
}

/** The target paths of the files besides the database. */
function targetsOf({ dataFolder, funding }: RestoreOptions['config'], { files }: Manifest): Placed[] {
  const has = (name: ArchiveName): boolean => files.some((file) => file.name === name)
  const { source } = funding
  return [
    ...SECRET_FILES.filter(has).map((name) => ({ name, target: join(dataFolder, name) })),
    ...(source.kind === 'simulated' && has('simulated-node.journal')
      ? [{ name: 'simulated-node.journal' as const, target: source.journalFile }]
      : []),
  ]
}

/**
 * Copies all files to the disks of their targets before renaming the first, so that an earlier failure changes nothing.
 */
function placeFiles(options: RestoreOptions, manifest: Manifest, folder: string): void {
  const staged: { readonly file: string; readonly target: string }[] = []
  try {
    for (const { name, target } of targetsOf(options.config, manifest)) {
      mkdirSync(dirname(target), { recursive: true })
      const file = `${target}.${basename(folder)}`
      staged.push({ file, target })
      // Copied, not renamed: the data folder may be on another disk than the database.
      copyFileSync(join(folder, name), file)
      chmodSync(file, 0o600)
    }
  } catch (error) {
    for (const { file } of staged) rmSync(file, { force: true })
    throw error
  }
  for (const { file, target } of staged) {
    putAside(options, target)
    renameSync(file, target)
  }
}

function requireNoFiles({ force }: RestoreOptions, files: readonly string[]): void {
  const there = files.find((file) => existsSync(file))
  if (there !== undefined && !force) {
    throw new Error(`${there} is there already; --force puts it aside and restores the backup`)
  }
}

const putAside = ({ now }: RestoreOptions, file: string): void =>
  moveSqliteFile(file, `${file}.before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`)
