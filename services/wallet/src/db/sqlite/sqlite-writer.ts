import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads'
import type Sqlite from 'better-sqlite3'
import { type Carried, carry } from '../carried-error.ts'
import { type Change, type Commands, requireRows, type Tx } from '../database.ts'
import { openConnection } from './sqlite-connection.ts'
import { type LostFile, type WatchedFile, watchFile } from './sqlite-file-watch.ts'
import { BUSY_MS, FOLD_IN_MS, foldIn, rescue } from './sqlite-rescue.ts'
import { createStatements } from './sqlite-statements.ts'
import { diskFull, fileLost, isDiskError, isDiskFull } from './sqlite-trouble.ts'

/** The first message to the thread. */
export interface WriterData extends WatchedFile {
  /** The module that exports `commands`: the writer runs the same code as other threads, only in its own. */
  readonly commandsModule: string
}

export interface Call {
  readonly id: number
  readonly command: string
  readonly input: unknown
}

export type Answer = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: Carried }

/**
 * `ready` once; then the answers of one commit at a time; `closed` at the end. `fatal`: a disk error; the process must
 * stop. `lost`: the file is no longer at its path and nothing more is written; `rescued` follows with what could be
 * saved, and the thread ends.
 */
export type WriterMessage =
  | { readonly ready: true }
  | CommitMessage
  | { readonly rescued: string }
  | { readonly closed: true }

type CommitMessage =
  | { readonly answers: readonly Answer[]; readonly diskFull?: boolean }
  | { readonly answers: readonly Answer[]; readonly fatal: string }
  | { readonly answers: readonly Answer[]; readonly lost: LostFile }

/** With many more commands in a commit the first ones would wait too long. */
const MAX_PER_COMMIT = 100
const GUARDED_AFTER_A_FAILURE = 10
/** The file is checked before and after each commit, and at this interval while there are no commits. */
const WATCH_MS = 1000
/**
 * After 6 MB of log its pages move into the database, so that small disks suffice. A log that grew beyond 8 MB during a
 * long read is truncated when the read has ended.
 */
const MAX_LOG_PAGES = 1500
const MAX_LOG_BYTES = 8 * 1024 * 1024
/** How long a commit that finds the disk full waits for readers. */
const MAKE_ROOM_MS = 100

/** Serves one file after another, so that loaded modules are reused. */
function main(port: MessagePort): void {
  port.once('message', (data: WriterData) => void write(port, data, () => main(port)))
}

/**
 * The only writer of the SQLite file, in its own thread: syncing the disk never stops the event loop. Commands
 * that wait together share one commit and are answered after it.
 */
async function write(port: MessagePort, data: WriterData, onClosed: () => void): Promise<void> {
  const { commands } = (await import(data.commandsModule)) as { commands: Commands }
  const writer = openForWriting(data)
  const lostAtStart = writer.findLost()
  if (lostAtStart !== undefined) throw new Error(lostAtStart.reason)
  const waiting: Call[] = []
  let busy = false
  let closing = false

  const take = (message: Call[] | 'close'): void => {
    if (message === 'close') closing = true
    else waiting.push(...message)
  }
  const takeAll = (): void => {
    for (let more = receiveMessageOnPort(port); more !== undefined; more = receiveMessageOnPort(port)) {
      take(more.message as Call[] | 'close')
    }
  }
  const hear = (message: Call[] | 'close'): void => {
    take(message)
    if (!busy) void drain()
  }
  const end = (): void => {
    clearInterval(watch)
    close(writer)
    port.off('message', hear)
  }
  const drain = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) {
      const message = await commitTogether(writer, commands, (taken) => {
        takeAll()
        return waiting.splice(0, MAX_PER_COMMIT - taken)
      })
      port.postMessage(message)
      if ('lost' in message) return giveUp(message.lost)
      takeAll()
    }
    busy = false
    if (!closing) return
    end()
    onClosed()
    port.postMessage({ closed: true } satisfies WriterMessage)
  }
  /** The file is lost. `busy` stays true, so that nothing more is written. */
  const giveUp = async (lost: LostFile): Promise<void> => {
    port.postMessage({ rescued: await rescue(writer.db, data.file, lost) } satisfies WriterMessage)
    end()
    port.close()
  }
  const watch = setInterval(() => {
    const lost = busy ? undefined : writer.findLost()
    if (lost === undefined) return
    busy = true
    port.postMessage({ answers: [], lost } satisfies WriterMessage)
    void giveUp(lost)
  }, WATCH_MS)
  port.on('message', hear)
  port.postMessage({ ready: true } satisfies WriterMessage)
}

interface Writer {
  /** Use savepoints for this many commits: failures come in bursts, and each would run its batch twice. */
  guarded: number
  readonly db: Sqlite.Database
  readonly findLost: () => LostFile | undefined
  readonly tx: Tx
  readonly begin: Sqlite.Statement
  readonly commit: Sqlite.Statement
  readonly savepoint: Sqlite.Statement
  readonly release: Sqlite.Statement
  readonly rollBack: Sqlite.Statement
}

