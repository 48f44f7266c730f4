import { createHttpApp } from '@satchel/http/create-http-app'
import type { HttpApp } from '@satchel/http/http-app'
import { createHttpMetrics } from '@satchel/http/http-metrics'
import type { Log } from '@satchel/http/log'
import { metricsRoute } from '@satchel/http/metrics-route'
import type { RateLimit } from '@satchel/http/rate-limit'
import type { Outbound } from '@satchel/outbound/outbound'
import { createAccessRules } from './access/access-rules.ts'
import { CREDENTIALS } from './access/credential-docs.ts'
import { collectPublishedRoutes, type PublishedRoute } from './access/published-routes.ts'
import { CurrentUser, TokenResponse } from './accounts/account-schemas.ts'
import { accountRoutes } from './accounts/account.routes.ts'
import { ACL_COMPONENTS } from './accounts/acls/acl-schemas.ts'
import { aclRoutes } from './accounts/acls/acl.routes.ts'
import { aclTokenRoutes } from './accounts/acls/acl-token.routes.ts'
import type { LoginTokens } from './accounts/login-tokens.ts'
import { firstInstallRoutes } from './accounts/first-install.routes.ts'
import { passwordRoutes } from './accounts/password.routes.ts'
import type { Passwords } from './accounts/passwords.ts'
import { linkedLoginRoutes } from './accounts/linked-login.routes.ts'
import { Identity } from './accounts/providers/identity-schemas.ts'
import { registrationRoutes } from './accounts/registration.routes.ts'
import type { Challenges } from './accounts/second-factor/challenges.ts'
import { createSecondFactors } from './accounts/second-factor/demand-second-factor.ts'
import { SECOND_FACTOR_COMPONENTS } from './accounts/second-factor/second-factor-schemas.ts'
import { secondFactorRoutes } from './accounts/second-factor/second-factor.routes.ts'
import type { Tickets } from './accounts/second-factor/tickets.ts'
import { SHARING_COMPONENTS } from './accounts/sharing/sharing-schemas.ts'
import { sharingRoutes } from './accounts/sharing/sharing.routes.ts'
import { ADMIN_COMPONENTS, adminRoutes, type AdminRoutesDeps } from './admin/admin.routes.ts'
import { usersDeletionRoutes } from './admin/users-deletion.routes.ts'
import { UserBody, usersRoutes } from './admin/users.routes.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createCredentialLookups } from './credentials.ts'
import type { Database } from './db/database.ts'
import { findHalt } from './ledger/halt.ts'
import type { LivePayments } from './notifications/live-payments.ts'
import { WEBHOOK_COMPONENTS, webhookRoutes } from './notifications/webhook.routes.ts'
import { websocketRoutes } from './notifications/websocket.routes.ts'
import { closeWalletRoutes } from './payments/close-wallet.routes.ts'
import { exportRoutes } from './payments/export.routes.ts'
import { invoiceToolsRoutes } from './payments/invoice-tools.routes.ts'
import type { PaymentDeps } from './payments/payment-deps.ts'
import { paymentListRoutes } from './payments/payment-list.routes.ts'
import * as schemas from './payments/payment-schemas.ts'
import { paymentRoutes } from './payments/payment.routes.ts'
import { statisticsRoutes } from './payments/statistics.routes.ts'
import { rateRoutes } from './rates/rate.routes.ts'
import type { Rates } from './rates/rates.ts'
import { statusRoutes } from './status.routes.ts'
import { createThrottle, NO_THROTTLE } from './throttle/throttle.ts'
import { ShortLinkBody, shortLinkRoutes } from './tinyurl/short-link.routes.ts'
import type { KeyVault } from './wallets/wallet-keys.ts'
import { WalletBody, WalletPage } from './wallets/wallet-schemas.ts'
import { walletRoutes } from './wallets/wallet.routes.ts'

export const VERSION = '0.1.0'

export interface WalletHttpDeps {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly processMetrics: boolean
  readonly db: Database
  readonly vault: KeyVault
  readonly passwords: Passwords
  readonly tokens: LoginTokens
  readonly rateLimit: RateLimit | undefined
  readonly tickets: Tickets
  readonly challenges: Challenges
  readonly outbound: Outbound
  readonly payments: PaymentDeps
  readonly rates: Rates
  readonly live: LivePayments
  readonly webhookPublicKey: string
  readonly wakeWebhooks: () => void
  readonly administration: Pick<AdminRoutesDeps, 'settings' | 'bookWatch' | 'duties' | 'startedAt'>
}

