import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Config } from '../config.ts'
import { copySqliteFile } from '../db/copy-database.ts'
import { dumpPostgres, type ToolEnvironment } from '../db/postgres-tools.ts'
import { type ArchivePart, writeArchive } from './write-archive.ts'

export interface BackupOptions {
  readonly config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'funding'>
  readonly version: string
  readonly now: Date
  /** For PostgreSQL's tools. */
  readonly env: ToolEnvironment
}

/** The secrets that the data folder keeps; those of the environment are the operator's own to keep. */
export const SECRET_FILES = ['auth-secret-key', 'key-encryption-key'] as const

/**
 * Everything that a new machine needs, in one compressed archive: the database as it is at one moment, the secrets of
 * the data folder, the simulated node's memory. The service may run meanwhile. Copies are made before this answers, and
 * are gone when the stream has ended, however it ends.
 */
export async function makeBackup(options: BackupOptions): Promise<Readable> {
  const { config, version, now } = options
  mkdirSync(config.dataFolder, { recursive: true })
  const folder = mkdtempSync(join(config.dataFolder, 'backup-'))
  const forget = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const parts = await copyAll(options, folder)
    const database = isSqlite(config) ? 'sqlite' : 'postgres'
    const archive = writeArchive(parts, { format: 1, version, database, created_at: now.toISOString() })
    return pipeline(archive, createGzip(), forget)
  } catch (error) {
    forget()
    throw error
  }
}

async function copyAll({ config, env }: BackupOptions, folder: string): Promise<ArchivePart[]> {
  const parts: ArchivePart[] = []
  if (isSqlite(config)) {
    const file = join(folder, 'database.sqlite')
    await copySqliteFile(config.databaseUrl.slice('sqlite://'.length), file)
    parts.push({ name: 'database.sqlite', file })
  } else {
    const file = join(folder, 'database.dump')
    await dumpPostgres(config.databaseUrl, file, env)
    parts.push({ name: 'database.dump', file })
  }
  // After the database: a node may know more than the books, as after a crash, but never less.
  const node = config.funding.source
  if (node.kind === 'simulated' && existsSync(node.journalFile)) {
    const file = join(folder, 'simulated-node.journal')
    await copySqliteFile(node.journalFile, file)
    parts.push({ name: 'simulated-node.journal', file })
  }
  for (const name of SECRET_FILES) {
    const file = join(config.dataFolder, name)
    if (existsSync(file)) parts.push({ name, file })
  }
  return parts
}

export const isSqlite = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): boolean => databaseUrl.startsWith('sqlite://')
