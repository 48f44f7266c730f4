import { createHttpApp } from '@satchel/http/create-http-app'
import type { HttpApp } from '@satchel/http/http-app'
import { listChapters, listComponents, readManual, registerFeatures } from '@satchel/http/http-feature'
import { passOn } from '@satchel/http/inside-door'
import type { Log } from '@satchel/http/log'
import { createHttpMetrics } from '@satchel/http/reports/http-metrics'
import service from '../package.json' with { type: 'json' }
import type { Config } from './config.ts'
import { createSourceFetcher } from './exchanges/fetch-source.ts'
import type { SourceId } from './exchanges/source.ts'
import { createLatestRates } from './latest-rates.ts'
import { opsFeature } from './ops-feature.ts'
import { createPoller } from './poll-prices.ts'
import { createPriceBook, type PriceBook } from './price-book.ts'
import { createPriceFiles, type PriceFiles, type StoredSnapshot } from './price-files.ts'
import { createPriceHistory, toHistoryCycle } from './price-history.ts'
import { publishRates } from './published-rates.ts'
import { ratesFeature } from './rates-feature.ts'
import { createSourceHealth } from './source-health.ts'

/** Version of the API, which its specification fixes; independent of the version of the product. */
const VERSION = service.version

export interface PriceAggregatorDeps {
  readonly config: Config
  readonly log: Log
  readonly now: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly random: () => number
  readonly processMetrics: boolean
}

export interface PriceAggregator {
  readonly app: HttpApp
  /** One cycle now, as `poll` runs them at a fixed rate. */
  runCycle(): Promise<void>
  /** Polls until the signal aborts; resolves when the results are on disk. */
  poll(signal: AbortSignal): Promise<void>
  /** The body that a path answers in this process, without a connection or a limit; undefined: it is not 200. */
  ask(path: string): Promise<string | undefined>
  /** Calls the listener after each cycle. */
  onCycle(listener: () => void): void
}

/** The whole service, wired and not yet listening. */
export async function createPriceAggregator(deps: PriceAggregatorDeps): Promise<PriceAggregator> {
  const { config, log, now } = deps
  const book = createPriceBook(config.sources)
  const health = new Map<SourceId, ReturnType<typeof createSourceHealth>>()
  const latest = createLatestRates()
  const files = createPriceFiles(config.dataFolder, log)
  const history = createPriceHistory(await files.readHistory())

  const publish = (completedAt: number, nextCycleAt: number): void => {
    latest.publish(publishRates({ completedAt, nextCycleAt, currencies: config.currencies, pricesOf: book.prices }))
  }
  if (config.warmStart) await restore(files, book, (completedAt) => publish(completedAt, now()))
  latest.onPublish((rates) => {
    const cycle = toHistoryCycle(rates)
    history.add(cycle)
    files.save(history, cycle, toStoredSnapshot(config, book, rates.completedAt))
  })

  const enabled = config.sources.filter((source) => source.enabled)
  const poller = createPoller({
    sources: enabled.map((source) => {
      const sourceHealth = createSourceHealth(deps.random)
      health.set(source.id, sourceHealth)
      const fetcher = createSourceFetcher({
        source,
        userAgent: `satchel-prices/${VERSION}`,
        clock: now,
        random: deps.random,
      })
      return { id: source.id, health: sourceHealth, fetch: (signal) => fetcher.fetch(signal) }
    }),
    book,
    intervalMs: config.intervalMs,
    now,
    sleep: deps.sleep,
    publish,
  })

  const app = createHttp(deps, { latest, history, health, book })
  return {
    app,
    runCycle: () => poller.runCycle(now() + config.intervalMs),
    async poll(signal) {
      await poller.run(signal)
      await files.close()
    },
    async ask(path) {
      const answer = await passOn(app, { ip: '127.0.0.1' }, { url: path })
      return answer.statusCode === 200 ? answer.body : undefined
    },
    onCycle: latest.onPublish,
  }
}

interface Parts {
  readonly latest: ReturnType<typeof createLatestRates>
  readonly history: ReturnType<typeof createPriceHistory>
  readonly health: ReadonlyMap<SourceId, ReturnType<typeof createSourceHealth>>
  readonly book: PriceBook
}

const FEATURES = [ratesFeature, opsFeature] as const

function createHttp({ config, log, now, processMetrics }: PriceAggregatorDeps, parts: Parts): HttpApp {
  const metrics = createHttpMetrics({ processMetrics })
  const app = createHttpApp({
    api: {
      title: 'Satchel price aggregator',
      version: VERSION,
      description: readManual('introduction', import.meta.url),
      tags: listChapters(FEATURES),
    },
    access: { anyone: undefined },
    components: listComponents(FEATURES),
    validationDetail: 'list',
    log,
    accessLog: config.accessLog,
    metrics,
    rateLimit: config.rateLimit,
    trustedProxies: config.trustedProxies,
  })
  const { sources, currencies, intervalMs } = config
  registerFeatures(app, FEATURES, { ...parts, sources, currencies, intervalMs, now, metrics })
  return app
}

async function restore(files: PriceFiles, book: PriceBook, publish: (completedAt: number) => void): Promise<void> {
  const stored = await files.readSnapshot()
  if (stored === undefined) return
  for (const { source, currency, price, updatedAt, tradedAt } of stored.cells) {
    book.restore(source as SourceId, currency, { price, updatedAt, tradedAt, error: null })
  }
  publish(stored.completedAt)
}

function toStoredSnapshot(config: Config, book: PriceBook, completedAt: number): StoredSnapshot {
  const cells = config.sources.flatMap((source) =>
    [...source.pairs.keys()].flatMap((currency) => {
      const { price, updatedAt, tradedAt } = book.cell(source.id, currency)
      return price === null || updatedAt === null ? [] : [{ source: source.id, currency, price, updatedAt, tradedAt }]
    }),
  )
  return { completedAt, cells }
}
