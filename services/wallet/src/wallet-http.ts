import { createHttpApp } from '@satchel/http/create-http-app'
import type { HttpApp } from '@satchel/http/http-app'
import { createHttpMetrics } from '@satchel/http/http-metrics'
import type { Log } from '@satchel/http/log'
import { metricsRoute } from '@satchel/http/metrics-route'
import type { Outbound } from '@satchel/outbound/outbound'
import { createAccessRules } from './access/access-rules.ts'
import { accountRoutes, CurrentUser, TokenResponse } from './accounts/account.routes.ts'
import type { LoginTokens } from './accounts/login-tokens.ts'
import type { Passwords } from './accounts/passwords.ts'
import { balanceRoutes } from './admin/balance.routes.ts'
import { Halt, haltRoutes } from './admin/halt.routes.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createCredentialLookups } from './credentials.ts'
import type { Database } from './db/database.ts'
import { findHalt } from './ledger/halt.ts'
import type { LivePayments } from './notifications/live-payments.ts'
import { WEBHOOK_COMPONENTS, webhookRoutes } from './notifications/webhook.routes.ts'
import { websocketRoutes } from './notifications/websocket.routes.ts'
import { closeWalletRoutes } from './payments/close-wallet.routes.ts'
import { invoiceToolsRoutes } from './payments/invoice-tools.routes.ts'
import type { PaymentDeps } from './payments/payment-deps.ts'
import { paymentListRoutes } from './payments/payment-list.routes.ts'
import * as schemas from './payments/payment-schemas.ts'
import { paymentRoutes } from './payments/payment.routes.ts'
import { statisticsRoutes } from './payments/statistics.routes.ts'
import { statusRoutes } from './status.routes.ts'
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
  readonly outbound: Outbound
  readonly payments: PaymentDeps
  readonly live: LivePayments
  readonly webhookPublicKey: string
  readonly wakeWebhooks: () => void
}

/** Every route of the service, on the app that both services share. */
export function createWalletHttp(deps: WalletHttpDeps): HttpApp {
  const { config, log, clock, processMetrics, db, vault, payments, outbound } = deps
  const metrics = createHttpMetrics({ processMetrics })
  const app = createHttpApp({
    api: API,
    access: createAccessRules(createCredentialLookups(deps)),
    components: [
      ...Object.values(schemas).filter((schema) => '$id' in schema),
      WalletBody,
      WalletPage,
      TokenResponse,
      CurrentUser,
      Halt,
      ...WEBHOOK_COMPONENTS,
    ],
    validationDetail: 'text',
    repeatedQuery: 'refuse',
    log,
    accessLog: config.accessLog,
    metrics,
    rateLimit: config.rateLimit,
    trustedProxies: config.trustedProxies,
  })
  app.decorateRequest('principal', undefined)
  app.decorateRequest('wallet', undefined)
  // Inside a plugin, so that the hooks of createHttpApp see every route.
  app.register(async (scope) => {
    const routes = scope as HttpApp
    accountRoutes(routes, deps)
    walletRoutes(routes, { db, vault, clock })
    closeWalletRoutes(routes, payments)
    paymentRoutes(routes, { ...payments, webhookProblem: (url) => outbound.checkUrl(url)?.message })
    paymentListRoutes(routes, payments)
    statisticsRoutes(routes, payments)
    invoiceToolsRoutes(routes, { db, fees: config.payments.fees })
    balanceRoutes(routes, { db, vault, clock })
    haltRoutes(routes, { db, clock })
    webhookRoutes(routes, { db, vault, clock, publicKey: deps.webhookPublicKey, onQueued: deps.wakeWebhooks })
    websocketRoutes(routes, { live: deps.live, log, publicUrl: config.publicUrl })
    statusRoutes(routes, {
      version: VERSION,
      funding: config.funding.kind,
      network: payments.funding.network,
      findHalt: () => findHalt(db),
    })
    metricsRoute(routes, metrics)
  })
  return app
}

const API = {
  title: 'Satchel wallet service',
  version: VERSION,
  description:
    'Many wallets on one Lightning node. Amounts are satoshis and fees millisatoshis unless a field says otherwise; balances are millisatoshis. Send a wallet key in `X-Api-Key`, or an access token in `Authorization: Bearer`.',
  tags: [
    { name: 'accounts', description: 'Log in.' },
    { name: 'wallets', description: 'Wallets and their keys.' },
    { name: 'payments', description: 'Invoices, payments, hold invoices, statistics.' },
    { name: 'notifications', description: 'Webhooks and live events.' },
    { name: 'admin', description: 'For administrators.' },
    { name: 'ops', description: 'How the service is doing.' },
  ],
} as const
