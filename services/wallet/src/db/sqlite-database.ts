import Sqlite from 'better-sqlite3'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { unpack } from './carried-error.ts'
import type { Command, Database, HistoryCommand, Remembered, SqlValue } from './database.ts'
import { migrateSqlite } from './migrate.ts'
import type { AsideData } from './sqlite-aside.ts'
import { newSession } from './session-lock.ts'
import { createStatements } from './sqlite-statements.ts'
import type { Answer, Call, WriterData, WriterMessage } from './sqlite-writer.ts'
import { makeFolder } from '../make-folder.ts'

export interface SqliteOptions {
  readonly file: string
  /** URL of the module that exports `commands: Commands`. */
  readonly commandsModule: string
  /** The disk can no longer be trusted: stop the process. Default: crash it. */
  readonly onFatal?: ((reason: string) => void) | undefined
  readonly adoptHistory?: HistoryCommand | undefined
}

/** The embedded database: one file, one writer thread, reads on this thread from its own connection. */
export async function openSqliteDatabase(options: SqliteOptions): Promise<Database> {
  asSetting(() => makeFolder(dirname(options.file)))
  const lock = lockForThisProcess(options.file)
  try {
    migrateSqlite(options.file)
    return await openLocked(options, lock)
  } catch (error) {
    lock.close()
    throw error
  }
}

/** Letter by letter, as PostgreSQL does: a Σ is the same at the end of a word, and İ stays one letter. */
const lowerEach = (text: string): string => text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase()

async function openLocked(options: SqliteOptions, lock: Sqlite.Database): Promise<Database> {
  const db = new Sqlite(options.file, { readonly: true, timeout: 5000 })
  const snapshot = createSnapshot(db)
  const writer = await startWriter(options, snapshot.leave)
  db.defaultSafeIntegers(true)
  db.pragma('cache_size = -65536')
  // SQLite's own `lower` knows ASCII only, and is much faster.
  db.function('lower_unicode', { deterministic: true }, (text) => lowerEach(String(text)))
  const statements = createStatements(db)
  const session = newSession()
  return {
    dialect: 'sqlite',
    session,
    listSessions: async () => [session],
    async first(sql, params, toRow) {
      snapshot.enter()
      return statements.first(sql, params, toRow)
    },
    async list(sql, params, toRow) {
      snapshot.enter()
      return statements.list(sql, params, toRow)
    },
    transact: writer.transact,
    version: writer.version,
    onCommit: writer.onCommit,
    listAside: (sql, params, toRow) => readSqliteAside(options.file, sql, params, toRow),
    async close() {
      await writer.close()
      snapshot.leave()
      db.close()
      lock.close()
    },
  }
}

/**
 * One snapshot for what a turn of the event loop reads: locking and unlocking the file costs more than a look-up. Nobody
 * is told of a commit before the snapshot that does not have it is left.
 */
function createSnapshot(db: Sqlite.Database) {
  const [begin, commit] = [db.prepare('BEGIN'), db.prepare('COMMIT')]
  // Asking the database whether it is in one costs half of what a look-up does.
  let entered = false
  const leave = (): void => {
    if (!entered) return
    entered = false
    commit.run()
  }
  return {
    enter(): void {
      if (entered) return
      begin.run()
      entered = true
      setImmediate(leave)
    },
    leave,
  }
}

/** Two processes on one file would both recover the same payments: the second one does not start (money-safety A12). */
export function lockForThisProcess(file: string): Sqlite.Database {
  const lock = asSetting(() => new Sqlite(`${file}.lock`, { timeout: 0 }))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new Error(`another process uses the database ${file}; several processes need PostgreSQL`)
  }
  return lock
}

/** A place where no file can be made is the operator's to mend, who knows it by its setting (money-safety D.15). */
function asSetting<T>(open: () => T): T {
  try {
    return open()
  } catch (error) {
    const { code } = error as { code?: string }
    throw new Error(`SERVICE_DATABASE_URL: no database file can be made or opened there (${code})`, { cause: error })
  }
}

interface Waiting {
  readonly touches: Remembered | undefined
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/** `beforeNews` runs before anybody is told what was committed. */
async function startWriter({ file, commandsModule, onFatal = crash }: SqliteOptions, beforeNews: () => void) {
  const worker = new Worker(new URL('./sqlite-writer.ts', import.meta.url), {
    workerData: { file, commandsModule } satisfies WriterData,
  })
  const pending = new Map<number, Waiting>()
  const versions: Record<Remembered, number> = { wallets: 0 }
  const listeners = new Set<() => void>()
  let outbox: Call[] = []
  let lastId = 0
  let closed = false

  const settle = (answer: Answer): void => {
    const waiting = pending.get(answer.id)
    pending.delete(answer.id)
    if (waiting?.touches !== undefined) versions[waiting.touches] += 1
    if ('error' in answer) waiting?.reject(unpack(answer.error))
    else waiting?.resolve(answer.value as never)
  }
  const failAll = (error: Error): void => {
    closed = true
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (message: WriterMessage) => {
      if ('ready' in message) return resolve()
      beforeNews()
      message.answers.forEach(settle)
      if ('fatal' in message) {
        failAll(new Error(`the database stopped: ${message.fatal}`))
        onFatal(message.fatal)
      } else for (const listener of listeners) listener()
    })
  })
  worker.removeAllListeners('error')
  worker.on('error', (error) => {
    failAll(error as Error)
    onFatal(String(error))
  })

  // Once per turn of the event loop: what all requests of this turn want goes over in one message.
  const send = (): void => {
    worker.postMessage(outbox)
    outbox = []
  }
  return {
    transact: <Input, Output>(command: Command<Input, Output>, input: Input): Promise<Output> =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the database is closed'))
        lastId += 1
        pending.set(lastId, { touches: command.touches, resolve, reject })
        if (outbox.length === 0) setImmediate(send)
        outbox.push({ id: lastId, command: command.name, input })
      }),
    version: (of: Remembered): number => versions[of],
    onCommit(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close(): Promise<void> {
      if (outbox.length > 0) send()
      closed = true
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('close')
      await ended
    },
  }
}

/** One reading from a file, in a thread of its own. */
export async function readSqliteAside<R, T>(
  file: string,
  sql: string,
  params: readonly SqlValue[],
  toRow: (row: R) => T,
): Promise<T[]> {
  const rows = await new Promise<unknown[]>((resolve, reject) => {
    const workerData: AsideData = { file, sql, params }
    const worker = new Worker(new URL('./sqlite-aside.ts', import.meta.url), { workerData })
    let answer: unknown[] = []
    worker.once('message', (message: unknown[]) => {
      answer = message
    })
    worker.once('error', reject)
    // Only then has the thread let go of the file, which somebody may be waiting to move.
    worker.once('exit', () => resolve(answer))
  })
  return rows.map((row) => toRow(row as R))
}

function crash(reason: string): never {
  process.stderr.write(`the database cannot be trusted any more: ${reason}\n`)
  process.exit(1)
}
