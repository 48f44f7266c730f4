import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { HttpApp } from '@satchel/http/http-app'
import type { Log } from '@satchel/http/log'
import { msat } from '@satchel/money/units'
import { createOutbound } from '@satchel/outbound/outbound'
import { offerFirstInstall } from './accounts/first-install.ts'
import { createLoginTokens, type LoginTokens } from './accounts/login-tokens.ts'
import { createPasswords, type PasswordCost } from './accounts/passwords.ts'
import { createChallenges } from './accounts/second-factor/challenges.ts'
import { createTickets } from './accounts/second-factor/tickets.ts'
import { setUpSuperUser } from './accounts/set-up-super-user.ts'
import { createBookWatch } from './admin/book-watch.ts'
import { forgetHistories } from './admin/forget-history.ts'
import { openLiveSettings } from './admin/live-settings.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { BUILT_INS } from './extensions/built-ins.ts'
import { createExtensionHost } from './extensions/host/extension-host.ts'
import { createNostrSigner } from './extensions/host/nostr/nostr-signer.ts'
import { type OpenedExtensionSystem, openExtensionSystem } from './extensions/system/open-extension-system.ts'
import { type FundingSource, requireFeeLimit } from './funding/funding-source.ts'
import { openFundingSource } from './funding/open-funding-source.ts'
import { createLinkingKeys } from './lnurl/linking-keys.ts'
import { createLnurlClient } from './lnurl/lnurl-client.ts'
import { lookAfter } from './look-after.ts'
import { deliverWebhooks } from './notifications/deliver-webhooks.ts'
import { openLivePayments } from './notifications/live-payments.ts'
import { createMailSender } from './notifications/send-mail.ts'
import { queueWebhooks } from './notifications/queue-webhooks.ts'
import { deriveWebhookKey } from './notifications/sign-webhook.ts'
import { createNodeComparison } from './payments/compare-with-node.ts'
import { followReceipts } from './payments/follow-receipts.ts'
import { fetchLnurlInvoice, findPayOffer } from './payments/pay-by-lnurl.ts'
import type { PaymentDeps } from './payments/payment-deps.ts'
import { reconcile, recover } from './payments/reconcile.ts'
import { findLastSeq } from './payments/payment-store.ts'
import { valuePayments } from './payments/value-payments.ts'
import { within } from './payments/within.ts'
import { type OpenRates, openRates } from './rates/open-rates.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { createServiceSide } from './service-side.ts'
import { openRateLimit } from './throttle/open-rate-limit.ts'
import { createWalletHttp, VERSION } from './wallet-http.ts'
import { findKeyMark } from './wallets/key-mark-store.ts'
import { createKeyVault, type KeyVault } from './wallets/wallet-keys.ts'

const AUDIT_EVERY_MS = 600_000
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
}

export interface WalletService {
  readonly app: HttpApp
  readonly db: Database
  readonly funding: FundingSource
  readonly vault: KeyVault
  readonly tokens: LoginTokens
  readonly prices: OpenRates
  readonly extensions: OpenedExtensionSystem
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
  const { log, clock } = deps
  const parts = await openParts(deps)
  const { config, db, vault, tokens, outbound, payments, webhookKey } = parts
  const { funding } = payments
  await setUpSuperUser({ ...parts, clock }, config.superUser)
  await offerFirstInstall({ db, dataFolder: config.dataFolder, log })
  const lastBefore = await findLastSeq(db)
  const { receipts, nodeComparison, bookWatch, watches } = openWatches(payments)
  const webhooks = deliverWebhooks({ db, vault, outbound, key: webhookKey, clock, random: Math.random, log })
  const live = await openLivePayments({ db, vault, log })
  const extensions = await openExtensions(parts, deps)
  const app = createWalletHttp({
    ...deps,
    ...parts,
    live,
    webhookPublicKey: webhookKey.publicKey,
    wakeWebhooks: webhooks.wake,
    administration: { ...watches, settings: parts.settings },
    extensions,
  })
  const stops: (() => Promise<void>)[] = []
  return {
    app,
    db,
    funding,
    vault,
    tokens,
    prices: parts.prices,
    extensions: extensions.opened,
    async tick() {
      await receipts.sweep()
      await reconcile(payments)
      await nodeComparison.check()
      await forgetHistories(db)
      await extensions.host.tick()
    },
    async checkBooks() {
      await within(BOOKS_MS, bookWatch.check())
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
      extensions.host.start()
      extensions.opened.start()
      const stopDuties = lookAfter({
        deps: payments,
        receipts,
        nodeComparison,
        bookWatch,
        everyMs: config.reconcileMs,
        auditEveryMs: AUDIT_EVERY_MS,
      })
      stops.push(stopDuties, webhookQueue.stop, webhooks.stop, await startPrices(parts, deps))
    },
    async stop() {
      receipts.stop()
      for (const stop of stops) await stop()
      await extensions.host.stop()
      await extensions.opened.stop()
      await live.stop()
      await parts.prices.stop()
      await parts.settings.stop()
      await parts.rateLimit?.store.close()
      outbound.close()
      await funding.close()
      await db.close()
    },
  }
}

