import type { HttpMetrics } from './http-metrics.ts'

export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface MetricDescription {
  readonly name: string
  readonly type: 'gauge' | 'counter'
  readonly help: string
  /** Called for each scrape. */
  readonly read: () => readonly MetricSample[] | Promise<readonly MetricSample[]>
}

/** Adds a metric whose values are kept elsewhere and read for each scrape. */
export function registerMetric({ registry }: Pick<HttpMetrics, 'registry'>, metric: MetricDescription): void {
  const { name, type, help, read } = metric
  registry.registerMetric({
    name,
    get: async () => ({ name, help, type, aggregator: 'sum', values: await read() }),
    reset: () => undefined,
  } as never)
}
