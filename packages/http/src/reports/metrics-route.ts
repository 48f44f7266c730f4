import { Type } from 'typebox'
import type { HttpApp } from '../http-app.ts'
import type { HttpMetrics } from './http-metrics.ts'

/** `/metrics` in Prometheus' text format. */
export function metricsRoute(app: HttpApp, metrics: HttpMetrics): void {
  app.get('/metrics', { config: { access: 'anyone', rateLimited: false }, schema: METRICS }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
}

const METRICS = {
  operationId: 'getMetrics',
  tags: ['ops'],
  summary: 'Metrics',
  description: 'Counters, durations and gauges for Prometheus.',
  response: {
    200: {
      description: "Prometheus' text format.",
      content: { 'text/plain': { schema: Type.String({ examples: ['# HELP …'] }) } },
    },
  },
} as const
