import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { HttpMetrics } from '@satchel/http/reports/http-metrics'
import { metricsRoute } from '@satchel/http/reports/metrics-route'
import type { FundingHealth } from '@satchel/lightning/watch-funding-source'
import { registerFundingMetrics } from './funding/funding-metrics.ts'
import type { PaymentDeps } from './payments/states/payment-deps.ts'
import { type StatusDeps, statusRoutes } from './status.routes.ts'
import { type LaneMetricsDeps, registerLaneMetrics } from './throttle/lane-metrics.ts'

interface OpsDeps extends Pick<StatusDeps, 'version' | 'config' | 'db' | 'clock'> {
  readonly payments: PaymentDeps
  readonly fundingHealth: FundingHealth
  readonly metrics: HttpMetrics
  readonly lanes: LaneMetricsDeps
}

/** Health, readiness, status and metrics. */
export const opsFeature: HttpFeature<OpsDeps> = {
  chapter: readChapter('ops', import.meta.url),
  register(app, { version, config, db, clock, payments, fundingHealth: node, metrics, lanes }) {
    registerFundingMetrics(metrics, node)
    registerLaneMetrics(metrics, lanes)
    statusRoutes(app, { version, config, db, clock, sources: payments.funding, node })
    metricsRoute(app, metrics)
  },
}
