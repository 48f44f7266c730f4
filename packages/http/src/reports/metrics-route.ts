import { Type } from 'typebox'
import type { HttpApp } from '../http-app.ts'
import { notFound, unauthenticated } from '../service-error.ts'
import type { HttpMetrics } from './http-metrics.ts'
import { hasMetricsToken } from './metrics-token.ts'

export interface MetricsGuard {
  /** The bearer token that a reader must send; undefined = none. */
  readonly token: string | undefined
  /** The port that serves the metrics instead; this route then answers 404. */
  readonly port: number | undefined
}

/** `/metrics` in Prometheus' text format. */
export function metricsRoute(app: HttpApp, metrics: HttpMetrics, guard?: MetricsGuard): void {
  let reading: Promise<string> | undefined
  app.get('/metrics', { config: { access: 'anyone', rateLimited: false }, schema: METRICS }, async (request, reply) => {
    if (guard?.port !== undefined) throw notFound('The metrics have a port of their own.')
    if (guard?.token !== undefined && !hasMetricsToken(request.headers.authorization, guard.token)) {
      throw unauthenticated('A valid metrics token is required.')
    }
    // Requests at the same time share one reading, because no limit counts them.
    reading ??= metrics.registry.metrics().finally(() => {
      reading = undefined
    })
    return reply.type(metrics.registry.contentType).send(await reading)
  })
}

const METRICS = {
  operationId: 'getMetrics',
  tags: ['ops'],
  summary: 'Read the metrics',
  description: 'Counters, durations and gauges for Prometheus.',
  response: {
    200: {
      description: "Prometheus' text format.",
      content: { 'text/plain': { schema: Type.String({ examples: ['# HELP …'] }) } },
    },
  },
} as const
