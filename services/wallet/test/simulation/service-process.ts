import type { Log } from '@satchel/http/log'
import type { FundingSource } from '@satchel/lightning/port/funding-source'
import { watchFundingSource } from '@satchel/lightning/watch-funding-source'
import { msat } from '@satchel/money/units'
import { type BookWatch, createBookWatch } from '../../src/admin/status/book-watch.ts'
import type { Clock } from '../../src/base/clock.ts'
import { within } from '../../src/base/within.ts'
import { type Database, defineCommand, type SqlValue } from '../../src/db/database.ts'
import { createPostgresWriter } from '../../src/db/postgres/batching/postgres-writer.ts'
import { createReaders } from '../../src/db/postgres/create-readers.ts'
import { readerOf } from '../../src/db/postgres/reader-of.ts'
import type { FundingSources } from '../../src/funding/funding-sources.ts'
import { openOwnSource } from '../../src/funding/own-source.ts'
import { followReceipts } from '../../src/payments/receiving/follow-receipts.ts'
import { adoptHistory } from '../../src/payments/reconciling/adopt-history.ts'
import { createNodeComparison, type NodeComparison } from '../../src/payments/reconciling/compare-with-node.ts'
import { recover } from '../../src/payments/reconciling/reconcile.ts'
import { createLeaving } from '../../src/payments/states/leaving.ts'
import type { PaymentDeps } from '../../src/payments/states/payment-deps.ts'
import { findLastSeq } from '../../src/payments/states/payment-store.ts'
import { startDuties } from '../../src/wiring/start-duties.ts'
import type { DatabaseLine } from './database-line.ts'

export interface ServiceDeps {
  readonly line: DatabaseLine
  readonly source: FundingSource
  readonly clock: Clock
  readonly log: Log
  readonly reconcileMs: number
  readonly holdSeconds: number
  /** Audits take most of a run's time, and the run itself makes one at its end. */
  readonly auditsBooks: boolean
}

/** The part of the service that moves money, wired as `app.ts` and `main.ts` do it. */
export interface Service {
  readonly deps: PaymentDeps
  readonly bookWatch: BookWatch
  readonly duties: Pick<NodeComparison, 'compareNow'>
}

const NEVER_MS = 1e12
const BOOKS_MS = 2000

export async function startService({ line, source, clock, log, ...options }: ServiceDeps): Promise<Service> {
  const db = await openDatabase(line)
  const own = await openOwnSource(watchFundingSource(source, clock), {
    kind: 'lnd',
    db,
    clock,
    log,
    role: 'current',
    former: undefined,
  })
  const deps: PaymentDeps = {
    db,
    clock,
    log,
    funding: toSources(own),
    policy: policyOf(options.holdSeconds),
    leaving: createLeaving(clock),
  }
  const lastBefore = await findLastSeq(db)
  const receipts = followReceipts(deps)
  const nodeComparison = createNodeComparison(deps)
  const bookWatch = createBookWatch(deps)
  if (options.auditsBooks) await within(BOOKS_MS, bookWatch.check())
  startDuties({
    deps,
    receipts,
    nodeComparison,
    bookWatch: options.auditsBooks ? bookWatch : { ...bookWatch, pauseMs: () => NEVER_MS },
    everyMs: options.reconcileMs,
  })
  const recovering = async (): Promise<void> => {
    await recover(deps, lastBefore)
    for (let times = 0; times < 2; times += 1) {
      await nodeComparison.check({ swept: await receipts.sweep(), everything: true })
    }
  }
  recovering().catch((error: unknown) => log.warn({ err: error }, 'recovery failed; the periodic duties continue it'))
  return { deps, bookWatch, duties: nodeComparison }
}

function toSources(own: FundingSources['all'][number]): FundingSources {
  const all: FundingSources['all'][number][] = []
  const sources: FundingSources = { ...own, all, of: () => sources }
  all.push(sources)
  return sources
}

const policyOf = (holdSeconds: number): PaymentDeps['policy'] => ({
  fees: { leastMsat: msat(2000n), partsPerMillion: 10_000 },
  caps: { perWallet: 1000, overall: 10_000 },
  holds: { perAccount: 50, perNode: 300, invoicesPerAccount: 200 },
  maxPaymentMsat: msat(10_000_000_000n),
  maxBalanceMsat: msat(9_007_199_254_740_000n),
  daily: { perWalletMsat: undefined, perUserMsat: undefined },
  payWaitMs: 10_000,
  nodeIsShared: false,
  holdSeconds,
})

const NOTHING = defineCommand({ name: 'nothing', run: async () => undefined })

/** Opens the database as `postgres-database.ts` does, over simulated lines. */
async function openDatabase(line: DatabaseLine): Promise<Database> {
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  await (await line.connect()).end()
  const writer = createPostgresWriter(line.connectToWrite, tell, adoptHistory)
  await writer.transact(NOTHING, undefined)
  const read = createReaders(line.connect)
  const reader = readerOf(read)
  return {
    ...reader,
    forLists: async () => reader,
    listReadCounts: () => undefined,
    async listAside<R, T>(sql: string, params: readonly SqlValue[], toRow: (row: R) => T) {
      const connection = await line.connect()
      try {
        return (await connection.query<R & object>(sql, params)).rows.map(toRow)
      } finally {
        await connection.end()
      }
    },
    transact: writer.transact,
    version: () => undefined,
    session: 'simulated',
    commitCounts: writer.commitCounts,
    listSessions: async () => ['simulated'],
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: writer.close,
  }
}
