import { collectDefaultMetrics, Registry } from 'prom-client'

/** The HTTP part of `/metrics`. Counting a request allocates nothing: two additions and a short search. */
export interface HttpMetrics {
  readonly registry: Registry
  observe(method: string, route: string, status: number, milliseconds: number): void
}

const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const BOUNDS_MS = BOUNDS_SECONDS.map((seconds) => seconds * 1000)

interface Series {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly buckets: number[]
  count: number
  sumMs: number
}

/** `processMetrics: false` leaves out memory, event loop and garbage collection: tests need none of them. */
export function createHttpMetrics(options: { processMetrics: boolean }): HttpMetrics {
  const registry = new Registry()
  if (options.processMetrics) collectDefaultMetrics({ register: registry })
  // route → method → status; routes are templates, so the number of series is bounded by the code.
  const byRoute = new Map<string, Map<string, Map<number, Series>>>()
  registry.registerMetric(durationHistogram(byRoute) as never)
  return {
    registry,
    observe(method, route, status, milliseconds) {
      const series = seriesOf(byRoute, method, route, status)
      let bucket = 0
      while (milliseconds > (BOUNDS_MS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
      series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
      series.count += 1
      series.sumMs += milliseconds
    },
  }
}

type AllSeries = Map<string, Map<string, Map<number, Series>>>

function seriesOf(all: AllSeries, method: string, route: string, status: number): Series {
  const known = all.get(route)?.get(method)?.get(status)
  if (known !== undefined) return known
  const methods = all.get(route) ?? new Map<string, Map<number, Series>>()
  all.set(route, methods)
  const statuses = methods.get(method) ?? new Map<number, Series>()
  methods.set(method, statuses)
  const series: Series = { method, route, status, buckets: new Array(BOUNDS_MS.length + 1).fill(0), count: 0, sumMs: 0 }
  statuses.set(status, series)
  return series
}

/** A metric in prom-client's own form, filled only when it is scraped. */
function durationHistogram(all: AllSeries) {
  const name = 'http_request_duration_seconds'
  return {
    name,
    get: async () => ({
      name,
      help: 'Time from the first byte of a request to the last byte of its answer.',
      type: 'histogram',
      aggregator: 'sum',
      values: [...all.values()].flatMap((methods) =>
        [...methods.values()].flatMap((statuses) => [...statuses.values()].flatMap((series) => samples(name, series))),
      ),
    }),
    reset: () => all.clear(),
  }
}

function samples(name: string, { method, route, status, buckets, count, sumMs }: Series) {
  const labels = { method, route, status: String(status) }
  let total = 0
  const steps = [...BOUNDS_SECONDS.map(String), '+Inf'].map((le, index) => {
    total += buckets[index] ?? 0
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total }
  })
  return [
    ...steps,
    { metricName: `${name}_sum`, labels, value: sumMs / 1000 },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
