import type { HttpMetrics } from '@satchel/http/reports/http-metrics'
import { type MetricSample, registerMetric } from '@satchel/http/reports/register-metric'
import type { BackupReport } from './scheduled-backups.ts'

export interface BackupMetricsDeps {
  /** Undefined where no backups are scheduled. */
  readonly report: (() => BackupReport) | undefined
}

/** Backups in `/metrics`; without a schedule they have no values. */
export function registerBackupMetrics(metrics: Pick<HttpMetrics, 'registry'>, { report }: BackupMetricsDeps): void {
  const register = (
    { name, type = 'gauge', help }: { name: string; type?: 'gauge' | 'counter'; help: string },
    read: (found: BackupReport) => number | undefined,
  ): void =>
    registerMetric(metrics, {
      name: `satchel_backup_${name}`,
      type,
      help,
      read(): MetricSample[] {
        const value = report === undefined ? undefined : read(report())
        return value === undefined ? [] : [{ labels: {}, value }]
      },
    })
  register({ name: 'last_success_timestamp_seconds', help: 'When the last complete backup was made.' }, ({ madeAt }) =>
    madeAt === undefined ? undefined : madeAt / 1000,
  )
  register({ name: 'last_size_bytes', help: 'Size of its archive.' }, ({ bytes }) => bytes)
  register(
    { name: 'overdue_seconds', help: 'How long a backup of the schedule has been missing.' },
    ({ overdueMs }) => overdueMs / 1000,
  )
  register(
    { name: 'failures_total', type: 'counter', help: 'Backups of this process that failed.' },
    ({ failures }) => failures,
  )
}
