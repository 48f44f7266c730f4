import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { Config } from '../config/config.ts'
import type { PaymentDeps } from '../payments/states/payment-deps.ts'
import { ADMIN_COMPONENTS, type AdminRoutesDeps, adminRoutes } from './admin.routes.ts'
import type { BackupConfig } from './backup/make-backup.ts'

interface AdminDeps
  extends Pick<AdminRoutesDeps, 'vault' | 'throttled' | 'version' | 'challenges' | 'tokens' | 'sessions'> {
  readonly config: Pick<Config, 'payments'> & BackupConfig
  readonly payments: PaymentDeps
  readonly administration: Pick<AdminRoutesDeps, 'settings' | 'nodeChoice' | 'bookWatch' | 'duties' | 'startedAt'>
}

/** The routes for operators, except those for users. */
export const adminFeature: HttpFeature<AdminDeps> = {
  chapter: readChapter('admin', import.meta.url),
  components: ADMIN_COMPONENTS,
  register(app, { config, payments, administration, ...shared }) {
    const fundingKind = config.funding.source.kind
    const limits = config.payments
    const operators = { ...shared, fundingKind, limits, backedUp: config, publicUrl: config.publicUrl }
    adminRoutes(app, { ...administration, ...payments, ...operators, payments })
  },
}
