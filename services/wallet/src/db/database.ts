/** Integers come back as bigint from both databases; numbers are accepted as parameters. */
export type SqlValue = string | number | bigint | null | Uint8Array

export type Dialect = 'sqlite' | 'postgres'

/** SQL with `$1` parameters, the same text for both databases wherever that is possible. */
export interface Reader {
  readonly dialect: Dialect
  /**
   * With `params` the answer may be remembered until somebody commits: it depends on rows and on them only, no `now()`.
   * `toRow` leaves the row as it is, because others may be given the same one.
   */
  first<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T): Promise<T | undefined>
  list<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T): Promise<T[]>
}

/** One statement that changes rows. */
export interface Change {
  readonly sql: string
  readonly params: readonly SqlValue[]
  /**
   * The rows it changes, by whatever names them within its table. Changes with the same text and other rows may then be
   * made by one statement (PostgreSQL).
   */
  readonly keys?: readonly string[] | undefined
  /** How many rows must change; undefined = any number. Another number undoes the whole command … */
  readonly rows?: number | undefined
  /** … and throws this. Without it, a broken expectation is an error of ours. */
  readonly otherwise?: () => Error
}

/** Inside a transaction: await nothing but this. Whoever throws undoes everything the command did. */
export interface Tx extends Reader {
  /** Applies one change and says how many rows it changed. */
  run(change: Change): Promise<number>
  /**
   * Applies changes that do not see one another's effect, no row twice: one statement on PostgreSQL. Says how many rows
   * each changed.
   */
  together(changes: readonly Change[]): Promise<number[]>
  /** The first change, and the others only if it changed a row. False = it did not, and nothing has changed. */
  togetherIf(first: Change, others: readonly Change[]): Promise<boolean>
}

/**
 * A transaction with a name: it may run in another thread, so everything it needs is in its input and what it says is
 * its answer, both plain data. It may run again when the database asks for it, and has no effects but those on `tx`.
 */
export interface Command<Input, Answer> {
  readonly name: string
  /** What is remembered elsewhere and has to be read again after this command. */
  readonly touches?: Remembered | undefined
  /**
   * True: it decides by nothing but the conditions of its changes, so its steps may alternate with those of others like
   * it in one transaction (PostgreSQL), where they share their round trips and statements.
   */
  readonly sideBySide?: ((input: Input) => boolean) | undefined
  run(tx: Tx, input: Input): Promise<Answer>
}

/**
 * Run when the database is opened and whenever its course of commits may be another one: a promoted standby, a restored
 * backup, a replaced file. `history` names the course from here, `expected` the one this service last wrote to. True: it
 * is another one, and what was committed may be gone.
 */
export type HistoryCommand = Command<{ readonly history: string; readonly expected: string }, boolean>

/** Wallets and their keys, which every request needs. */
export type Remembered = 'wallets'

export const defineCommand = <Input, Answer>(
  name: string,
  run: (tx: Tx, input: Input) => Promise<Answer>,
  touches?: Remembered,
  sideBySide?: (input: Input) => boolean,
): Command<Input, Answer> => ({ name, run, touches, sideBySide })

/** All the commands a process can run, by name; a name used twice is a mistake. */
export type Commands = ReadonlyMap<string, Command<never, unknown>>

export function commandTable(commands: readonly Command<never, unknown>[]): Commands {
  const table = new Map(commands.map((command) => [command.name, command]))
  if (table.size !== commands.length) throw new Error('two commands have the same name')
  return table
}

/** Reads see what is committed. What `transact` answers is durable: it survives a kill −9 and a loss of power. */
export interface Database extends Reader {
  /**
   * Runs the command alone and whole. Commands that wait at the same time share one commit. Rejects with what the
   * command threw, or with a database error: then nothing of the command is stored.
   */
  transact<Input, Answer>(command: Command<Input, Answer>, input: Input): Promise<Answer>
  /** A reading that may take long, apart from everything else: for audits, not for requests. */
  listAside<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T): Promise<T[]>
  /**
   * Another number after every command that touches it, before its caller is answered: what was read under the same
   * number is still so. Undefined where other processes may change it unseen: then nothing may be remembered.
   */
  version(of: Remembered): number | undefined
  /** Of this opening of the database: rows may name it as the holder of their lease. */
  readonly session: string
  /** Those that may still be working; a session that is not among them has ended. On SQLite there is only ours. */
  listSessions(): Promise<readonly string[]>
  /** Called after commits of this process and, on PostgreSQL, of others; several commits may be told at once. */
  onCommit(listener: () => void): () => void
  close(): Promise<void>
}

/** For changes outside `together`, and for what both databases share: the count must be the one expected. */
export function requireRows(change: Change, changed: number): number {
  if (change.rows === undefined || change.rows === changed) return changed
  throw change.otherwise?.() ?? new Error(`expected ${change.rows} rows to change, not ${changed}: ${change.sql}`)
}
