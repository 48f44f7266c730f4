import { Gauge, type Registry } from 'prom-client'
import type { LatestRates } from './latest-rates.ts'
import type { SourceReportDeps } from './source-report.ts'

/** Gauges that are read at each scrape: no request and no cycle counts anything. */
export function registerPriceMetrics(
  registry: Registry,
  deps: SourceReportDeps & { readonly latest: LatestRates; readonly now: () => number },
): void {
  const gauge = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void): void => {
    const metric: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        metric.reset()
        collect(metric)
      },
    })
  }
  gauge('satchel_price_median', 'Median price of 1 BTC.', ['currency'], (metric) => {
    for (const [currency, { statistics }] of deps.latest.current?.byCurrency ?? []) {
      if (statistics.median !== null) metric.set({ currency }, statistics.median)
    }
  })
  gauge('satchel_price_sources', 'Sources with a price.', ['currency'], (metric) => {
    for (const [currency, { prices }] of deps.latest.current?.byCurrency ?? []) {
      metric.set({ currency }, prices.filter((price) => price !== null).length)
    }
  })
  gauge('satchel_price_cycle_age_seconds', 'Seconds since the last cycle completed.', [], (metric) => {
    const { current } = deps.latest
    if (current !== undefined) metric.set((deps.now() - current.completedAt) / 1000)
  })
  gauge('satchel_source_age_seconds', 'Seconds since the source last brought a price.', ['source'], (metric) => {
    for (const [source, { lastSuccessAt }] of deps.health) {
      if (lastSuccessAt !== null) metric.set({ source }, (deps.now() - lastSuccessAt) / 1000)
    }
  })
  gauge('satchel_source_consecutive_failures', 'Failed rounds since the last success.', ['source'], (metric) => {
    for (const [source, { consecutiveFailures }] of deps.health) metric.set({ source }, consecutiveFailures)
  })
}
