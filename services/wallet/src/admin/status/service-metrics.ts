import type { HttpMetrics } from '@satchel/http/reports/http-metrics'
import { type MetricDescription, type MetricSample, registerMetric } from '@satchel/http/reports/register-metric'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Compared } from '../../payments/reconciling/compare-with-node.ts'
import type { BookWatch } from './book-watch.ts'
import type { Expiry, ExpiryWatch } from './expiry-watch.ts'
import type { Measured, ServiceMeasure } from './measure-service.ts'

export interface ServiceMetricsDeps {
  readonly measure: ServiceMeasure
  readonly db: Pick<Database, 'commitCounts' | 'listReadCounts'>
  readonly clock: Clock
  readonly bookWatch: Pick<BookWatch, 'last'>
  readonly duties: { comparedWithNode(): Compared | undefined; sweptAt(): number | undefined }
  readonly nodeAnsweredAt: () => number | undefined
  readonly expiryWatch: Pick<ExpiryWatch, 'last'>
}

type Metrics = Pick<HttpMetrics, 'registry'>
type Read = MetricDescription['read']

/**
 * Money, node, books and database in `/metrics`. A scrape reads the last measurement; a metric without a value has not
 * been measured yet. Labels are constants of the code, and never name a user or wallet.
 */
export function registerServiceMetrics(metrics: Metrics, deps: ServiceMetricsDeps): void {
  const gauge = (name: string, help: string, read: Read): void =>
    registerMetric(metrics, { name: `satchel_${name}`, type: 'gauge', help, read })
  const counter = (name: string, help: string, read: Read): void =>
    registerMetric(metrics, { name: `satchel_${name}_total`, type: 'counter', help, read })
  registerMoney(gauge, deps)
  registerDuties(gauge, deps)
  registerStorage(gauge, counter, deps)
  registerExpiries(gauge, deps)
}

type Register = (name: string, help: string, read: Read) => void

const one = (value: number | undefined): MetricSample[] => (value === undefined ? [] : [{ labels: {}, value }])

function registerMoney(gauge: Register, { measure, clock }: ServiceMetricsDeps): void {
  const measured = (name: string, help: string, read: (found: Measured) => readonly MetricSample[]): void =>
    gauge(name, help, () => {
      const found = measure.last()
      return found === undefined ? [] : read(found)
    })
  const ofPayments = (read: (row: Measured['payments'][number]) => number) => (found: Measured) =>
    found.payments.map((row) => ({ labels: { direction: row.direction, state: row.state }, value: read(row) }))
  measured('payments_halted', 'Whether outgoing payments are rejected, by cause.', ({ halted, awaitsComparison }) => [
    { labels: { cause: 'halt' }, value: halted ? 1 : 0 },
    { labels: { cause: 'comparison' }, value: awaitsComparison ? 1 : 0 },
  ])
  measured('alarms_open', 'Alarms that no operator has acknowledged, by kind.', ({ alarms }) =>
    [...alarms].map(([kind, value]) => ({ labels: { kind }, value })),
  )
  measured(
    'payments_pending',
    'Payments and invoices that are not final, by direction and state.',
    ofPayments(({ count }) => count),
  )
  measured(
    'payments_oldest_seconds',
    'Age of the oldest of them.',
    ofPayments(({ oldestAt }) => Math.max(0, clock() / 1000 - oldestAt)),
  )
  measured('liabilities_msat', 'What all wallets own, millisatoshis.', ({ availableMsat, reservedMsat }) => [
    { labels: { part: 'available' }, value: availableMsat },
    { labels: { part: 'reserved' }, value: reservedMsat },
  ])
  measured('webhooks_waiting', 'Deliveries still to make, retries included.', ({ waitingWebhooks }) =>
    one(waitingWebhooks),
  )
  measured(
    'follower_lag_events',
    'Events after the stored position of a follower; up to 1000 while nothing concerns it.',
    ({ followerLag }) => [...followerLag].map(([follower, value]) => ({ labels: { follower }, value })),
  )
}

