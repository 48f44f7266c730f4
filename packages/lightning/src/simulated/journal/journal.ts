import Sqlite from 'better-sqlite3'
import type { JournalEntry } from './journal-entry.ts'

/** The node's memory: an append-only file, on disk before any call is answered, shared by all processes that open it. */
export interface Journal {
  /** Entries written after the entry `id`, by any process, oldest first. */
  entriesAfter(id: number): Iterable<StoredEntry>
  newestId(): number
  /** Only inside `transact`. */
  append(entry: JournalEntry): number
  /** Exclusive across processes. The entries are on disk when it returns, or not at all when it throws. */
  transact<T>(work: () => T): T
  close(): void
}

export interface StoredEntry {
  readonly id: number
  readonly entry: JournalEntry
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS journal (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, json TEXT NOT NULL) STRICT;
CREATE TRIGGER IF NOT EXISTS journal_is_not_rewritten BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER IF NOT EXISTS journal_is_not_shortened BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
`

/** How long a process waits for another one's commit. */
const LOCK_TIMEOUT_MS = 10_000

/** The folder of the file must exist. */
export function openJournal(file: string): Journal {
  const database = new Sqlite(file, { timeout: LOCK_TIMEOUT_MS })
  waitingForOthers(() => database.pragma('journal_mode = WAL'))
  database.pragma('synchronous = FULL')
  waitingForOthers(() => database.exec(SCHEMA))
  const insert = database.prepare('INSERT INTO journal (kind, json) VALUES (?, ?)')
  const newest = database.prepare('SELECT max(id) FROM journal').pluck()
  const after = database.prepare('SELECT id, kind, json FROM journal WHERE id > ? ORDER BY id').raw()
  return {
    *entriesAfter(id) {
      for (const [entryId, kind, json] of after.iterate(id) as Iterable<[number, string, string]>) {
        yield { id: entryId, entry: Object.assign(JSON.parse(json), { kind }) as JournalEntry }
      }
    },
    newestId: () => (newest.get() as number | null) ?? 0,
    append: ({ kind, ...rest }) => Number(insert.run(kind, JSON.stringify(rest)).lastInsertRowid),
    transact(work) {
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        if (database.inTransaction) database.exec('ROLLBACK')
        throw error
      }
    },
    close: () => void database.close(),
  }
}

/** While the file is new, SQLite may answer "locked" immediately instead of waiting for the process that sets it up. */
function waitingForOthers(work: () => unknown): void {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  for (;;) {
    try {
      work()
      return
    } catch (error) {
      if (!isLocked(error) || Date.now() > deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
