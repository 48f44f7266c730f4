import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { HttpMetrics } from '@satchel/http/reports/http-metrics'
import { metricsRoute } from '@satchel/http/reports/metrics-route'
import type { FundingHealth } from '@satchel/lightning/watch-funding-source'
import { registerBackupMetrics } from '../admin/backup/backup-metrics.ts'
import type { ScheduledBackups } from '../admin/backup/scheduled-backups.ts'
import type { ServiceMeasure } from '../admin/status/measure-service.ts'
import { registerServiceMetrics, type ServiceMetricsDeps } from '../admin/status/service-metrics.ts'
import { type StatusDeps, statusRoutes } from '../admin/status/status.routes.ts'
import type { Config } from '../config/config.ts'
import type { PackageCode } from '../extensions/sandbox/open-package-code.ts'
import { registerCodeMetrics } from '../extensions/sandbox/register-code-metrics.ts'
import { registerFundingMetrics } from '../funding/funding-metrics.ts'
import type { PaymentDeps } from '../payments/states/payment-deps.ts'
import { type LaneMetricsDeps, registerLaneMetrics } from '../throttle/lane-metrics.ts'

interface OpsDeps extends Pick<StatusDeps, 'version' | 'db' | 'clock'> {
  readonly config: StatusDeps['config'] & Pick<Config, 'metrics'>
  readonly payments: PaymentDeps
  readonly extensions: { readonly opened: { readonly code: Pick<PackageCode, 'uses'> } }
  readonly fundingHealth: FundingHealth
  readonly metrics: HttpMetrics
  readonly lanes: LaneMetricsDeps
  readonly measure: ServiceMeasure
  readonly expiryWatch: ServiceMetricsDeps['expiryWatch']
  /** Undefined where no backups are scheduled. */
  readonly backups: Pick<ScheduledBackups, 'report'> | undefined
  readonly administration: Pick<ServiceMetricsDeps, 'bookWatch' | 'duties'>
}

/** Health, readiness, status and metrics. */
export const opsFeature: HttpFeature<OpsDeps> = {
  chapter: readChapter('ops', import.meta.url),
  register(app, deps) {
    const { version, config, db, clock, payments, fundingHealth: node, metrics, lanes } = deps
    registerFundingMetrics(metrics, node)
    registerLaneMetrics(metrics, lanes)
    registerCodeMetrics(metrics, deps.extensions.opened.code)
    const { measure, administration, expiryWatch } = deps
    const nodeAnsweredAt = node.answeredAt
    registerServiceMetrics(metrics, { ...administration, measure, expiryWatch, db, clock, nodeAnsweredAt })
    registerBackupMetrics(metrics, { report: deps.backups?.report })
    statusRoutes(app, { version, config, db, clock, sources: payments.funding, node })
    metricsRoute(app, metrics, config.metrics)
  },
}