function registerDuties(gauge: Register, deps: ServiceMetricsDeps): void {
  const { measure, bookWatch, duties, clock } = deps
  const age = (at: number | undefined): MetricSample[] =>
    one(at === undefined ? undefined : Math.max(0, clock() / 1000 - at))
  const difference = (): number | undefined => {
    const compared = duties.comparedWithNode()
    return compared?.differenceMsat === undefined ? undefined : Number(compared.differenceMsat)
  }
  gauge('measured_age_seconds', 'Age of the last measurement of money.', () => {
    const at = measure.last()?.at
    return age(at === undefined ? undefined : at / 1000)
  })
  gauge('books_violations', 'Rules of the books that were broken at the last audit.', () =>
    one(bookWatch.last()?.violations.length),
  )
  gauge('books_checked_age_seconds', 'Age of the last audit of this process.', () => age(bookWatch.last()?.at))
  gauge('node_difference_msat', 'What the node has beyond what the books say, where its balance is exact.', () =>
    one(difference()),
  )
  gauge('node_balance_msat', 'What the node can spend, millisatoshis.', () => one(measure.nodeBalance()?.msat))
  gauge('node_balance_age_seconds', 'Age of that balance.', () => {
    const at = measure.nodeBalance()?.at
    return age(at === undefined ? undefined : at / 1000)
  })
  gauge('node_answered_age_seconds', "Time since the node's last answer.", () => age(deps.nodeAnsweredAt()))
  gauge('receipts_swept_age_seconds', 'Time since the node was last asked for everything it received.', () =>
    age(duties.sweptAt()),
  )
}

function registerStorage(gauge: Register, counter: Register, { measure, db }: ServiceMetricsDeps): void {
  const ofDisks = (read: (disk: ReturnType<ServiceMeasure['disks']>[number]) => number) => (): MetricSample[] =>
    measure.disks().map((disk) => ({ labels: { place: disk.place }, value: read(disk) }))
  gauge('database_up', 'Whether the database answered the last measurement.', () =>
    one(measure.database().answers ? 1 : 0),
  )
  gauge('database_round_trip_seconds', 'Time of the smallest read.', () => {
    const { roundTripMs } = measure.database()
    return one(roundTripMs === undefined ? undefined : roundTripMs / 1000)
  })
  gauge('database_size_bytes', 'Size of the database, without logs.', () => one(measure.last()?.databaseBytes))
  gauge('database_wal_bytes', 'SQLite: size of the write-ahead log.', () => one(measure.walBytes()))
  counter('database_wal_written_bytes', 'PostgreSQL: log written by the server, all databases together.', () =>
    one(measure.last()?.walPosition),
  )
  counter('database_commits', 'Commits of this process; each holds a batch of commands.', () =>
    one(db.commitCounts().commits),
  )
  counter('database_commands', 'Commands in those commits.', () => one(db.commitCounts().commands))
  counter('database_list_reads', 'Lists and exports, by where they were read; only with a replica.', () =>
    Object.entries(db.listReadCounts() ?? {}).map(([from, value]) => ({ labels: { from }, value })),
  )
  gauge(
    'disk_free_bytes',
    'Free space where the data folder and an SQLite database are.',
    ofDisks(({ freeBytes }) => freeBytes),
  )
  gauge(
    'disk_size_bytes',
    'Size of those file systems.',
    ofDisks(({ sizeBytes }) => sizeBytes),
  )
}

function registerExpiries(gauge: Register, { expiryWatch, clock }: ServiceMetricsDeps): void {
  const ofEach = (read: (expiry: Expiry) => number) => (): MetricSample[] =>
    expiryWatch.last().map((expiry) => ({ labels: { what: expiry.what }, value: read(expiry) }))
  gauge(
    'expires_seconds',
    'Time until a certificate or credential expires; below 0 it has.',
    ofEach(({ endsAt }) => endsAt - Math.floor(clock() / 1000)),
  )
  gauge(
    'expires_notice_seconds',
    'How long before that an alarm is raised.',
    ofEach(({ noticeSeconds }) => noticeSeconds),
  )
}
