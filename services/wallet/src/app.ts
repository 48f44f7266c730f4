import type { HttpApp } from '@satchel/http/http-app'
import type { Log } from '@satchel/http/log'
import { createOutbound } from '@satchel/outbound/outbound'
import { createLoginTokens, type LoginTokens } from './accounts/login-tokens.ts'
import { createPasswords } from './accounts/passwords.ts'
import { setUpSuperUser } from './accounts/set-up-super-user.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { type FundingSource, requireFeeLimit } from './funding/funding-source.ts'
import { openSimulatedNode } from './funding/simulated/simulated.ts'
import { audit, lookAfter } from './look-after.ts'
import { deliverWebhooks } from './notifications/deliver-webhooks.ts'
import { openLivePayments } from './notifications/live-payments.ts'
import { queueWebhooks } from './notifications/queue-webhooks.ts'
import { deriveWebhookKey } from './notifications/sign-webhook.ts'
import { createNodeComparison } from './payments/compare-with-node.ts'
import { followReceipts } from './payments/follow-receipts.ts'
import type { PaymentDeps } from './payments/payment-deps.ts'
import { reconcile, recover } from './payments/reconcile.ts'
import { findLastSeq } from './payments/payment-store.ts'
import { within } from './payments/within.ts'
import { loadSecrets } from './secrets.ts'
import { createServiceSide } from './service-side.ts'
import { createWalletHttp, VERSION } from './wallet-http.ts'
import { createKeyVault, type KeyVault } from './wallets/wallet-keys.ts'

const AUDIT_EVERY_MS = 600_000
/** How long a start waits for the first audit. */
const BOOKS_MS = 2000

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
  /** The books are checked before payments are accepted; very large ones go on being checked meanwhile. */
  checkBooks(): Promise<void>
  /** Everything that was under way when this process began is looked after at once. */
  recover(): Promise<void>
  /** What the duties do, once: follow what is pending, sweep what arrived. */
  tick(): Promise<void>
  /** Starts the duties that never end. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The whole service, wired and not yet listening. */
export async function createWalletService(deps: WalletServiceDeps): Promise<WalletService> {
  const { config, log, clock } = deps
  const parts = await openParts(deps)
  const { db, vault, tokens, outbound, payments, webhookKey } = parts
  const { funding } = payments
  await setUpSuperUser({ ...parts, clock }, config.superUser)
  const lastBefore = await findLastSeq(db)
  const receipts = followReceipts(payments)
  const nodeComparison = createNodeComparison(payments)
  const webhooks = deliverWebhooks({ db, vault, outbound, key: webhookKey, clock, random: Math.random, log })
  const live = await openLivePayments({ db, vault, log })
  const app = createWalletHttp({
    ...deps,
    ...parts,
    live,
    webhookPublicKey: webhookKey.publicKey,
    wakeWebhooks: webhooks.wake,
  })
  const stops: (() => Promise<void>)[] = []
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
    async checkBooks() {
      await within(BOOKS_MS, audit(payments))
    },
    async recover() {
      await recover(payments, lastBefore)
      await receipts.sweep()
      // Twice: a difference counts when it stays, and is no receipt that came after the first sweep.
      await nodeComparison.check()
      await receipts.sweep()
      await nodeComparison.check()
    },
    async start() {
      const webhookQueue = await queueWebhooks({ db, clock, log, onQueued: webhooks.wake })
      webhooks.start()
      const stopDuties = lookAfter({
        deps: payments,
        receipts,
        nodeComparison,
        everyMs: config.reconcileMs,
        auditEveryMs: AUDIT_EVERY_MS,
      })
      stops.push(stopDuties, webhookQueue.stop, webhooks.stop)
    },
    async stop() {
      receipts.stop()
      for (const stop of stops) await stop()
      await live.stop()
      outbound.close()
      await funding.close()
      await db.close()
    },
  }
}

/** What everything else stands on, opened in the order in which one needs the other. */
async function openParts({ config, clock, log }: WalletServiceDeps) {
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
  requireFeeLimit(funding, config.funding.allowUncappedFees)
  const outbound = createOutbound({ ...config.outbound, userAgent: `satchel/${VERSION}` })
  const payments: PaymentDeps = { db, funding, clock, log, policy: config.payments }
  return { db, vault, passwords, tokens, outbound, payments, webhookKey: deriveWebhookKey(secrets.keyEncryption) }
}
