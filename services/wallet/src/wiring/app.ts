import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { HttpApp } from '@satchel/http/http-app'
import { createHttpMetrics, type HttpMetrics } from '@satchel/http/reports/http-metrics'
import { offerFirstInstall } from '../accounts/login/first-install.ts'
import type { LoginTokens } from '../accounts/users/login-tokens.ts'
import { setUpSuperUser } from '../accounts/users/set-up-super-user.ts'
import { finishDeletions } from '../admin/users/keep-leftovers.ts'
import type { Database } from '../db/database.ts'
import type { OpenedExtensionSystem } from '../extensions/system/open-extension-system.ts'
import type { FundingSources } from '../funding/funding-sources.ts'
import { deliverWebhooks } from '../notifications/deliver-webhooks.ts'
import { openLivePayments } from '../notifications/live-payments.ts'
import { queueWebhooks } from '../notifications/queue-webhooks.ts'
import { valuePayments } from '../payments/lists/value-payments.ts'
import { reconcile, recover } from '../payments/reconciling/reconcile.ts'
import { findLastSeq } from '../payments/states/payment-store.ts'
import type { OpenRates } from '../rates/open-rates.ts'
import { releaseLostLeases } from '../throttle/leased-queue.ts'
import type { LanePoller } from '../throttle/queue-lane.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'
import { openExtensions } from './open-extensions.ts'
import { closeParts, openParts, type Parts, type PartsDeps } from './open-parts.ts'
import { openWatches } from './open-watches.ts'
import { pollLatePayments, startDuties } from './start-duties.ts'
import { createWalletHttp } from './wallet-http.ts'

/** With more payments the first audit would delay the start too much: it runs once the service is up. */
const AUDITED_FIRST = 100_000

export interface WalletServiceDeps extends PartsDeps {
  readonly processMetrics: boolean
  /** `BUILT_INS` in the product; tests name few, so that a change of one extension affects few tests. */
  readonly builtIns: readonly AnyExtension[]
}

export interface WalletService {
  readonly app: HttpApp
  readonly db: Database
  readonly funding: FundingSources
  readonly vault: KeyVault
  readonly tokens: LoginTokens
  readonly prices: OpenRates
  readonly extensions: OpenedExtensionSystem
  /** Checks the books before payments are accepted; very large ones afterwards. A violation halts payments. */
  checkBooks(): Promise<void>
  /** Processes immediately every payment that was in flight when this process began. */
  recover(): Promise<void>
  /** Runs the periodic duties once: follow pending payments, sweep receipts. */
  tick(): Promise<void>
  /** The duty of every minute. */
  pollLatePayments(): Promise<void>
  /** Runs the duty of scheduled backups once. */
  makeDueBackup(): Promise<void>
  /** Runs the duty of certificates and credentials once. */
  checkExpiries(): Promise<void>
  /** Runs the duty that asks the node how it is once. */
  checkNode(): Promise<void>
  /** Runs the duty for `/metrics` once. */
  measure(): Promise<void>
  readonly metrics: HttpMetrics
  /** Starts the duties that never end. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The whole service, wired and not yet listening. */
export async function createWalletService(deps: WalletServiceDeps): Promise<WalletService> {
  const { log, clock } = deps
  const parts = await openParts(deps)
  const { config, db, vault, tokens, payments, webhookKey } = parts
  await openFirstAccount(parts, deps)
  const lastBefore = await findLastSeq(db)
  const { duties, watches } = openWatches(parts, deps.env ?? {})
  const { receipts, nodeComparison, measure, bookWatch, backups, expiryWatch, nodeWatch } = duties
  const metrics = createHttpMetrics(deps)
  const webhooks = openWebhooks(deps, parts)
  await releaseLostLeases({ db, clock, log })
  const live = await openLivePayments({ db, vault, log })
  const extensions = await openExtensions({ ...parts, clock, log, builtIns: deps.builtIns })
  const app = createWalletHttp({
    ...deps,
    ...parts,
    live,
    ...duties,
    metrics,
    webhookPublicKey: webhookKey.publicKey,
    webhooks,
    administration: { ...watches, settings: parts.settings, nodeChoice: parts.nodeChoice },
    extensions,
  })
  parts.ownLinks.answerWith(app)
  const stops: (() => Promise<void>)[] = []
  return {
    app,
    db,
    funding: payments.funding,
    vault,
    tokens,
    prices: parts.prices,
    extensions: extensions.opened,
    async tick() {
      const swept = await receipts.sweep()
      await reconcile(payments)
      await nodeComparison.check({ swept, everything: true })
      await finishDeletions(db)
      await extensions.host.tick().then(parts.messages.tick)
    },
    measure: () => measure.measure(),
    metrics,
    pollLatePayments: () => pollLatePayments(payments),
    makeDueBackup: async () => backups?.check(),
    checkExpiries: () => expiryWatch.check(),
    checkNode: () => nodeWatch.check(),
    async checkBooks() {
      if (lastBefore <= AUDITED_FIRST) await bookWatch.check()
    },
    async recover() {
      await recover(payments, lastBefore)
      await compareTwice(duties)
    },
    async start() {
      const webhookQueue = await queueWebhooks({ db, clock, log, onQueued: webhooks.wake })
      webhooks.start()
      extensions.start()
      const stopDuties = startDuties({ deps: payments, ...duties, everyMs: config.reconcileMs })
      stops.push(stopDuties, webhookQueue.stop, webhooks.stop, await startFollowers(parts, deps))
    },
    async stop() {
      receipts.stop()
      for (const stop of stops) await stop()
      await extensions.stop()
      await live.stop()
      await closeParts(parts)
    },
  }
}

/** Sets up the configured super user, or offers the first installation in a browser. */
async function openFirstAccount(parts: Parts, { clock, log }: WalletServiceDeps): Promise<void> {
  const { config, db } = parts
  try {
    await setUpSuperUser({ ...parts, clock, log }, config.superUser)
    await offerFirstInstall({ db, dataFolder: config.dataFolder, log })
  } catch (error) {
    await closeParts(parts)
    throw error
  }
}

/** Twice: a difference counts if it stays, and is not a receipt that arrived after the first sweep. */
async function compareTwice({ receipts, nodeComparison }: ReturnType<typeof openWatches>['duties']): Promise<void> {
  for (let time = 1; time <= 2; time += 1)
    await nodeComparison.check({ swept: await receipts.sweep(), everything: true })
}

const openWebhooks = (
  { clock, log }: WalletServiceDeps,
  { config, db, vault, outbound, webhookKey: key }: Parts,
): LanePoller =>
  deliverWebhooks({
    db,
    vault,
    outbound,
    key,
    clock,
    random: Math.random,
    log,
    maxPerAccount: config.outsidePerAccount,
  })

/** Starts prices and messages. Returns a function that stops them. */
async function startFollowers(parts: Parts, deps: WalletServiceDeps): Promise<() => Promise<void>> {
  const stops = [await startPrices(parts, deps), await parts.messages.start()]
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}

/** Follows the prices and, if there are any, stores the fiat values of payments. Returns a function that stops it. */
async function startPrices(
  { config, db, prices }: Parts,
  { clock, log }: WalletServiceDeps,
): Promise<() => Promise<void>> {
  prices.start()
  if (config.rates.source.kind === 'none') return async () => undefined
  const { rates } = prices
  const values = await valuePayments({ db, clock, log, rates, currency: config.rates.accountingCurrency })
  return values.stop
}
