import { existsSync, renameSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import type { CopyData } from './copy-thread.ts'
import { lockForThisProcess } from './sqlite-lock.ts'

/** Copies a snapshot of an SQLite file and checks the copy; other processes keep writing meanwhile. */
export async function copySqliteFile(file: string, target: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const workerData: CopyData = { file, target }
    const worker = new Worker(new URL('./copy-thread.ts', import.meta.url), { workerData })
    const stop = (): void => void worker.terminate()
    signal?.addEventListener('abort', stop)
    worker.once('error', reject)
    worker.once('exit', () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    })
  })
  signal?.throwIfAborted()
}

/** Runs `work` while no service uses the SQLite file, which need not exist; throws when one does. */
export async function whileUnused<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = await lockForThisProcess(file)
  try {
    return await work()
  } finally {
    lock.close()
  }
}

const PARTS = ['', '-wal', '-shm', '.history']

/** Moves an unused SQLite file away, with its log and other side files. */
export function moveSqliteFile(file: string, target: string): void {
  for (const part of PARTS) if (existsSync(file + part)) renameSync(file + part, target + part)
}

/** Moves the log into the file, so that the file alone is complete. */
export function joinSqliteFile(file: string): void {
  const db = new Sqlite(file)
  db.pragma('journal_mode = DELETE')
  db.close()
}
