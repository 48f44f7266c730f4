import type { HttpApp } from '@satchel/http/http-app'
import { NodeTrouble } from '../funding/trouble-json.ts'
import { type BackupRoutesDeps, backupRoutes } from './backup/backup.routes.ts'
import { type DownloadLinksRoutesDeps, downloadLinksRoutes } from './backup/download-links.routes.ts'
import { type BalanceRoutesDeps, balanceRoutes } from './money/balance.routes.ts'
import { nodePaymentsRoutes } from './money/node-payments.routes.ts'
import { OperatorPaymentBody } from './money/operator-payment-schemas.ts'
import { type OperatorPaymentsRoutesDeps, operatorPaymentsRoutes } from './money/operator-payments.routes.ts'
import { type NodeRoutesDeps, nodeRoutes } from './node/node.routes.ts'
import { NodeSettings, TriedNode } from './node/node-schemas.ts'
import { settingDescriptionRoutes } from './settings/setting-description.routes.ts'
import { Settings, SettingsChange, type SettingsRoutesDeps, settingsRoutes } from './settings/settings.routes.ts'
import { AlarmBody, alarmsRoutes } from './status/alarms.routes.ts'
import { auditLogRoutes } from './status/audit-log.routes.ts'
import { Halt, haltRoutes } from './status/halt.routes.ts'
import { type ServerStatusRoutesDeps, serverStatusRoutes } from './status/server-status.routes.ts'

export const ADMIN_COMPONENTS = [
  AlarmBody,
  Halt,
  NodeSettings,
  NodeTrouble,
  OperatorPaymentBody,
  Settings,
  SettingsChange,
  TriedNode,
]

export type AdminRoutesDeps = BackupRoutesDeps &
  DownloadLinksRoutesDeps &
  BalanceRoutesDeps &
  SettingsRoutesDeps &
  ServerStatusRoutesDeps &
  NodeRoutesDeps &
  OperatorPaymentsRoutesDeps

/** Everything for operators, except the users. */
export function adminRoutes(app: HttpApp, deps: AdminRoutesDeps): void {
  balanceRoutes(app, deps)
  haltRoutes(app, deps)
  alarmsRoutes(app, deps)
  operatorPaymentsRoutes(app, deps)
  nodePaymentsRoutes(app, deps)
  nodeRoutes(app, deps)
  settingsRoutes(app, deps)
  settingDescriptionRoutes(app, deps)
  auditLogRoutes(app, deps)
  serverStatusRoutes(app, deps)
  backupRoutes(app, deps)
  downloadLinksRoutes(app, deps)
}
