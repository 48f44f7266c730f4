import Sqlite from 'better-sqlite3'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { type Change, type Commands, requireRows, type Tx } from './database.ts'
import { type Carried, carry } from './carried-error.ts'
import { createStatements } from './sqlite-statements.ts'

export interface WriterData {
  readonly file: string
  /** The module that exports `commands`: the writer runs the same code as everybody else, only in its own thread. */
  readonly commandsModule: string
}

export interface Call {
  readonly id: number
  readonly command: string
  readonly input: unknown
}

export type Answer = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: Carried }

/** `ready` once; then the answers of one commit at a time; `fatal` when the disk lied and the process must stop. */
export type WriterMessage =
  | { readonly ready: true }
  | { readonly answers: readonly Answer[] }
  | { readonly fatal: string; readonly answers: readonly Answer[] }

/** A commit of many more commands than this would keep the first of them waiting. */
const MOST_PER_COMMIT = 100
const GUARDED_AFTER_A_FAILURE = 10

/**
 * The only writer of the SQLite file, in a thread of its own: syncing the disk never stops the event loop. Commands
 * that wait together share one commit and are answered after it.
 */
async function main(): Promise<void> {
  const { file, commandsModule } = workerData as WriterData
  const port = parentPort
  if (port === null) throw new Error('the SQLite writer runs as a worker')
  const { commands } = (await import(commandsModule)) as { commands: Commands }
  const writer = openForWriting(file)
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
  const drain = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) {
      port.postMessage(
        await commitTogether(writer, commands, (taken) => {
          takeAll()
          return waiting.splice(0, MOST_PER_COMMIT - taken)
        }),
      )
      takeAll()
    }
    busy = false
    if (closing) {
      writer.db.close()
      port.close()
    }
  }
  port.on('message', (message: Call[] | 'close') => {
    take(message)
    if (!busy) void drain()
  })
  port.postMessage({ ready: true } satisfies WriterMessage)
}

interface Writer {
  /** So many commits go without trust: refusals come in swarms, and each would be worked on twice. */
  guarded: number
  readonly db: Sqlite.Database
  readonly tx: Tx
  readonly begin: Sqlite.Statement
  readonly commit: Sqlite.Statement
  readonly savepoint: Sqlite.Statement
  readonly release: Sqlite.Statement
  readonly rollBack: Sqlite.Statement
}

function openForWriting(file: string): Writer {
  const db = new Sqlite(file, { timeout: 5000 })
  db.defaultSafeIntegers(true)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('cache_size = -65536')
  db.pragma('wal_autocheckpoint = 16000')
  return {
    guarded: 0,
    db,
    tx: createTx(db),
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    savepoint: db.prepare('SAVEPOINT command'),
    release: db.prepare('RELEASE command'),
    rollBack: db.prepare('ROLLBACK TO command'),
  }
}

/** Whoever arrives while the others are being run comes along: the more wait, the more share a commit. */
async function commitTogether(
  writer: Writer,
  commands: Commands,
  more: (taken: number) => readonly Call[],
): Promise<WriterMessage> {
  const calls: Call[] = []
  const take = (): readonly Call[] => {
    const next = more(calls.length)
    calls.push(...next)
    return next
  }
  try {
    const answers =
      (await runTrusting(writer, commands, take)) ??
      (await runGuarded(writer, commands, calls.length > 0 ? calls : take(), take))
    writer.commit.run()
    return { answers }
  } catch (error) {
    const answers = calls.map(({ id }) => ({ id, error: carry(error) }))
    try {
      if (writer.db.inTransaction) writer.db.exec('ROLLBACK')
    } catch (worse) {
      return { fatal: String(worse), answers }
    }
    // After a failed sync nobody knows what is on the disk (money-safety E.3).
    return isDiskError(error) ? { fatal: String(error), answers } : { answers }
  }
}

/**
 * Without savepoints, which are a fifth of the work, in the hope that no command fails. Undefined when one did: then
 * nothing has happened, and all of them run again, guarded from one another.
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
        if (isDiskError(error)) throw error
        if (writer.db.inTransaction) writer.db.exec('ROLLBACK')
        writer.guarded = GUARDED_AFTER_A_FAILURE
        return undefined
      }
    }
  }
  return answers
}

/** A savepoint each: one that fails is answered with its error, and takes nobody along. */
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

const isDiskError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(String(error.code))

async function runOne(writer: Writer, commands: Commands, call: Call): Promise<Answer> {
  writer.savepoint.run()
  try {
    const value = await commandOf(commands, call).run(writer.tx, call.input as never)
    writer.release.run()
    return { id: call.id, value }
  } catch (error) {
    // A full disk may have ended the whole transaction: then this throws, and all of them fail.
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

void main()
