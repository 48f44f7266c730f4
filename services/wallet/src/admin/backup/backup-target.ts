import { backupTimeOf } from './backup-name.ts'

export interface StoredBackup {
  readonly name: string
  readonly bytes: number
}

/** Where backups are kept: an archive is there whole or not at all. */
export interface BackupTarget {
  /** Where an archive is written before it is stored. */
  readonly stagingFolder: string
  /**
   * Brings a finished archive to the target; answers once it is durable there. Gives the path at which the archive lies
   * on this machine until `release`.
   */
  store(file: string, name: string, signal: AbortSignal): Promise<string>
  release(path: string): Promise<void>
  list(signal?: AbortSignal): Promise<readonly StoredBackup[]>
  read(name: string, file: string): Promise<void>
  remove(name: string, signal?: AbortSignal): Promise<void>
  /** Removes what a process that died has left half written. */
  removePartial(signal: AbortSignal): Promise<void>
}

/** Newest first: what the service has made, and nothing else that lies there. */
export async function listBackups(
  target: Pick<BackupTarget, 'list'>,
  signal?: AbortSignal,
): Promise<readonly StoredBackup[]> {
  const found = await target.list(signal)
  return found
    .filter(({ name }) => backupTimeOf(name) !== undefined)
    .sort((left, right) => (backupTimeOf(right.name) ?? 0) - (backupTimeOf(left.name) ?? 0))
}
