import { createHttpApp } from '@satchel/http/create-http-app'
import type { HttpApp } from '@satchel/http/http-app'
import { createHttpMetrics } from '@satchel/http/http-metrics'
import type { Log } from '@satchel/http/log'
import { metricsRoute } from '@satchel/http/metrics-route'
import { createOutbound, type Outbound } from '@satchel/outbound/outbound'
import { createAccessRules } from './access/access-rules.ts'
import { accountRoutes, CurrentUser, TokenResponse } from './accounts/account.routes.ts'
import { createLoginTokens, type LoginTokens } from './accounts/login-tokens.ts'
import { createPasswords } from './accounts/passwords.ts'
import { setUpSuperUser } from './accounts/set-up-super-user.ts'
import { balanceRoutes } from './admin/balance.routes.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createCredentialLookups } from './credentials.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import type { FundingSource } from './funding/funding-source.ts'
import { openSimulatedNode } from './funding/simulated/simulated.ts'
import { findHalt } from './ledger/halt.ts'
import { audit, lookAfter } from './look-after.ts'
import { closeWalletRoutes } from './payments/close-wallet.routes.ts'
import { createNodeComparison } from './payments/compare-with-node.ts'
import { followReceipts } from './payments/follow-receipts.ts'
import { invoiceToolsRoutes } from './payments/invoice-tools.routes.ts'
import type { PaymentDeps } from './payments/payment-deps.ts'
import { paymentListRoutes } from './payments/payment-list.routes.ts'
import * as schemas from './payments/payment-schemas.ts'
import { paymentRoutes } from './payments/payment.routes.ts'
import { reconcile, recover } from './payments/reconcile.ts'
import { statisticsRoutes } from './payments/statistics.routes.ts'
import { loadSecrets } from './secrets.ts'
import { createServiceSide } from './service-side.ts'
import { statusRoutes } from './status.routes.ts'
import { createKeyVault, type KeyVault } from './wallets/wallet-keys.ts'
import { WalletBody, WalletPage } from './wallets/wallet-schemas.ts'
import { walletRoutes } from './wallets/wallet.routes.ts'

export const VERSION = '0.1.0'
const AUDIT_EVERY_MS = 600_000

export interface WalletServiceDeps {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly processMetrics: boolean
}

export interface WalletService {
  readonly app: HttpApp
  readonly db: Database
  readonly funding: FundingSource
  readonly vault: KeyVault
  readonly tokens: LoginTokens
  /** Everything that was under way is looked after once; resolves when payments may be accepted. */
  recover(): Promise<void>
  /** What the duties do, once: follow what is pending, sweep what arrived. */
  tick(): Promise<void>
  /** Starts the duties that never end. */
  start(): void
  stop(): Promise<void>
}

/** The whole service, wired and not yet listening. */
export async function createWalletService(deps: WalletServiceDeps): Promise<WalletService> {
  const { config, log, clock } = deps
  const secrets = loadSecrets(config)
  const db = await openDatabase(config.databaseUrl, new URL('./commands.ts', import.meta.url).href)
  const vault = createKeyVault(secrets.keyEncryption)
  const passwords = createPasswords()
  const tokens = createLoginTokens({ secret: secrets.auth, lifetimeMinutes: config.tokenMinutes, clock })
  const funding = await openSimulatedNode({
    journalFile: config.funding.journalFile,
    clock,
    control: config.funding.control && { ...config.funding.control, service: createServiceSide(db) },
  })
  const outbound = createOutbound({ ...config.outbound, userAgent: `satchel/${VERSION}` })
  const payments: PaymentDeps = { db, funding, clock, log, policy: config.payments }
  await setUpSuperUser({ db, vault, passwords, clock }, config.superUser)
  const receipts = followReceipts(payments)
  const nodeComparison = createNodeComparison(payments)
  const app = createHttp(deps, { db, vault, passwords, tokens, outbound, payments })
  let stopDuties: () => Promise<void> = async () => undefined
  return {
    app,
    db,
    funding,
    vault,
    tokens,
    async tick() {
      await receipts.sweep()
      await reconcile(payments)
      await nodeComparison.check()
    },
    async recover() {
      await audit(payments)
      await recover(payments)
      await receipts.sweep()
      // Twice: a difference counts when it stays.
      await nodeComparison.check()
      await nodeComparison.check()
    },
    start() {
      stopDuties = lookAfter({
        deps: payments,
        receipts,
        nodeComparison,
        everyMs: config.reconcileMs,
        auditEveryMs: AUDIT_EVERY_MS,
      })
    },
    async stop() {
      receipts.stop()
      await stopDuties()
      outbound.close()
      await funding.close()
      await db.close()
    },
  }
}

interface Parts {
  readonly db: Database
  readonly vault: KeyVault
  readonly passwords: ReturnType<typeof createPasswords>
  readonly tokens: LoginTokens
  readonly outbound: Outbound
  readonly payments: PaymentDeps
}

function createHttp({ config, log, clock, processMetrics }: WalletServiceDeps, parts: Parts): HttpApp {
  const { db, vault, payments, outbound } = parts
  const metrics = createHttpMetrics({ processMetrics })
  const app = createHttpApp({
    api: API,
    access: createAccessRules(createCredentialLookups({ ...parts, clock })),
    components: [
      ...Object.values(schemas).filter((schema) => '$id' in schema),
      WalletBody,
      WalletPage,
      TokenResponse,
      CurrentUser,
    ],
    validationDetail: 'text',
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
    accountRoutes(routes, parts)
    walletRoutes(routes, { db, vault, clock })
    closeWalletRoutes(routes, payments)
    paymentRoutes(routes, { ...payments, webhookProblem: (url) => outbound.checkUrl(url)?.message })
    paymentListRoutes(routes, payments)
    statisticsRoutes(routes, payments)
    invoiceToolsRoutes(routes, { db, fees: config.payments.fees })
    balanceRoutes(routes, { db, vault, clock })
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
    { name: 'admin', description: 'For administrators.' },
    { name: 'ops', description: 'How the service is doing.' },
  ],
} as const
