import type { HttpMetrics } from '@satchel/http/reports/http-metrics'
import { registerMetric } from '@satchel/http/reports/register-metric'
import type { GuestUse } from '@satchel/sandbox/guest-uses'
import type { PackageCode } from './open-package-code.ts'

/** The usage of the code of packages, by extension: as many as are installed. */
export function registerCodeMetrics(metrics: Pick<HttpMetrics, 'registry'>, { uses }: Pick<PackageCode, 'uses'>): void {
  const counter = (name: string, help: string, read: (use: Readonly<GuestUse>) => number): void =>
    registerMetric(metrics, {
      name: `satchel_extension_code_${name}_total`,
      type: 'counter',
      help,
      read: () => [...uses()].map(([extension, use]) => ({ labels: { extension }, value: read(use) })),
    })
  counter('runs', 'Runs of the code of packages in the sandbox, by extension.', ({ runs }) => runs)
  counter('cpu_seconds', 'CPU time of these runs, by extension.', ({ milliseconds }) => milliseconds / 1000)
  counter('calls', 'Calls of the host by these runs, by extension.', ({ calls }) => calls)
  counter('ended', 'Runs that the sandbox had to end, by extension.', ({ ended }) => ended)
}
