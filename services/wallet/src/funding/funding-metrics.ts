import type { HttpMetrics } from '@satchel/http/reports/http-metrics'
import { type MetricDescription, registerMetric } from '@satchel/http/reports/register-metric'
import type { FundingHealth } from '@satchel/lightning/watch-funding-source'

/** The node's state in `/metrics`; read at each scrape. */
export function registerFundingMetrics(metrics: Pick<HttpMetrics, 'registry'>, health: FundingHealth): void {
  const metric = (name: string, type: 'gauge' | 'counter', help: string, read: MetricDescription['read']): void =>
    registerMetric(metrics, { name, type, help, read })
  metric('satchel_funding_up', 'gauge', 'Whether the Lightning node answered the last call.', () => [
    { labels: {}, value: health.answers() ? 1 : 0 },
  ])
  metric('satchel_funding_trouble', 'gauge', 'Why the Lightning node does not answer, or not as it should.', () =>
    // Two credentials may have the same trouble.
    [...new Set(health.troubles().map(({ kind }) => kind))].map((trouble) => ({ labels: { trouble }, value: 1 })),
  )
  metric('satchel_funding_calls_total', 'counter', 'Calls of the Lightning node by how they ended.', () =>
    health.counts().map(({ call, outcome, count }) => ({ labels: { call, outcome }, value: count })),
  )
}
