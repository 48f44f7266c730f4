import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { HttpApp } from '@satchel/http/http-app'
import type { Log } from '@satchel/http/log'
import { createHttpMetrics, type HttpMetrics } from '@satchel/http/reports/http-metrics'
import { createOutbound } from '@satchel/outbound/outbound'
import { offerFirstInstall } from './accounts/login/first-install.ts'
import { createSessions } from './accounts/users/sessions.ts'
import { createLoginTokens, type LoginTokens } from './accounts/users/login-tokens.ts'
import { createEmailCodes } from './accounts/verified-email/email-codes.ts'
import { createStopLinks } from './notifications/mail/stop-links.ts'
import { createPasswords, type PasswordCost } from './accounts/users/passwords.ts'
import { createChallenges } from './accounts/second-factor/challenges.ts'
import { createTickets } from './accounts/second-factor/tickets.ts'
import { setUpSuperUser } from './accounts/users/set-up-super-user.ts'
import { finishDeletions } from './admin/users/keep-leftovers.ts'
import { chooseNode } from './admin/node/choose-node.ts'
import { openLiveSettings } from './admin/settings/live-settings.ts'
import type { Tracer } from '@satchel/tracing/tracer'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { traceDatabase } from './db/trace-database.ts'
import type { ToolEnvironment } from './db/postgres/postgres-tools.ts'
import { BUILT_INS } from './extensions/built-ins.ts'
import { createNostrSigner } from './extensions/host/nostr/nostr-signer.ts'
import type { OpenedExtensionSystem } from './extensions/system/open-extension-system.ts'
import { requireFeeLimit } from '@satchel/lightning/port/funding-source'
import { type FundingSources, openFundingSources } from './funding/funding-sources.ts'
import { createLinkingKeys } from './lnurl/linking-keys.ts'
import { openOldTokens } from './lnbits/old-tokens.ts'
import { createLnurlClient } from './lnurl/lnurl-client.ts'
import { createOwnLinks } from './lnurl/own-links.ts'
import { lookAfter, lookAfterTheLate } from './look-after.ts'
import { deliverWebhooks, type WebhookSender } from './notifications/deliver-webhooks.ts'
import { openLivePayments } from './notifications/live-payments.ts'
import { queueWebhooks } from './notifications/queue-webhooks.ts'
import { deriveWebhookKey } from './notifications/sign-webhook.ts'
import { adoptHistory } from './payments/reconciling/adopt-history.ts'
import { openExtensions } from './open-extensions.ts'
import { openMessages } from './open-messages.ts'
import { openWatches } from './open-watches.ts'
import type { PaymentDeps } from './payments/states/payment-deps.ts'
import { requireSources } from './payments/lists/payments-by-source.ts'
import { reconcile, recover } from './payments/reconciling/reconcile.ts'
import { findLastSeq } from './payments/states/payment-store.ts'
import { valuePayments } from './payments/lists/value-payments.ts'
import { within } from './payments/states/within.ts'
import { type OpenRates, openRates } from './rates/open-rates.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { createServiceSide } from './service-side.ts'
import { openRateLimit } from './throttle/open-rate-limit.ts'
import { VERSION } from './version.ts'
import { createWalletHttp } from './wallet-http.ts'
import { findKeyMark } from './wallets/key-mark-store.ts'
import { createKeyVault, type KeyVault } from './wallets/wallet-keys.ts'
import { hasPath, readWebApp } from './web-app/read-web-app.ts'

/** How long a start waits for the first audit. */
const BOOKS_MS = 2000

export interface WalletServiceDeps {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly processMetrics: boolean
  /** Default: what each password hash costs in production. */
  readonly passwordCost?: PasswordCost | undefined
  /** Default: those that are part of the product. */
  readonly builtIns?: readonly AnyExtension[] | undefined
  /** Where the web app was built; unset: it is not served. */
  readonly webAppFolder?: string | undefined
  /** What the configuration was read from, for the programs that backups run, too. */
  readonly env?: ToolEnvironment | undefined
}

