import { backupTimeOf } from './backup-name.ts'

export interface StoredBackup {
  readonly name: string
  readonly bytes: number
}

/** A place for backups: stores an archive completely or not at all. */
export interface BackupTarget {
  /** Where an archive is written before it is stored. */
  readonly stagingFolder: string
  /**
   * Stores a finished archive at the target; resolves once it is durable there, with its path on this machine, valid
   * until `release`.
   */
  store(file: string, name: string, signal: AbortSignal): Promise<string>
  release(path: string): Promise<void>
  list(signal?: AbortSignal): Promise<readonly StoredBackup[]>
  read(name: string, file: string): Promise<void>
  remove(name: string, signal?: AbortSignal): Promise<void>
  /** Removes incomplete archives of crashed processes. */
  removePartial(signal: AbortSignal): Promise<void>
}

/** The service's own backups, newest first; other files are ignored. */
export async function listBackups(
  target: Pick<BackupTarget, 'list'>,
  signal?: AbortSignal,
): Promise<readonly StoredBackup[]> {
  const found = await target.list(signal)
  return found
    .filter(({ name }) => backupTimeOf(name) !== undefined)
    .sort((left, right) => (backupTimeOf(right.name) ?? 0) - (backupTimeOf(left.name) ?? 0))
}