function openForWriting(watched: WatchedFile): Writer {
  const db = openConnection(watched.file, { timeout: BUSY_MS })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma(`wal_autocheckpoint = ${MAX_LOG_PAGES}`)
  db.pragma(`journal_size_limit = ${MAX_LOG_BYTES}`)
  // The first read creates the log if needed.
  db.pragma('schema_version')
  return {
    guarded: 0,
    db,
    findLost: watchFile(watched),
    tx: createTx(db),
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    savepoint: db.prepare('SAVEPOINT command'),
    release: db.prepare('RELEASE command'),
    rollBack: db.prepare('ROLLBACK TO command'),
  }
}

/** Afterwards the database file alone is complete, unless another process is reading it. */
function close({ db }: Writer): void {
  try {
    foldIn(db, FOLD_IN_MS)
  } catch {
    // The log stays next to the file, and the next start reads it.
  }
  db.close()
}

/** Commands that arrive while others run join the same commit. */
async function commitTogether(
  writer: Writer,
  commands: Commands,
  more: (taken: number) => readonly Call[],
): Promise<CommitMessage> {
  const calls: Call[] = []
  const take = (): readonly Call[] => {
    const next = more(calls.length)
    calls.push(...next)
    return next
  }
  const rejectAll = (error: unknown): Answer[] => calls.map(({ id }) => ({ id, error: carry(error) }))
  try {
    const answers =
      (await runTrusting(writer, commands, take)) ??
      (await runGuarded(writer, commands, calls.length > 0 ? calls : take(), take))
    const lost = writer.findLost()
    if (lost !== undefined) {
      writer.db.exec('ROLLBACK')
      return { answers: rejectAll(fileLost()), lost }
    }
    writer.commit.run()
    // Do not acknowledge writes to a file without a path.
    const lostMeanwhile = writer.findLost()
    return lostMeanwhile === undefined ? { answers } : { answers: rejectAll(fileLost()), lost: lostMeanwhile }
  } catch (error) {
    const full = isDiskFull(error)
    const answers = rejectAll(full ? diskFull() : error)
    try {
      if (writer.db.inTransaction) writer.db.exec('ROLLBACK')
    } catch (worse) {
      return { fatal: String(worse), answers }
    }
    if (full) {
      makeRoom(writer)
      return { answers, diskFull: true }
    }
    // After a failed sync the state of the file on disk is unknown (rule E3).
    return isDiskError(error) ? { fatal: String(error), answers } : { answers }
  }
}

/** Moves the log into the database and truncates it, to make room for the next commit. */
function makeRoom({ db }: Writer): void {
  try {
    foldIn(db, MAKE_ROOM_MS)
  } catch {
    // The database cannot grow: the log keeps everything.
  }
}

/**
 * Runs a batch without savepoints, which would be a fifth of the work. Undefined when a command failed: then all is
 * rolled back, and the batch runs again with savepoints.
 */
async function runTrusting(writer: Writer, commands: Commands, take: () => readonly Call[]) {
  if (writer.guarded > 0) return undefined
  writer.begin.run()
  const answers: Answer[] = []
  for (let next = take(); next.length > 0; next = take()) {
    for (const call of next) {
      try {
        answers.push({ id: call.id, value: await commandOf(commands, call).run(writer.tx, call.input as never) })
      } catch (error) {
        if (isDiskError(error) || isDiskFull(error)) throw error
        if (writer.db.inTransaction) writer.db.exec('ROLLBACK')
        writer.guarded = GUARDED_AFTER_A_FAILURE
        return undefined
      }
    }
  }
  return answers
}

/** One savepoint per command: a command that fails gets its error, and the others commit. */
async function runGuarded(
  writer: Writer,
  commands: Commands,
  first: readonly Call[],
  take: () => readonly Call[],
): Promise<Answer[]> {
  writer.begin.run()
  writer.guarded -= 1
  const answers: Answer[] = []
  for (let next: readonly Call[] = [...first]; next.length > 0; next = take()) {
    for (const call of next) answers.push(await runOne(writer, commands, call))
  }
  return answers
}

async function runOne(writer: Writer, commands: Commands, call: Call): Promise<Answer> {
  writer.savepoint.run()
  try {
    const value = await commandOf(commands, call).run(writer.tx, call.input as never)
    writer.release.run()
    return { id: call.id, value }
  } catch (error) {
    // A full disk may have ended the whole transaction: fail all commands.
    if (isDiskFull(error)) throw error
    writer.rollBack.run()
    writer.release.run()
    return { id: call.id, error: carry(error) }
  }
}

function commandOf(commands: Commands, { command: name }: Call) {
  const command = commands.get(name)
  if (command === undefined) throw new Error(`unknown command ${name}`)
  return command
}

function createTx(db: Sqlite.Database): Tx {
  const statements = createStatements(db)
  const apply = (change: Change): number => requireRows(change, statements.change(change.sql, change.params))
  return {
    dialect: 'sqlite',
    first: async (sql, params, toRow) => statements.first(sql, params, toRow),
    list: async (sql, params, toRow) => statements.list(sql, params, toRow),
    run: async (change) => apply(change),
    together: async (changes) => changes.map(apply),
    async togetherIf(first, others) {
      if (apply(first) === 0) return false
      others.forEach(apply)
      return true
    },
  }
}

if (parentPort !== null) main(parentPort)
