import type { HttpMetrics } from '@satchel/http/http-metrics'
import type { FundingHealth } from './watch-funding-source.ts'

/** The node as `/metrics` tells of it; read when somebody scrapes. */
export function registerFundingMetrics({ registry }: Pick<HttpMetrics, 'registry'>, health: FundingHealth): void {
  const metric = (name: string, type: 'gauge' | 'counter', help: string, read: () => readonly Sample[]): void => {
    registry.registerMetric({
      name,
      get: async () => ({ name, help, type, aggregator: 'sum', values: read() }),
      reset: () => undefined,
    } as never)
  }
  metric('satchel_funding_up', 'gauge', 'Whether the Lightning node answered the last call.', () => [
    { labels: {}, value: health.answers() ? 1 : 0 },
  ])
  metric('satchel_funding_calls_total', 'counter', 'Calls of the Lightning node by how they ended.', () =>
    health.counts().map(({ call, outcome, count }) => ({ labels: { call, outcome }, value: count })),
  )
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}
