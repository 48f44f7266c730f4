import { openBackupTarget } from '../admin/backup/open-backup-target.ts'
import { createScheduledBackups, type ScheduledBackups } from '../admin/backup/scheduled-backups.ts'
import { createBookWatch } from '../admin/status/book-watch.ts'
import { createExpiryWatch } from '../admin/status/expiry-watch.ts'
import { createServiceMeasure } from '../admin/status/measure-service.ts'
import { createNodeWatch } from '../admin/status/node-watch.ts'
import { VERSION } from '../base/version.ts'
import type { Config } from '../config/config.ts'
import type { ToolEnvironment } from '../db/postgres/postgres-tools.ts'
import { followReceipts } from '../payments/receiving/follow-receipts.ts'
import { createNodeComparison } from '../payments/reconciling/compare-with-node.ts'
import type { PaymentDeps } from '../payments/states/payment-deps.ts'
import type { Parts } from './open-parts.ts'

/** The parts that watch money and books, and make backups; `watches`: their results for the operator's status. */
export function openWatches({ payments, config, outbound }: Parts, env: ToolEnvironment) {
  const receipts = followReceipts(payments)
  const nodeComparison = createNodeComparison(payments)
  const bookWatch = createBookWatch(payments)
  const measure = createServiceMeasure({ ...config, ...payments })
  const backups = openBackups(payments, config, env)
  const expiryWatch = createExpiryWatch({ ...payments, config, outbound })
  const nodeWatch = createNodeWatch(payments)
  const results = {
    comparedWithNode: nodeComparison.last,
    compareNow: () => nodeComparison.compareNow(),
    sweptAt: receipts.sweptAt,
  }
  return {
    duties: { receipts, nodeComparison, bookWatch, measure, backups, expiryWatch, nodeWatch },
    watches: { bookWatch, duties: results, scheduledBackups: backups, startedAt: payments.clock() },
  }
}

function openBackups(deps: PaymentDeps, config: Config, env: ToolEnvironment): ScheduledBackups | undefined {
  const { schedule, target: place } = config.backups
  if (schedule === undefined) return undefined
  const target = openBackupTarget(place, config.dataFolder)
  return createScheduledBackups({ ...deps, schedule, target, config, version: VERSION, env })
}
