import type { Change } from '../db/database.ts'
import { openStaging, type Staging } from '../db/foreign/staging.ts'

/** How a row of LNbits is booked. */
export type How =
  /** Arrived at the node. */
  | 'receive'
  /** Credited only by LNbits' books: an administrator's credit, fiat, a payer whose wallet is deleted. */
  | 'gift'
  | 'inside-in'
  | 'send'
  /** Debited only by LNbits' books. */
  | 'taken'
  | 'inside-out'
  /** Pending at the node. */
  | 'pending'
  | 'failed-out'
  /** In flight in LNbits beside another payment of its hash, which counts: the node makes one payment per hash. */
  | 'second'
  | 'open'
  | 'expired'
  | 'failed-in'
  /** Cannot be a payment here: becomes a correction of the balance. */
  | 'adjust'
  /** Moves no money and cannot be kept. */
  | 'skip'

export interface StagedPayment {
  readonly seq: number
  readonly id: string
  readonly old_id: string
  readonly wallet: string
  readonly hash: string
  /** Amount without sign, msat. */
  readonly amount: number
  readonly fee: number
  /** Of a sent payment's fee: what LNbits took for its service, and not the node. */
  readonly charge: number
  readonly dir: 'in' | 'out'
  readonly status: 'success' | 'pending' | 'failed'
  readonly how: How
  readonly peer: string | null
  /** The wallet of the other row. */
  readonly peer_wallet: string | null
  readonly memo: string
  readonly tag: string
  readonly bolt11: string
  readonly preimage: string | null
  readonly extra: string
  readonly webhook: string | null
  /** A JSON list, or empty. */
  readonly labels: string
  readonly hold: '' | 'theirs'
  /** Of a payment in flight, 1: LNbits had ordered another one of its hash under another id. */
  readonly twin: number
  readonly created: number
  readonly updated: number
  readonly expires: number
}

const SCHEMA = [
  `CREATE TABLE payments (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, old_id TEXT NOT NULL, wallet TEXT NOT NULL,
     known INTEGER NOT NULL, hash TEXT NOT NULL, amount INTEGER NOT NULL, fee INTEGER NOT NULL, dir TEXT NOT NULL,
     status TEXT NOT NULL, how TEXT NOT NULL, peer TEXT, peer_wallet TEXT, memo TEXT NOT NULL, tag TEXT NOT NULL,
     bolt11 TEXT NOT NULL, preimage TEXT, extra TEXT NOT NULL, webhook TEXT, labels TEXT NOT NULL,
     hold TEXT NOT NULL, charge INTEGER NOT NULL DEFAULT 0, twin INTEGER NOT NULL DEFAULT 0, created INTEGER NOT NULL, updated INTEGER NOT NULL, expires INTEGER NOT NULL)`,
  `CREATE TABLE wallets (id TEXT PRIMARY KEY, user TEXT NOT NULL, name TEXT NOT NULL, deleted INTEGER NOT NULL,
     admin_key TEXT NOT NULL, invoice_key TEXT NOT NULL, seq INTEGER NOT NULL, shown INTEGER)`,
  `CREATE TABLE users (id TEXT PRIMARY KEY, old_id TEXT NOT NULL UNIQUE, username TEXT NOT NULL UNIQUE)`,
  `CREATE TABLE account_names (name TEXT NOT NULL COLLATE NOCASE, kind TEXT NOT NULL, user TEXT NOT NULL)`,
  'CREATE INDEX account_names_by_name ON account_names (name)',
  `CREATE TABLE taken (kind TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, value)) WITHOUT ROWID`,
  `CREATE TABLE statements (id INTEGER PRIMARY KEY, sql TEXT NOT NULL UNIQUE)`,
  `CREATE TABLE changes (seq INTEGER PRIMARY KEY, statement INTEGER NOT NULL, params TEXT NOT NULL, rows INTEGER)`,
]

/** The staged import, on disk: rows of payments, and ready changes of everything else. */
export interface Staged extends Staging {
  add(...changes: readonly Change[]): void
  /** Takes a unique value of its kind; false = it was taken. */
  take(kind: string, value: string): boolean
}

export function createStaged(file: string): Staged {
  const staging = openStaging(file)
  for (const sql of SCHEMA) staging.run(sql)
  const statements = new Map<string, number>()
  const idOf = (sql: string): number => {
    let id = statements.get(sql)
    if (id === undefined) {
      id = statements.size + 1
      statements.set(sql, id)
      staging.run('INSERT INTO statements (id, sql) VALUES (?, ?)', [id, sql])
    }
    return id
  }
  return {
    ...staging,
    take: (kind, value) => staging.run('INSERT INTO taken VALUES (?, ?) ON CONFLICT DO NOTHING', [kind, value]) === 1,
    add(...changes) {
      for (const { sql, params, rows } of changes) {
        const text = JSON.stringify(params, (_key, value: unknown) =>
          typeof value === 'bigint' ? Number(value) : value,
        )
        staging.run('INSERT INTO changes (statement, params, rows) VALUES (?, ?, ?)', [idOf(sql), text, rows ?? null])
      }
    },
  }
}

/** In the order in which they were staged. */
export function* readChanges(staging: Staging): Generator<Change> {
  type Row = { readonly sql: string; readonly params: string; readonly rows: number | null }
  const sql = `SELECT s.sql, c.params, c.rows FROM changes c JOIN statements s ON s.id = c.statement ORDER BY c.seq`
  for (const row of staging.each<Row>(sql)) {
    yield { sql: row.sql, params: JSON.parse(row.params) as Change['params'], rows: row.rows ?? undefined }
  }
}
