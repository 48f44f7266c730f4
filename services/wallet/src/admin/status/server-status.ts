import { nodeName } from '@satchel/lightning/port/funding-source'
import type { Clock } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import type { Config } from '../../config/config.ts'
import type { SettingName, SettingValues } from '../../config/settings.ts'
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
import { listAuditLog } from './audit-log-store.ts'
import type { BookWatch } from './book-watch.ts'
import type { ObstacleDeps } from './find-obstacles.ts'
import { measureDisks } from './measure-service.ts'
import type { createMoneyFigures, MoneyFigures, Volume } from './money-figures.ts'
import type { NewestRelease } from './newest-release.ts'
import { type BackupStatusDeps, readBackupStatus } from './read-backup-status.ts'

export interface ServerStatusDeps {
  readonly db: Database
  readonly clock: Clock
  readonly funding: FundingSources
  readonly fundingKind: string
  readonly version: string
  readonly bookWatch: BookWatch
  /** The results of this process's periodic checks. */
  readonly duties: ObstacleDeps['duties'] & { comparedWithNode(): Compared | undefined; sweptAt(): number | undefined }
  readonly backedUp: BackupConfig & Pick<Config, 'backups' | 'rates'>
  readonly scheduledBackups: BackupStatusDeps['scheduledBackups']
  readonly settings: {
    values(): Pick<SettingValues, 'allow_new_accounts'>
    origins(): Promise<{ of(name: SettingName): 'default' | 'environment' | 'stored' }>
  }
  /** When this process began, Unix milliseconds. */
  readonly startedAt: number
}

/** Timeout of the node's balance: a missing answer is shown, too. */
const NODE_MS = 1000

/** Facts that are not read again for each request, and those of the request itself. */
export interface StatusRequest {
  readonly figures: ReturnType<typeof createMoneyFigures>
  readonly newestRelease: () => Promise<NewestRelease>
  /** The request came through a proxy whose headers are ignored. */
  readonly isProxyIgnored: boolean
}

/** The server's status for an operator; read-only. What is not known is null. */
export async function readServerStatus(deps: ServerStatusDeps, asked: StatusRequest) {
  const { db, clock, funding, bookWatch, duties } = deps
  const [nodes, halt, size, counts, figures, release, backups, setUp] = await Promise.all([
    describeNodes(deps),
    findHalt(db),
    sizeOf(db),
    countAll(db),
    asked.figures(),
    asked.newestRelease(),
    describeBackups(deps),
    describeSetUp(deps, asked),
  ])
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
    owed: figures === undefined ? null : toOwed(figures),
    volume:
      figures === undefined
        ? null
        : { measured_at: figures.at, day: toVolume(figures.day), month: toVolume(figures.month) },
    disks: measureDisks(deps.backedUp).map(({ place, freeBytes, sizeBytes }) => ({
      place,
      free_bytes: freeBytes,
      size_bytes: sizeBytes,
    })),
    backups,
    release: { asked: release.isAsked, checked_at: release.checkedAt, newer: release.newer },
    set_up: setUp,
  }
}

const toOwed = ({ at, availableMsat, reservedMsat }: MoneyFigures) => ({
  measured_at: at,
  available_msat: availableMsat,
  reserved_msat: reservedMsat,
})

const toVolume = ({ receivedSat, sentSat, succeeded, failed }: Volume) => ({
  received_sat: receivedSat,
  sent_sat: sentSat,
  succeeded,
  failed,
})

async function describeBackups({ db, clock, backedUp, scheduledBackups }: ServerStatusDeps) {
  const { lines } = await listAuditLog(db, { action: 'backup-downloaded' }, { limit: 1 })
  return readBackupStatus({ ...backedUp, db, clock, scheduledBackups }, lines[0]?.at)
}

/** What an operator decides once. A default counts as decided when it was stored or set by a variable. */
async function describeSetUp({ settings, backedUp }: ServerStatusDeps, { isProxyIgnored }: StatusRequest) {
  const origins = await settings.origins()
  const { source, accountingCurrency, isCurrencyChosen } = backedUp.rates
  return {
    name_chosen: origins.of('site_name') !== 'default',
    registration_chosen: origins.of('allow_new_accounts') !== 'default',
    registration_open: settings.values().allow_new_accounts,
    currency_chosen: isCurrencyChosen,
    accounting_currency: accountingCurrency,
    has_prices: source.kind !== 'none',
    proxy_ignored: isProxyIgnored,
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
