import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupTimeOf } from './backup-name.ts'

/** The end of the name of an archive that is still being written. */
export const PARTIAL = '.partial'

/** Removes incomplete archives of crashed processes. */
export function removePartialFiles(folder: string): void {
  for (const name of namesIn(folder)) {
    const isPartial = name.endsWith(PARTIAL) && backupTimeOf(name.slice(0, -PARTIAL.length)) !== undefined
    if (isPartial) rmSync(join(folder, name), { force: true })
  }
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Syncs a folder to disk, so that a rename in it survives a loss of power. */
export function flushFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
