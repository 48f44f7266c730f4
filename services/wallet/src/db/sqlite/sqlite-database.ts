import { dirname } from 'node:path'
import { giveBackThread, takeThread } from '@satchel/worker/spare-threads'
import Sqlite from 'better-sqlite3'
import { makeFolder } from '../../base/make-folder.ts'
import type { Database, HistoryCommand, Reader, SqlValue } from '../database.ts'
import { migrateSqlite } from '../migrate.ts'
import { newSession } from '../postgres/session-lock.ts'
import type { AsideData } from './sqlite-aside.ts'
import { checkAtStart, type FileCheck } from './sqlite-check.ts'
import { openConnection } from './sqlite-connection.ts'
import { createHistory } from './sqlite-history.ts'
import { lockForThisProcess } from './sqlite-lock.ts'
import { hasContent, identify, realPathOf } from './sqlite-place.ts'
import { createStatements } from './sqlite-statements.ts'
import { asSetting, type DatabaseLog } from './sqlite-trouble.ts'
import { startWriterThread, type WriterThread } from './sqlite-writer-thread.ts'

export interface SqliteOptions {
  readonly file: string
  /** URL of the module that exports `commands: Commands`. */
  readonly commandsModule: string
  /** Throws if the file is missing, instead of creating it. */
  readonly mustExist?: boolean
  readonly log?: DatabaseLog | undefined
  /** Called when the file is damaged or no longer at its path: must stop the process. Default: exit with 1. */
  readonly onFatal?: ((reason: string) => void) | undefined
  readonly adoptHistory?: HistoryCommand | undefined
}

/** Interval of changes to the token that distinguishes this file from its copies. */
const HISTORY_MS = 60_000

/** The embedded database: one file, one writer thread, reads on this thread from its own connection. */
export async function openSqliteDatabase(options: SqliteOptions): Promise<Database> {
  const { file: named, onFatal = crash } = options
  asSetting(() => makeFolder(dirname(named)))
  const isNew = asSetting(() => !hasContent(named))
  if (isNew && options.mustExist) throw new Error(`there is no database ${named}`)
  // Creates the file if needed: only then it has an identity.
  asSetting(() => new Sqlite(named).close())
  const file = realPathOf(named)
  const lock = await lockForThisProcess(file)
  let check: FileCheck | undefined
  try {
    check = checkAtStart(file, (damage) => {
      options.log?.error({ file }, damage)
      onFatal(damage)
    })
    const { now, stop } = check
    // A damaged file is not migrated.
    migrateSqlite(file, now)
    return await openLocked({ ...options, onFatal, file, named, isNew }, async () => {
      await stop()
      lock.close()
    })
  } catch (error) {
    await check?.stop()
    lock.close()
    throw error
  }
}

/** Lower case letter by letter, as in PostgreSQL: Σ has one form, also at the end of a word, and İ stays one letter. */
const lowerEach = (text: string): string => text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase()

interface LockedOptions extends SqliteOptions {
  readonly named: string
  readonly isNew: boolean
  readonly onFatal: (reason: string) => void
}

async function openLocked(options: LockedOptions, unlock: () => Promise<void>): Promise<Database> {
  const { file } = options
  // Read before the file is opened; the writer compares it after opening.
  const identity = identify(file) ?? ''
  const db = openForReads(file)
  const snapshot = createSnapshot(db)
  const statements = createStatements(db)
  let writer: WriterThread | undefined
  try {
    const opened = await startWriterThread({ ...options, identity }, snapshot.leave)
    writer = opened
    const stopHistory = await followHistory(options, opened)
    const session = newSession()
    const reader: Reader = {
      dialect: 'sqlite',
      async first(sql, params, toRow) {
        snapshot.enter()
        return statements.first(sql, params, toRow)
      },
      async list(sql, params, toRow) {
        snapshot.enter()
        return statements.list(sql, params, toRow)
      },
    }
    return {
      ...reader,
      session,
      listSessions: async () => [session],
      forLists: async () => reader,
      transact: opened.transact,
      version: opened.version,
      onCommit: opened.onCommit,
      commitCounts: opened.commitCounts,
      listReadCounts: () => undefined,
      listAside: (sql, params, toRow) => readSqliteAside(file, sql, params, toRow),
      async close() {
        await stopHistory()
        // An open snapshot would keep the writer from moving its log into the database.
        snapshot.leave()
        await opened.close()
        snapshot.leave()
        db.close()
        await unlock()
      },
    }
  } catch (error) {
    await writer?.close()
    db.close()
    throw error
  }
}

function openForReads(file: string): Sqlite.Database {
  const db = openConnection(file, { readonly: true, timeout: 5000 })
  // SQLite's own `lower` knows ASCII only, and is much faster.
  db.function('lower_unicode', { deterministic: true }, (text) => lowerEach(String(text)))
  return db
}

/**
 * Detects at the start whether the file was restored from a copy, and renews the history token until the returned
 * function is called.
 */
async function followHistory(options: LockedOptions, writer: WriterThread): Promise<() => Promise<void>> {
  const { file, isNew, adoptHistory, log } = options
  if (adoptHistory === undefined) return async () => undefined
  const history = createHistory(file, isNew, (input) => writer.transact(adoptHistory, input))
  if (await history.rotate()) {
    log?.warn({ file }, 'the database file is not the one this service wrote to last: payments wait for the node')
  }
  let rotating: Promise<unknown> = Promise.resolve()
  const rotate = (): Promise<unknown> => {
    // Without a new token only a copy from the last minute goes undetected; the database works.
    rotating = rotating
      .then(history.rotate)
      .catch((error: unknown) => log?.warn({ err: error }, 'no new history token'))
    return rotating
  }
  const timer = setInterval(() => void rotate(), HISTORY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await rotate()
  }
}

function crash(reason: string): never {
  process.stderr.write(`the database stopped: ${reason}\n`)
  process.exit(1)
}

/**
 * One snapshot for all reads of an event-loop turn: locking and unlocking the file costs more than a look-up. Listeners
 * are notified of a commit only after the older snapshot has ended.
 */
function createSnapshot(db: Sqlite.Database) {
  const [begin, commit] = [db.prepare('BEGIN'), db.prepare('COMMIT')]
  // Asking the database whether it is in a transaction costs half a look-up.
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

const ASIDE = new URL('./sqlite-aside.ts', import.meta.url)

/** One read from a file, in a separate thread. */
export async function readSqliteAside<R, T>(
  file: string,
  sql: string,
  params: readonly SqlValue[],
  toRow: (row: R) => T,
): Promise<T[]> {
  const thread = takeThread(ASIDE)
  const rows = await new Promise<unknown[]>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.postMessage({ file, sql, params } satisfies AsideData)
  })
  giveBackThread(ASIDE, thread)
  return rows.map((row) => toRow(row as R))
}
