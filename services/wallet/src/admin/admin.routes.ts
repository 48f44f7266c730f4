import type { HttpApp } from '@satchel/http/http-app'
import { AlarmBody, alarmsRoutes } from './alarms.routes.ts'
import { auditLogRoutes } from './audit-log.routes.ts'
import { backupRoutes, type BackupRoutesDeps } from './backup.routes.ts'
import { balanceRoutes, type BalanceRoutesDeps } from './balance.routes.ts'
import { Halt, haltRoutes } from './halt.routes.ts'
import { nodePaymentsRoutes } from './node-payments.routes.ts'
import { OperatorPaymentBody } from './operator-payment-schemas.ts'
import { operatorPaymentsRoutes, type OperatorPaymentsRoutesDeps } from './operator-payments.routes.ts'
import { serverStatusRoutes } from './server-status.routes.ts'
import type { ServerStatusDeps } from './server-status.ts'
import { Settings, settingsRoutes, type SettingsRoutesDeps } from './settings.routes.ts'

export const ADMIN_COMPONENTS = [AlarmBody, Halt, OperatorPaymentBody, Settings]

export type AdminRoutesDeps = BackupRoutesDeps &
  BalanceRoutesDeps &
  SettingsRoutesDeps &
  ServerStatusDeps &
  OperatorPaymentsRoutesDeps

/** Everything for operators, except the users. */
export function adminRoutes(app: HttpApp, deps: AdminRoutesDeps): void {
  balanceRoutes(app, deps)
  haltRoutes(app, deps)
  alarmsRoutes(app, deps)
  operatorPaymentsRoutes(app, deps)
  nodePaymentsRoutes(app, deps)
  settingsRoutes(app, deps)
  auditLogRoutes(app, deps)
  serverStatusRoutes(app, deps)
  backupRoutes(app, deps)
}
