import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { Config } from '../config/config.ts'
import type { PaymentDeps } from '../payments/states/payment-deps.ts'
import { ADMIN_COMPONENTS, type AdminRoutesDeps, adminRoutes } from './admin.routes.ts'

interface AdminDeps
  extends Pick<AdminRoutesDeps, 'vault' | 'throttled' | 'version' | 'challenges' | 'tokens' | 'sessions' | 'outbound'> {
  readonly config: Pick<Config, 'administration' | 'payments'> & AdminRoutesDeps['backedUp']
  readonly payments: PaymentDeps
  readonly administration: Pick<
    AdminRoutesDeps,
    'settings' | 'nodeChoice' | 'bookWatch' | 'duties' | 'scheduledBackups' | 'startedAt'
  >
}

/** The routes for operators, except those for users. */
export const adminFeature: HttpFeature<AdminDeps> = {
  chapter: readChapter('admin', import.meta.url),
  components: ADMIN_COMPONENTS,
  register(app, { config, payments, administration, ...shared }) {
    const fundingKind = config.funding.source.kind
    const limits = config.payments
    const {
      publicUrl,
      administration: { releaseUrl },
    } = config
    const operators = { ...shared, fundingKind, limits, backedUp: config, publicUrl, releaseUrl }
    adminRoutes(app, { ...administration, ...payments, ...operators, payments })
  },
}
