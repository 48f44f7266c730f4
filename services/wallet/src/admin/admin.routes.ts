import type { HttpApp } from '@satchel/http/http-app'
import { auditLogRoutes } from './audit-log.routes.ts'
import { backupRoutes, type BackupRoutesDeps } from './backup.routes.ts'
import { balanceRoutes, type BalanceRoutesDeps } from './balance.routes.ts'
import { Halt, haltRoutes } from './halt.routes.ts'
import { serverStatusRoutes } from './server-status.routes.ts'
import type { ServerStatusDeps } from './server-status.ts'
import { Settings, settingsRoutes, type SettingsRoutesDeps } from './settings.routes.ts'

export const ADMIN_COMPONENTS = [Halt, Settings]

export type AdminRoutesDeps = BackupRoutesDeps & BalanceRoutesDeps & SettingsRoutesDeps & ServerStatusDeps

/** Everything for operators, except the users. */
export function adminRoutes(app: HttpApp, deps: AdminRoutesDeps): void {
  balanceRoutes(app, deps)
  haltRoutes(app, deps)
  settingsRoutes(app, deps)
  auditLogRoutes(app, deps)
  serverStatusRoutes(app, deps)
  backupRoutes(app, deps)
}
