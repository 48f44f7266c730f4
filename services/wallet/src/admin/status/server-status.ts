import { nodeName } from '@satchel/lightning/port/funding-source'
import type { Clock } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { FundingSources } from '../../funding/funding-sources.ts'
import { listSources } from '../../funding/source-store.ts'
import { toTroublesJson } from '../../funding/trouble-json.ts'
import { countAlarms } from '../../ledger/alarm-store.ts'
import { findHalt } from '../../ledger/halt.ts'
import { countBySource } from '../../payments/lists/payments-by-source.ts'
import type { Compared } from '../../payments/reconciling/compare-with-node.ts'
import type { BackupConfig } from '../backup/make-backup.ts'
import { openOwnOrigin } from '../backup/origin/own-origins.ts'
import type { BookWatch } from './book-watch.ts'
import type { ObstacleDeps } from './find-obstacles.ts'

export interface ServerStatusDeps {
  readonly db: Database
  readonly clock: Clock
  readonly funding: FundingSources
  readonly fundingKind: string
  readonly version: string
  readonly bookWatch: BookWatch
  /** The results of this process's periodic checks. */
  readonly duties: ObstacleDeps['duties'] & { comparedWithNode(): Compared | undefined; sweptAt(): number | undefined }
  readonly backedUp: BackupConfig
  /** When this process began, Unix milliseconds. */
  readonly startedAt: number
}

/** Timeout of the node's balance: a missing answer is shown, too. */
const NODE_MS = 1000

/** The server's status for an operator; read-only. */
export async function readServerStatus(deps: ServerStatusDeps) {
  const { db, clock, funding, bookWatch, duties } = deps
  const [nodes, halt, size, counts] = await Promise.all([describeNodes(deps), findHalt(db), sizeOf(db), countAll(db)])
  const books = bookWatch.last()
  const node = funding.identity()
  const inUse = nodes.find(({ id }) => id === funding.id())
  const compared = duties.comparedWithNode()
  return {
    version: deps.version,
    started_at: Math.floor(deps.startedAt / 1000),
    uptime_seconds: Math.floor((clock() - deps.startedAt) / 1000),
    database: { kind: db.dialect, size_bytes: size },
    node: {
      kind: deps.fundingKind,
      network: node?.network ?? null,
      node_key: node === undefined ? null : nodeName(node),
      answers: inUse?.answers ?? false,
      balance_msat: inUse?.balance_msat ?? null,
      troubles: toTroublesJson(funding.health.troubles()),
    },
    nodes,
    payments_halted: halt !== undefined,
    halt_reason: halt ?? null,
    books: {
      checked_at: books?.at ?? null,
      violations: books?.violations.length ?? null,
      compared_with_node_at: compared?.at ?? null,
      node_difference_msat: compared === undefined ? null : Number(compared.differenceMsat),
    },
    backup_origin: openOwnOrigin(deps.backedUp).key,
    receipts_swept_at: duties.sweptAt() ?? null,
    ...counts,
  }
}

/** Every node that has ever had payments, with its payments in flight. */
async function describeNodes({ db, funding }: ServerStatusDeps) {
  const [sources, loads] = await Promise.all([listSources(db), countBySource(db)])
  return Promise.all(
    sources.map(async ({ id, kind, nodeKey, firstUsedAt }) => {
      const load = loads.find(({ sourceId }) => sourceId === id)
      const source = funding.all.find((each) => each.id() === id)
      const balance = source && (await within(NODE_MS, source.balance()).catch(() => undefined))
      return {
        id,
        kind,
        node_key: nodeKey,
        first_used_at: firstUsedAt,
        in_use: id === funding.id(),
        configured: source !== undefined,
        answers: balance !== undefined,
        balance_msat: balance === undefined ? null : Number(balance),
        troubles: toTroublesJson(source?.health.troubles() ?? []),
        pending_outgoing: load?.outgoing ?? 0,
        open_invoices: load?.incoming ?? 0,
      }
    }),
  )
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
    alarms: await countAlarms(reader, false),
  }
}
