import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Config } from '../../config/config.ts'
import { deriveKey, KEY_FILE, markOf, NEXT_KEY_FILE, type SecretsConfig } from '../../config/secrets.ts'
import { openForReading } from '../../db/open-database.ts'
import { dumpPostgres, type ToolEnvironment } from '../../db/postgres/postgres-tools.ts'
import { copySqliteFile } from '../../db/sqlite/copy-database.ts'
import { findKeyMark } from '../../wallets/key-mark-store.ts'
import { describeInstallation, listSuperUsers } from './origin/describe-installation.ts'
import { openOwnOrigin } from './origin/own-origins.ts'
import { copyExtensions, packExtensions } from './pack-extensions.ts'
import { type ArchivePart, writeArchive } from './write-archive.ts'

export type BackupConfig = SecretsConfig & Pick<Config, 'funding' | 'extensions' | 'publicUrl'>

export interface BackupOptions {
  readonly config: BackupConfig
  readonly version: string
  readonly now: Date
  /** For PostgreSQL's tools. */
  readonly env: ToolEnvironment
  /** Prefix of the folder for copies in the data folder. Default `backup-`. */
  readonly copies?: string
  readonly signal?: AbortSignal
}

/** The secrets in the data folder; the operator must keep those of the environment. */
export const SECRET_FILES = ['auth-secret-key', 'key-encryption-key'] as const

/**
 * Everything that a new machine needs, in one compressed archive: a snapshot of the database, the secrets of the data
 * folder, the simulated node's journal, and the packages of extensions. The service may be running. Copies are made
 * before this resolves, and are deleted when the stream ends in any way.
 */
export async function makeBackup(options: BackupOptions): Promise<Readable> {
  const { config, version, now, copies = 'backup-' } = options
  mkdirSync(config.dataFolder, { recursive: true })
  const folder = mkdtempSync(join(config.dataFolder, copies))
  const forget = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const parts = await copyAll(options, folder)
    const database = isSqlite(config) ? 'sqlite' : 'postgres'
    const facts = { format: 1, version, database, created_at: now.toISOString() } as const
    const about = { ...facts, ...(await describeBackup(config, folder)) }
    const archive = writeArchive(parts, about, openOwnOrigin(config))
    return pipeline(archive, createGzip(), forget)
  } catch (error) {
    forget()
    throw error
  }
}

/** Describes the copy if there is one: manifest and database then agree. */
async function describeBackup(config: BackupConfig, folder: string) {
  const reader = openForReading(isSqlite(config) ? `sqlite://${join(folder, 'database.sqlite')}` : config.databaseUrl)
  const installation = await describeInstallation(reader, config.publicUrl)
  return { installation, super_users: await listSuperUsers(reader) }
}

async function copyAll({ config, env, now, signal }: BackupOptions, folder: string): Promise<ArchivePart[]> {
  const parts: ArchivePart[] = []
  const packages = join(folder, 'extensions')
  // Copied before and after the database: if a package is upgraded meanwhile, both versions are included.
  copyExtensions(config.extensions.path, packages)
  const keyBefore = readIfThere(join(config.dataFolder, KEY_FILE))
  if (isSqlite(config)) {
    const file = join(folder, 'database.sqlite')
    await copySqliteFile(sqliteFileOf(config), file, signal)
    parts.push({ name: 'database.sqlite', file })
    await copyKey(config.dataFolder, folder, keyBefore)
  } else {
    const file = join(folder, 'database.dump')
    await dumpPostgres(config.databaseUrl, file, env, signal)
    parts.push({ name: 'database.dump', file })
  }
  // Copied after the database: a node may know more than the books, as after a crash, but never less.
  const node = config.funding.source
  if (node.kind === 'simulated' && existsSync(node.journalFile)) {
    const file = join(folder, 'simulated-node.journal')
    await copySqliteFile(node.journalFile, file, signal)
    parts.push({ name: 'simulated-node.journal', file })
  }
  copyExtensions(config.extensions.path, packages)
  const packed = packExtensions(packages, join(folder, 'extensions.tar'), now)
  if (packed !== undefined) parts.push({ name: 'extensions.tar', file: packed })
  for (const name of SECRET_FILES) {
    const file = [join(folder, name), join(config.dataFolder, name)].find(existsSync)
    if (file !== undefined) parts.push({ name, file })
  }
  return parts
}

/**
 * Copies the key under which the secrets in the copied database are encrypted: `npm run rekey` may have changed it
 * meanwhile, or may have died before it replaced the key file.
 */
async function copyKey(dataFolder: string, folder: string, before: string | undefined): Promise<void> {
  const { listAside } = openForReading(`sqlite://${join(folder, 'database.sqlite')}`)
  const mark = await findKeyMark({ first: async (...question) => (await listAside(...question))[0] })
  // Read in this order: the next key file disappears only when it replaces the other one.
  const [next, now] = [NEXT_KEY_FILE, KEY_FILE].map((name) => readIfThere(join(dataFolder, name)))
  const fits = (key: string | undefined): boolean => key !== undefined && markOf(deriveKey(key)) === mark
  const key = mark === undefined ? before : [before, next, now].find(fits)
  if (key !== undefined) writeFileSync(join(folder, KEY_FILE), key, { mode: 0o600 })
}

const readIfThere = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined

export const isSqlite = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): boolean => databaseUrl.startsWith('sqlite://')

/** Only if `isSqlite`. */
export const sqliteFileOf = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): string =>
  databaseUrl.slice('sqlite://'.length)