/** Every route of the service, on the app that both services share. */
export function createWalletHttp(deps: WalletHttpDeps): HttpApp {
  const { config, log, clock, processMetrics, db, vault, payments, outbound } = deps
  const metrics = createHttpMetrics({ processMetrics })
  const app = createHttpApp({
    api: API,
    access: createAccessRules(createCredentialLookups({ ...deps, accounts: config.accounts })),
    components: COMPONENTS,
    validationDetail: 'text',
    repeatedQuery: 'refuse',
    log,
    accessLog: config.accessLog,
    metrics,
    rateLimit: deps.rateLimit,
    trustedProxies: config.trustedProxies,
  })
  app.decorateRequest('principal', undefined)
  app.decorateRequest('wallet', undefined)
  const published = collectPublishedRoutes(app)
  // Inside a plugin, so that the hooks of createHttpApp see every route.
  app.register(async (scope) => {
    const routes = scope as HttpApp
    loginRoutes(routes, deps, published)
    walletRoutes(routes, { db, vault, clock })
    closeWalletRoutes(routes, payments)
    rateRoutes(routes, { db, rates: deps.rates, clock })
    paymentRoutes(routes, { ...payments, rates: deps.rates, webhookProblem: (url) => outbound.checkUrl(url)?.message })
    paymentListRoutes(routes, payments)
    exportRoutes(routes, payments)
    statisticsRoutes(routes, payments)
    invoiceToolsRoutes(routes, { db, fees: config.payments.fees })
    adminRoutes(routes, {
      ...deps.administration,
      db,
      vault,
      clock,
      funding: payments.funding,
      fundingKind: config.funding.kind,
      version: VERSION,
      limits: config.payments,
      backedUp: config,
    })
    webhookRoutes(routes, { db, vault, clock, publicKey: deps.webhookPublicKey, onQueued: deps.wakeWebhooks })
    shortLinkRoutes(routes, { db, clock, publicUrl: config.publicUrl })
    websocketRoutes(routes, { live: deps.live, log, publicUrl: config.publicUrl })
    statusRoutes(routes, {
      version: VERSION,
      funding: config.funding.kind,
      network: payments.funding.network,
      site: config.administration.site,
      findHalt: () => findHalt(db),
    })
    metricsRoute(routes, metrics)
  })
  return app
}

/** Accounts, and every way to act as one: log-ins, second factors, access lists, guests, administrators. */
function loginRoutes(routes: HttpApp, deps: WalletHttpDeps, published: readonly PublishedRoute[]): void {
  const { config, clock, db, vault } = deps
  const throttled = config.rateLimit !== undefined
  const throttle = throttled ? createThrottle({ db, clock }) : NO_THROTTLE
  const secondFactors = createSecondFactors({ ...deps, throttled })
  const accounts = {
    ...deps,
    throttle,
    secondFactors,
    accounts: config.accounts,
    fixedUsername: config.superUser?.username,
  }
  accountRoutes(routes, accounts)
  registrationRoutes(routes, accounts)
  passwordRoutes(routes, accounts)
  firstInstallRoutes(routes, { ...accounts, dataFolder: config.dataFolder })
  secondFactorRoutes(routes, { ...accounts, throttled, publicUrl: config.publicUrl, site: config.administration.site })
  linkedLoginRoutes(routes, accounts)
  aclRoutes(routes, { db, clock, published })
  aclTokenRoutes(routes, { db, vault, clock })
  sharingRoutes(routes, accounts)
  usersRoutes(routes, accounts)
  usersDeletionRoutes(routes, accounts)
}

const COMPONENTS = [
  ...Object.values(schemas).filter((schema) => '$id' in schema),
  WalletBody,
  WalletPage,
  TokenResponse,
  CurrentUser,
  Identity,
  UserBody,
  ...ACL_COMPONENTS,
  ...SHARING_COMPONENTS,
  ...SECOND_FACTOR_COMPONENTS,
  ...ADMIN_COMPONENTS,
  ...WEBHOOK_COMPONENTS,
  ShortLinkBody,
]

const API = {
  credentials: CREDENTIALS,
  title: 'Satchel wallet service',
  version: VERSION,
  description:
    'Many wallets on one Lightning node. Amounts are satoshis and fees millisatoshis unless a field says otherwise; balances are millisatoshis. Send a wallet key in `X-Api-Key`, or an access token in `Authorization: Bearer`.',
  tags: [
    { name: 'accounts', description: 'Log in.' },
    { name: 'wallets', description: 'Wallets and their keys.' },
    { name: 'payments', description: 'Invoices, payments, hold invoices, statistics.' },
    { name: 'rates', description: 'Prices of BTC, and conversions.' },
    { name: 'notifications', description: 'Webhooks and live events.' },
    { name: 'tinyurl', description: 'Short links.' },
    { name: 'admin', description: 'For administrators.' },
    { name: 'ops', description: 'How the service is doing.' },
  ],
} as const
