import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Log } from '@satchel/http/log'
import type { Clock } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import type { Database, Dialect } from '../../db/database.ts'
import type { FundingSources } from '../../funding/funding-sources.ts'

/** The values about money and the database in `/metrics`, as last measured. */
export interface Measured {
  /** Unix milliseconds. */
  readonly at: number
  readonly payments: readonly PendingPayments[]
  readonly alarms: ReadonlyMap<string, number>
  readonly availableMsat: number
  readonly reservedMsat: number
  readonly halted: boolean
  readonly awaitsComparison: boolean
  readonly waitingWebhooks: number
  /** For each follower: stored events after its stored cursor. */
  readonly followerLag: ReadonlyMap<string, number>
  readonly databaseBytes: number
  /** PostgreSQL: bytes of log written since the server was set up. */
  readonly walPosition: number | undefined
}

export interface PendingPayments {
  readonly direction: string
  readonly state: string
  readonly count: number
  /** Unix seconds. */
  readonly oldestAt: number
}

export interface DiskSpace {
  readonly place: 'data' | 'database'
  readonly freeBytes: number
  readonly sizeBytes: number
}

export interface ServiceMeasure {
  /** Measures once; rejects when the database is unreachable. */
  measure(): Promise<void>
  /** The delay before the next one: measurements should take a fiftieth of the time. */
  pauseMs(): number
  last(): Measured | undefined
  database(): { readonly answers: boolean; readonly roundTripMs: number | undefined }
  nodeBalance(): { readonly msat: number; readonly at: number } | undefined
  disks(): readonly DiskSpace[]
  /** SQLite: size of the write-ahead log. */
  walBytes(): number | undefined
}

export interface MeasureDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Pick<Log, 'info'>
  readonly funding: Pick<FundingSources, 'balance'>
  readonly dataFolder: string
  readonly databaseUrl: string
}

const FIRST_PAUSE_MS = 5000
const MIN_PAUSE_MS = 15_000
const MAX_PAUSE_MS = 600_000
const ANSWER_MS = 5000
/** Hosted nodes limit how often they are asked. */
const BALANCE_EVERY_MS = 60_000

/** Measures periodically and not for each scrape, because sums and counts over many wallets take long. */
export function createServiceMeasure(deps: MeasureDeps): ServiceMeasure {
  const { db, clock } = deps
  let last: Measured | undefined
  let tookMs: number | undefined
  let database: ReturnType<ServiceMeasure['database']> = { answers: true, roundTripMs: undefined }
  let balance: ReturnType<ServiceMeasure['nodeBalance']>
  let balanceAskedAt = Number.NEGATIVE_INFINITY

  const askForBalance = async (): Promise<void> => {
    if (clock() - balanceAskedAt < BALANCE_EVERY_MS) return
    balanceAskedAt = clock()
    // A node that does not answer is visible by the age of its last balance.
    const msat = await within(ANSWER_MS, deps.funding.balance()).catch(() => undefined)
    if (msat !== undefined) balance = { msat: Number(msat), at: clock() }
  }
  const askDatabase = async (): Promise<void> => {
    const startedAt = performance.now()
    const answer = await within(
      ANSWER_MS,
      db.list('SELECT 1 AS one', [], () => true),
    ).catch(() => undefined)
    const roundTripMs = performance.now() - startedAt
    database = answer === undefined ? { answers: false, roundTripMs: undefined } : { answers: true, roundTripMs }
    if (answer === undefined) throw new Error('the database does not answer')
  }
  return {
    async measure() {
      const asked = askForBalance()
      await askDatabase()
      const startedAt = performance.now()
      last = await readAll(db, clock())
      tookMs = performance.now() - startedAt
      await asked
    },
    pauseMs: () =>
      tookMs === undefined ? FIRST_PAUSE_MS : Math.min(Math.max(tookMs * 50, MIN_PAUSE_MS), MAX_PAUSE_MS),
    last: () => last,
    database: () => database,
    nodeBalance: () => balance,
    disks: () => measureDisks(deps),
    walBytes: () => sqliteWalBytes(deps.databaseUrl),
  }
}

const sqliteFile = (url: string): string | undefined =>
  url.startsWith('sqlite://') ? url.slice('sqlite://'.length) : undefined

