import { workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { requireSoundFile } from './sqlite-check.ts'

export interface CopyData {
  readonly file: string
  readonly target: string
}

/** In one step: a copy in several steps would restart after each commit of another connection. */
const ALL_PAGES = 2 ** 31 - 1

/** SQLite's online backup, in a separate thread: a snapshot of the file, while others write. */
async function main(): Promise<void> {
  const { file, target } = workerData as CopyData
  const db = new Sqlite(file, { readonly: true, timeout: 5000 })
  try {
    await db.backup(target, { progress: () => ALL_PAGES })
  } finally {
    db.close()
  }
  requireSoundFile(target, file)
}

void main()
