import { createWriteStream, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Log } from '@satchel/http/log'
import type { Config } from '../../config/config.ts'
import type { ToolEnvironment } from '../../db/postgres/postgres-tools.ts'
import { backupName } from './backup-name.ts'
import { type BackupTarget, listBackups } from './backup-target.ts'
import { encryptArchive } from './encrypt-archive.ts'
import { type BackupConfig, makeBackup } from './make-backup.ts'
import { namesIn, PARTIAL } from './partial-files.ts'
import { runBackupCommand } from './run-backup-command.ts'

export interface StoreBackupOptions {
  readonly config: BackupConfig & Pick<Config, 'backups'>
  readonly target: BackupTarget
  readonly version: string
  readonly now: Date
  readonly env: ToolEnvironment
  readonly log: Pick<Log, 'warn'>
  readonly signal: AbortSignal
  /** The archive of an attempt that failed after storing it: this one replaces it. */
  readonly replaces: string | undefined
}

export interface NewBackup {
  readonly name: string
  readonly bytes: number
  /** Why it is not complete although the archive is at the target. */
  readonly commandError: Error | undefined
}

/** Prefix of folders for copies in the data folder; `npm run backup` uses another one. */
const COPIES = 'scheduled-backup-'

/** Makes one backup, stores it at the target, and deletes backups beyond the number to keep. */
export async function storeBackup(options: StoreBackupOptions): Promise<NewBackup> {
  const { config, target, now, env, signal, log } = options
  const { recipients, command } = config.backups
  await removeLeftovers(options)
  const name = backupName(now, recipients.length > 0)
  const partial = join(target.stagingFolder, name + PARTIAL)
  let path: string
  let bytes: number
  try {
    await writeBackup(options, partial)
    bytes = statSync(partial).size
    path = await target.store(partial, name, signal)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
  try {
    if (options.replaces !== undefined && options.replaces !== name) await target.remove(options.replaces, signal)
    if (command !== undefined) await runBackupCommand({ command, file: path, env, signal })
  } catch (error) {
    return { name, bytes, commandError: error as Error }
  } finally {
    await target.release(path)
  }
  await deleteOldBackups(options).catch((error: unknown) => log.warn({ err: error }, 'old backups cannot be deleted'))
  return { name, bytes, commandError: undefined }
}

async function writeBackup({ config, version, now, env, signal }: StoreBackupOptions, file: string): Promise<void> {
  const { recipients } = config.backups
  const archive = await makeBackup({ config, version, now, env, copies: COPIES, signal })
  const content = recipients.length === 0 ? archive : await encryptArchive(archive, recipients)
  try {
    await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }), { signal })
  } finally {
    archive.destroy()
  }
}

/** Removes leftovers of crashed processes: copies of the database, incomplete archives, parts of uploads. */
async function removeLeftovers({ config, target, signal, log }: StoreBackupOptions): Promise<void> {
  for (const name of namesIn(config.dataFolder)) {
    if (name.startsWith(COPIES)) rmSync(join(config.dataFolder, name), { recursive: true, force: true })
  }
  mkdirSync(target.stagingFolder, { recursive: true, mode: 0o700 })
  await target.removePartial(signal).catch((error: unknown) => {
    signal.throwIfAborted()
    log.warn({ err: error }, 'leftovers of an interrupted backup at the target cannot be removed')
  })
}

async function deleteOldBackups({ config, target, signal }: StoreBackupOptions): Promise<void> {
  const old = (await listBackups(target, signal)).slice(config.backups.keep)
  for (const { name } of old) await target.remove(name, signal)
}