/** Undeterminable ones are left out. */
export function measureDisks({
  dataFolder,
  databaseUrl,
}: Pick<MeasureDeps, 'dataFolder' | 'databaseUrl'>): DiskSpace[] {
  const file = sqliteFile(databaseUrl)
  const places = [
    { place: 'data', folder: dataFolder },
    ...(file === undefined ? [] : [{ place: 'database', folder: dirname(file) } as const]),
  ] as const
  return places.flatMap(({ place, folder }) => {
    try {
      const { bavail, blocks, bsize } = statfsSync(folder)
      return [{ place, freeBytes: bavail * bsize, sizeBytes: blocks * bsize }]
    } catch {
      return []
    }
  })
}

function sqliteWalBytes(url: string): number | undefined {
  const file = sqliteFile(url)
  return file === undefined ? undefined : (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0)
}

/** Reads aside, with one statement each, so that no request waits. */
async function readAll(db: Database, at: number): Promise<Measured> {
  const payments = await db.listAside(PENDING, [], (row: PendingRow) => ({
    direction: row.direction,
    state: row.state,
    count: Number(row.n),
    oldestAt: Number(row.oldest),
  }))
  const alarms = await db.listAside(
    ALARMS,
    [],
    (row: { kind: string; n: bigint }) => [row.kind, Number(row.n)] as const,
  )
  const cursors = await db.listAside(CURSORS, [], (row: { name: string; lag: bigint | null }) => {
    return [row.name, Math.max(0, Number(row.lag ?? 0n))] as const
  })
  const [sums] = await db.listAside(SUMS[db.dialect], [], (row: SumRow) => row)
  if (sums === undefined) throw new Error('the sums cannot be read')
  return {
    at,
    payments,
    alarms: new Map(alarms),
    availableMsat: Number(sums.available),
    reservedMsat: Number(sums.reserved),
    halted: Number(sums.halted) > 0,
    awaitsComparison: Number(sums.unverified) > 0,
    waitingWebhooks: Number(sums.webhooks),
    followerLag: new Map(cursors),
    databaseBytes: Number(sums.size),
    walPosition: sums.wal === null ? undefined : Number(sums.wal),
  }
}

interface PendingRow {
  readonly direction: string
  readonly state: string
  readonly n: bigint
  readonly oldest: bigint
}

interface SumRow {
  readonly available: bigint
  readonly reserved: bigint
  readonly halted: bigint
  readonly unverified: bigint
  readonly webhooks: bigint
  readonly size: bigint
  readonly wal: bigint | null
}

/** The condition on the wallet makes the planner use the index of pending payments. */
const PENDING = `SELECT direction, state, count(*) AS n, MIN(created_at) AS oldest
  FROM payments WHERE status = 'pending' AND wallet_id >= '' GROUP BY direction, state ORDER BY direction, state`

const ALARMS = 'SELECT kind, count(*) AS n FROM alarms WHERE acknowledged_at IS NULL GROUP BY kind ORDER BY kind'

const CURSORS = `SELECT name, (SELECT MAX(id) FROM events) - CAST(value AS BIGINT) AS lag
  FROM cursors WHERE name IN ('webhooks', 'extensions') ORDER BY name`

const sumsWith = (size: string, wal: string): string => `SELECT
    (SELECT CAST(COALESCE(SUM(available_msat), 0) AS BIGINT) FROM balances) AS available,
    (SELECT CAST(COALESCE(SUM(reserved_msat), 0) AS BIGINT) FROM balances) AS reserved,
    (SELECT count(*) FROM settings WHERE name = 'halted') AS halted,
    (SELECT count(*) FROM settings WHERE name = 'unverified') AS unverified,
    (SELECT count(*) FROM deliveries WHERE due_at IS NOT NULL) AS webhooks,
    ${size} AS size, ${wal} AS wal`

const SUMS: Readonly<Record<Dialect, string>> = {
  sqlite: sumsWith(
    '(SELECT c.page_count * s.page_size FROM pragma_page_count() AS c, pragma_page_size() AS s)',
    'NULL',
  ),
  postgres: sumsWith(
    'pg_database_size(current_database())',
    `CASE WHEN pg_is_in_recovery() THEN NULL ELSE CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS BIGINT) END`,
  ),
}
