import type { Clock } from '../clock.ts'
import type { Database, Reader } from '../db/database.ts'
import type { FundingSource } from '../funding/funding-source.ts'
import { findHalt } from '../ledger/halt.ts'
import type { Compared } from '../payments/compare-with-node.ts'
import { within } from '../payments/within.ts'
import type { BookWatch } from './book-watch.ts'

export interface ServerStatusDeps {
  readonly db: Database
  readonly clock: Clock
  readonly funding: FundingSource
  readonly fundingKind: string
  readonly version: string
  readonly bookWatch: BookWatch
  /** What the duties of this process have done so far. */
  readonly duties: { comparedWithNode(): Compared | undefined; sweptAt(): number | undefined }
  /** When this process began, Unix milliseconds. */
  readonly startedAt: number
}

/** A node that does not answer is news, too. */
const NODE_MS = 1000

/** Everything an operator looks at first; reads only. */
export async function readServerStatus(deps: ServerStatusDeps) {
  const { db, clock, funding, bookWatch, duties } = deps
  const [balance, halt, size, counts] = await Promise.all([
    within(NODE_MS, funding.balance()).catch(() => undefined),
    findHalt(db),
    sizeOf(db),
    countAll(db),
  ])
  const books = bookWatch.last()
  const node = funding.identity()
  const compared = duties.comparedWithNode()
  return {
    version: deps.version,
    started_at: Math.floor(deps.startedAt / 1000),
    uptime_seconds: Math.floor((clock() - deps.startedAt) / 1000),
    database: { kind: db.dialect, size_bytes: size },
    node: {
      kind: deps.fundingKind,
      network: node?.network ?? null,
      node_key: node?.nodeKey ?? null,
      answers: balance !== undefined,
      balance_msat: balance === undefined ? null : Number(balance),
    },
    payments_halted: halt !== undefined,
    halt_reason: halt ?? null,
    books: {
      checked_at: books?.at ?? null,
      violations: books?.violations.length ?? null,
      compared_with_node_at: compared?.at ?? null,
      node_difference_msat: compared === undefined ? null : Number(compared.differenceMsat),
    },
    receipts_swept_at: duties.sweptAt() ?? null,
    ...counts,
  }
}

const sizeOf = async (reader: Reader): Promise<number> =>
  (await reader.first(
    reader.dialect === 'sqlite'
      ? 'SELECT c.page_count * s.page_size AS size FROM pragma_page_count() AS c, pragma_page_size() AS s'
      : 'SELECT pg_database_size(current_database()) AS size',
    [],
    (row: { size: bigint }) => Number(row.size),
  )) ?? 0

async function countAll(reader: Reader) {
  const count = async (sql: string): Promise<number> =>
    (await reader.first(sql, [], (row: { n: bigint }) => Number(row.n))) ?? 0
  return {
    users: await count('SELECT count(*) AS n FROM users'),
    wallets: await count('SELECT count(*) AS n FROM wallets WHERE closed_at IS NULL'),
    pending_outgoing: await count(`SELECT count(*) AS n FROM payments WHERE direction = 'out' AND status = 'pending'`),
    waiting_webhooks: await count('SELECT count(*) AS n FROM deliveries WHERE due_at IS NOT NULL'),
    alarms: await count('SELECT count(*) AS n FROM alarms'),
  }
}
