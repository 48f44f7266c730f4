import { rmSync, writeFileSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { joinSqliteFile } from './copy-database.ts'
import { requireSoundFile } from './sqlite-check.ts'
import type { LostFile } from './sqlite-file-watch.ts'

/** How long a writer waits for another program that writes to the file. */
export const BUSY_MS = 5000
/** How long the end of the process waits for readers before it leaves the log as it is. */
export const FOLD_IN_MS = 1000

/** Saves the content that only this process still has; returns where it is and what to do. */
export async function rescue(db: Sqlite.Database, file: string, { what }: LostFile): Promise<string> {
  try {
    if (what === 'log') {
      foldIn(db, FOLD_IN_MS)
      return `Everything that was stored is in ${file}. Remove ${file}-wal and ${file}-shm if they are there, and start the service.`
    }
    const target = `${file}.rescued-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
    await copyTo(db, target)
    foldIn(db, FOLD_IN_MS)
    return `Everything that was stored is in ${target}. Put it back with: mv ${target} ${file} – then start the service.`
  } catch (error) {
    return `What was stored could not be saved (${String(error)}): restore the newest backup.`
  }
}

async function copyTo(db: Sqlite.Database, target: string): Promise<void> {
  writeFileSync(target, '', { mode: 0o600, flag: 'wx' })
  try {
    await db.backup(target)
    joinSqliteFile(target)
    requireSoundFile(target)
  } catch (error) {
    rmSync(target, { force: true })
    throw error
  }
}

/**
 * Moves the log into the database and empties it, so that the database file alone is complete. Waits `waitMs` for
 * readers; if one remains, the log stays.
 */
export function foldIn(db: Sqlite.Database, waitMs: number): void {
  db.pragma(`busy_timeout = ${waitMs}`)
  try {
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.pragma(`busy_timeout = ${BUSY_MS}`)
  }
}
