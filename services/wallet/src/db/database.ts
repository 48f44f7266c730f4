import type { ManyForm } from './many-rows.ts'

/** Both databases return integers as bigint; numbers are accepted as parameters. */
export type SqlValue = string | number | bigint | null | Uint8Array

export type Dialect = 'sqlite' | 'postgres'

/** SQL with `$1` parameters, the same text for both databases wherever that is possible. */
export interface Reader {
  readonly dialect: Dialect
  first<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T): Promise<T | undefined>
  list<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T): Promise<T[]>
}

/** One statement that changes rows. */
export interface Change {
  readonly sql: string
  readonly params: readonly SqlValue[]
  /** Its form for many sets of parameters: changes with the same `sql` may then be one statement (PostgreSQL). */
  readonly many?: ManyForm | undefined
  /** Keys of the rows that it changes, because one statement changes a row only once. None for a new row. */
  readonly keys?: readonly string[] | undefined
  /** How many rows must change; undefined = any number. Any other number rolls back the whole command … */
  readonly rows?: number | undefined
  /** … and throws this. Without it, a broken expectation is an error of ours. */
  readonly otherwise?: () => Error
}

/** A transaction. A command awaits only its methods; a command that throws is rolled back. */
export interface Tx extends Reader {
  /** Applies one change and returns how many rows it changed. */
  run(change: Change): Promise<number>
  /**
   * Applies changes that do not depend on one another, in one round trip on PostgreSQL. Returns how many rows each
   * changed.
   */
  together(changes: readonly Change[]): Promise<number[]>
  /** The first change, and the others only if it changed a row. False = it did not, and nothing has changed. */
  togetherIf(first: Change, others: readonly Change[]): Promise<boolean>
}

/**
 * A transaction with a name. It may run in another thread, so its input and its answer are plain data and all it needs
 * is in its input. It may be retried by the database, and has no effects but those on `tx`.
 */
export interface Command<Input, Answer> {
  readonly name: string
  /** The cache that this command invalidates. */
  readonly invalidates?: Cached | undefined
  /**
   * True: only the conditions of its changes decide, so it may interleave with other such commands in one transaction
   * (PostgreSQL), where they share round trips and statements.
   */
  readonly canInterleave?: ((input: Input) => boolean) | undefined
  run(tx: Tx, input: Input): Promise<Answer>
}

/**
 * Run when the database is opened and whenever its history of commits may have changed: a promoted standby, a restored
 * backup, a replaced file. `history` names the history from here, `expected` the one this service last wrote to. True:
 * they differ, and committed transactions may be lost.
 */
export type HistoryCommand = Command<{ readonly history: string; readonly expected: string }, boolean>

/** Wallets and their keys, which every request needs. */
export type Cached = 'wallets'

/** A command from its parts; the types of `Input` and `Answer` follow from `run`. */
export const defineCommand = <Input, Answer>(command: {
  readonly name: string
  readonly invalidates?: Cached
  readonly canInterleave?: (input: Input) => boolean
  readonly run: (tx: Tx, input: Input) => Promise<Answer>
}): Command<Input, Answer> => command

/** All the commands a process can run, by name; a name used twice is a mistake. */
export type Commands = ReadonlyMap<string, Command<never, unknown>>

export function commandTable(commands: readonly Command<never, unknown>[]): Commands {
  const table = new Map(commands.map((command) => [command.name, command]))
  if (table.size !== commands.length) throw new Error('two commands have the same name')
  return table
}

/** Reads see committed data. A result of `transact` is durable: it survives a kill −9 and a power failure. */
export interface Database extends Reader {
  /**
   * Runs the command atomically and isolated. Concurrent commands share one commit. Rejects with the error of the
   * command, or with a database error: then nothing of the command is stored.
   */
  transact<Input, Answer>(command: Command<Input, Answer>, input: Input): Promise<Answer>
  /**
   * For long lists and exports: a standby that has every commit before this call, or this database. Its reads may see
   * later commits, and differ from one another in that.
   */
  forLists(): Promise<Reader>
  /** A read that may take long, isolated from everything else: for audits, not for requests. */
  listAside<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T): Promise<T[]>
  /**
   * A number that changes with every command that invalidates the cache, before its caller is answered. A value that
   * was read under the same number is still valid. Undefined where other processes may invalidate the cache unnoticed:
   * then cache nothing.
   */
  version(of: Cached): number | undefined
  /** Identifies this opening of the database, for the leases of rows. */
  readonly session: string
  /** Sessions that may still be working; a session that is not listed has ended. On SQLite there is only ours. */
  listSessions(): Promise<readonly string[]>
  /** Called after commits of this process and, on PostgreSQL, of others; one call may stand for several commits. */
  onCommit(listener: () => void): () => void
  /** How many commits this process has made, and how many commands were in them. */
  commitCounts(): CommitCounts
  /** Undefined where no standby is configured. */
  listReadCounts(): ListReadCounts | undefined
  close(): Promise<void>
}

export interface CommitCounts {
  readonly commits: number
  readonly commands: number
}

/** How often `forLists` returned the standby, and how often the primary although a standby is configured. */
export interface ListReadCounts {
  readonly replica: number
  readonly primary: number
}

/** Throws if the number of changed rows is not the expected one. */
export function requireRows(change: Change, changed: number): number {
  if (change.rows === undefined || change.rows === changed) return changed
  throw change.otherwise?.() ?? new Error(`expected ${change.rows} rows to change, not ${changed}: ${change.sql}`)
}