export interface WalletService {
  readonly app: HttpApp
  readonly db: Database
  readonly funding: FundingSources
  readonly vault: KeyVault
  readonly tokens: LoginTokens
  readonly prices: OpenRates
  readonly extensions: OpenedExtensionSystem
  /** The books are checked before payments are accepted; the check of very large ones continues in the background. */
  checkBooks(): Promise<void>
  /** Processes immediately every payment that was in flight when this process began. */
  recover(): Promise<void>
  /** What the duties do, once: follow what is pending, sweep what arrived. */
  tick(): Promise<void>
  /** The duty of every minute. */
  lookAfterTheLate(): Promise<void>
  /** What the duty of scheduled backups does. */
  makeDueBackup(): Promise<void>
  /** What the duty for `/metrics` does. */
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
  await setUpSuperUser({ ...parts, clock }, config.superUser)
  await offerFirstInstall({ db, dataFolder: config.dataFolder, log })
  const lastBefore = await findLastSeq(db)
  const { duties, watches } = openWatches(payments, config, deps.env ?? {})
  const { receipts, nodeComparison, measure, bookWatch, backups } = duties
  const metrics = createHttpMetrics(deps)
  const webhooks = openWebhooks(deps, parts)
  const live = await openLivePayments({ db, vault, log })
  const extensions = await openExtensions({ ...parts, clock, log, builtIns: deps.builtIns ?? BUILT_INS })
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
    lookAfterTheLate: () => lookAfterTheLate(payments),
    makeDueBackup: async () => backups?.check(),
    async checkBooks() {
      await within(BOOKS_MS, bookWatch.check())
    },
    async recover() {
      await recover(payments, lastBefore)
      // Twice: a difference counts when it stays, and is no receipt that came after the first sweep.
      for (let time = 1; time <= 2; time += 1)
        await nodeComparison.check({ swept: await receipts.sweep(), everything: true })
    },
    async start() {
      const webhookQueue = await queueWebhooks({ db, clock, log, onQueued: webhooks.wake })
      webhooks.start()
      extensions.start()
      const stopDuties = lookAfter({ deps: payments, ...duties, everyMs: config.reconcileMs })
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

type Parts = Awaited<ReturnType<typeof openParts>>

/** What everything else stands on, opened in the order in which one needs the other. */
async function openParts({ config: given, env = {}, clock, log, passwordCost, webAppFolder }: WalletServiceDeps) {
  const commandsModule = new URL('./commands.ts', import.meta.url).href
  const tracer = await openTracing(given)
  const opened = await openDatabase(given.databaseUrl, commandsModule, { adoptHistory, log })
  const db = tracer === undefined ? opened : traceDatabase(opened, tracer)
  const secrets = await openSecrets(db, given)
  const vault = createKeyVault(secrets.keyEncryption)
  const nodeChoice = await orClose(db, chooseNode({ db, vault, config: given, env, log }))
  const settings = await openLiveSettings({ db, config: nodeChoice.config, log })
  // From here on, what administrators have changed counts.
  const { config } = settings
  const passwords = createPasswords(passwordCost)
  const signing = { secret: secrets.auth, clock }
  const tokens = createLoginTokens({ secret: secrets.auth, lifetimeMinutes: config.tokenMinutes, clock })
  const payments = await openPayments(config, { db, clock, log, tracer })
  const outbound = createOutbound({ ...config.outbound, userAgent: `satchel/${VERSION}` })
  const ownLinks = createOwnLinks(config)
  const prices = openRates(config.rates, { db, clock, log })
  const stopLinks = createStopLinks({ secret: secrets.auth, publicUrl: config.publicUrl })
  return {
    config,
    settings,
    tracer,
    nodeChoice,
    prices,
    rates: prices.rates,
    webApp: webAppFolder === undefined || hasPath(config.publicUrl) ? undefined : readWebApp(webAppFolder),
    db,
    vault,
    passwords,
    tokens,
    translateToken: await openOldTokens({ db, vault, clock }),
    sessions: createSessions({ db, clock, publicUrl: config.publicUrl }),
    rateLimit: await openRateLimit(config.rateLimit, { db, redisUrl: config.redisUrl, log }),
    tickets: createTickets(signing),
    challenges: createChallenges(signing),
    emailCodes: createEmailCodes(signing),
    stopLinks,
    messages: await openMessages({
      config,
      db,
      vault,
      outbound,
      stopLinks,
      fundingHealth: payments.funding.health,
      clock,
      log,
    }),
    outbound,
    ownLinks,
    lnurl: createLnurlClient({
      ownLinks,
      outbound,
      rules: config.outbound,
      linkingKeys: createLinkingKeys(secrets.auth),
    }),
    payments,
    fundingHealth: payments.funding.health,
    webhookKey: deriveWebhookKey(secrets.keyEncryption),
    nostr: createNostrSigner(secrets.auth),
  }
}

/** With a node that is not the right one nothing starts. */
async function openPayments(
  config: Config,
  { tracer, ...deps }: Pick<PaymentDeps, 'db' | 'clock' | 'log'> & { readonly tracer: Tracer | undefined },
): Promise<PaymentDeps> {
  const { db } = deps
  let funding: FundingSources | undefined
  try {
    funding = await openFundingSources(config.funding, { ...deps, tracer, serviceSide: createServiceSide(db) })
    requireFeeLimit(funding, config.funding.allowUncappedFees)
    const payments = { ...deps, funding, policy: config.payments }
    await requireSources(payments, config.funding.former === 'none')
    return payments
  } catch (error) {
    await funding?.close()
    await db.close()
    throw error
  }
}

/** In the opposite order. */
const openWebhooks = (
  { clock, log }: WalletServiceDeps,
  { config, db, vault, outbound, webhookKey: key }: Parts,
): WebhookSender =>
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

async function closeParts({ prices, settings, rateLimit, outbound, payments, db, tracer }: Parts): Promise<void> {
  await prices.stop()
  await settings.stop()
  await rateLimit?.store.close()
  outbound.close()
  await payments.funding.close()
  await db.close()
  await tracer?.close()
}

/** Its libraries are loaded only where something is traced. */
async function openTracing({ tracing }: Config): Promise<Tracer | undefined> {
  if (tracing === undefined) return undefined
  const { openTracer } = await import('@satchel/tracing/open-tracer')
  return openTracer({ ...tracing, version: VERSION })
}

/** The database says which key it is hidden under: with another one nothing starts. */
const openSecrets = (db: Database, config: Config): Promise<Secrets> =>
  orClose(
    db,
    findKeyMark(db).then((mark) => loadSecrets(config, mark)),
  )

/** What does not start leaves no connection open. */
async function orClose<T>(db: Database, opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Prices, and messages to people. Returns the way to stop. */
async function startFollowers(parts: Parts, deps: WalletServiceDeps): Promise<() => Promise<void>> {
  const stops = [await startPrices(parts, deps), await parts.messages.start()]
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}

/** Follows the prices and, where there are any, notes what payments were worth. Returns the way to stop that. */
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