/** What follows money and books; `watches`: what the operator's status tells of it. */
function openWatches(payments: PaymentDeps) {
  const receipts = followReceipts(payments)
  const nodeComparison = createNodeComparison(payments)
  const bookWatch = createBookWatch(payments)
  const duties = { comparedWithNode: nodeComparison.last, sweptAt: receipts.sweptAt }
  return { receipts, nodeComparison, bookWatch, watches: { bookWatch, duties, startedAt: payments.clock() } }
}

/** What everything else stands on, opened in the order in which one needs the other. */
async function openParts({ config: given, clock, log, passwordCost }: WalletServiceDeps) {
  const db = await openDatabase(given.databaseUrl, new URL('./commands.ts', import.meta.url).href)
  const secrets = await openSecrets(db, given)
  const vault = createKeyVault(secrets.keyEncryption)
  const settings = await openLiveSettings({ db, config: given, log })
  // From here on, what administrators have changed counts.
  const { config } = settings
  const passwords = createPasswords(passwordCost)
  const signing = { secret: secrets.auth, clock }
  const tokens = createLoginTokens({ secret: secrets.auth, lifetimeMinutes: config.tokenMinutes, clock })
  const funding = await openFundingSource(config.funding, { clock, log, serviceSide: createServiceSide(db) })
  requireFeeLimit(funding, config.funding.allowUncappedFees)
  const outbound = createOutbound({ ...config.outbound, userAgent: `satchel/${VERSION}` })
  const payments: PaymentDeps = { db, funding, clock, log, policy: config.payments }
  const prices = openRates(config.rates, { db, clock, log })
  return {
    config,
    settings,
    prices,
    rates: prices.rates,
    db,
    vault,
    passwords,
    tokens,
    rateLimit: openRateLimit(config.rateLimit, { db, redisUrl: config.redisUrl, log }),
    tickets: createTickets(signing),
    challenges: createChallenges(signing),
    outbound,
    lnurl: createLnurlClient({
      outbound,
      rules: config.outbound,
      linkingKeys: createLinkingKeys(secrets.auth),
    }),
    payments,
    fundingHealth: funding.health,
    webhookKey: deriveWebhookKey(secrets.keyEncryption),
    nostr: createNostrSigner(secrets.auth),
  }
}

/** What the built-ins and the installed packages run on. */
async function openExtensions(
  parts: Awaited<ReturnType<typeof openParts>>,
  { clock, log, builtIns }: WalletServiceDeps,
) {
  const { config, db, payments, rates, vault, outbound } = parts
  const opened = await openExtensionSystem({
    db,
    payments,
    outbound,
    rules: config.outbound,
    config: config.extensions,
    builtIns: builtIns ?? BUILT_INS,
    version: VERSION,
    clock,
    log,
  })
  const system = opened.deps.present
  const running = (): AnyExtension[] =>
    system
      .list()
      .filter(({ available, runtime }) => available && runtime !== 'js')
      .map(({ definition }) => definition)
  const host = await createExtensionHost({
    db,
    payments,
    rates,
    vault,
    outbound,
    publicUrl: config.publicUrl,
    domains: config.domains,
    nostr: parts.nostr,
    relays: { outbound, rules: config.outbound },
    clock,
    log,
    throttled: config.rateLimit !== undefined,
    findOffer: (target) => findPayOffer(parts.lnurl, target),
    fetchInvoice: (target, amountMsat, comment) =>
      fetchLnurlInvoice(parts.lnurl, target, msat(amountMsat), comment ?? ''),
    sendMail: config.mail && createMailSender(config.mail),
    findExtension: (extId) => running().find(({ manifest }) => manifest.id === extId),
    listExtensions: running,
  })
  return { host, system, opened, builtIns: builtIns ?? BUILT_INS }
}

/** The database says which key it is hidden under: with another one nothing starts. */
async function openSecrets(db: Database, config: Config): Promise<Secrets> {
  try {
    return loadSecrets(config, await findKeyMark(db))
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Follows the prices and, where there are any, notes what payments were worth. Returns the way to stop that. */
async function startPrices(
  { config, db, prices }: Awaited<ReturnType<typeof openParts>>,
  { clock, log }: WalletServiceDeps,
): Promise<() => Promise<void>> {
  prices.start()
  if (config.rates.source.kind === 'none') return async () => undefined
  const { rates } = prices
  const values = await valuePayments({ db, clock, log, rates, currency: config.rates.accountingCurrency })
  return values.stop
}
