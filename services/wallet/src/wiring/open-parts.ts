import type { Log } from '@satchel/http/log'
import { requireFeeLimit } from '@satchel/lightning/port/funding-source'
import { createOutbound } from '@satchel/outbound/outbound'
import { openTracing } from '@satchel/tracing/open-tracing'
import type { Tracer } from '@satchel/tracing/tracer'
import { createChallenges } from '../accounts/second-factor/challenges.ts'
import { createTickets } from '../accounts/second-factor/tickets.ts'
import { createLoginTokens } from '../accounts/users/login-tokens.ts'
import { createPasswords, type PasswordCost } from '../accounts/users/passwords.ts'
import { createSessions } from '../accounts/users/sessions.ts'
import { createEmailCodes } from '../accounts/verified-email/email-codes.ts'
import { chooseNode } from '../admin/node/choose-node.ts'
import { openLiveSettings } from '../admin/settings/live-settings.ts'
import { recordPublicUrl } from '../admin/settings/record-public-url.ts'
import { createServiceSide } from '../admin/status/service-side.ts'
import { type Clock, unixSeconds } from '../base/clock.ts'
import { VERSION } from '../base/version.ts'
import type { Config } from '../config/config.ts'
import { loadSecrets, type Secrets } from '../config/secrets.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import type { ToolEnvironment } from '../db/postgres/postgres-tools.ts'
import { traceDatabase } from '../db/trace-database.ts'
import { createNostrSigner } from '../extensions/host/nostr/nostr-signer.ts'
import { type FundingSources, openFundingSources } from '../funding/funding-sources.ts'
import { openOldTokens } from '../lnbits/old-tokens.ts'
import { createLinkingKeys } from '../lnurl/linking-keys.ts'
import { createLnurlClient } from '../lnurl/lnurl-client.ts'
import { createOwnAddresses, type OwnAddresses } from '../lnurl/own-addresses.ts'
import { createOwnLinks } from '../lnurl/own-links.ts'
import { createStopLinks } from '../notifications/mail/stop-links.ts'
import { deriveWebhookKey } from '../notifications/sign-webhook.ts'
import { requireSources } from '../payments/lists/payments-by-source.ts'
import { adoptHistory } from '../payments/reconciling/adopt-history.ts'
import { haltForPlayMoney } from '../payments/reconciling/play-money.ts'
import { createLeaving } from '../payments/states/leaving.ts'
import type { PaymentDeps } from '../payments/states/payment-deps.ts'
import { openRates } from '../rates/open-rates.ts'
import type { OwnPrices } from '../rates/read-own-prices.ts'
import { openRateLimit } from '../throttle/open-rate-limit.ts'
import { canOpenKeys } from '../wallets/can-open-keys.ts'
import { findKeyMark } from '../wallets/key-mark-store.ts'
import { createKeyVault } from '../wallets/wallet-keys.ts'
import { hasPath, readWebApp } from '../web-app/read-web-app.ts'
import { openMessages } from './open-messages.ts'

export interface PartsDeps {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  /** Default: what each password hash costs in production. */
  readonly passwordCost?: PasswordCost | undefined
  /** Where the web app was built; unset: it is not served. */
  readonly webAppFolder?: string | undefined
  /** For the programs that backups run, and the variables of the node. */
  readonly env?: ToolEnvironment | undefined
  /** A price aggregator in this process; unset: it is asked at its URL. */
  readonly ownPrices?: OwnPrices | undefined
}

export type Parts = Awaited<ReturnType<typeof openParts>>

/** The basic parts of the service, opened in order of their dependencies. */
export async function openParts(deps: PartsDeps) {
  const { config: given, env = {}, clock, log, passwordCost, webAppFolder, ownPrices } = deps
  const commandsModule = new URL('./commands.ts', import.meta.url).href
  const tracer = await openTracing(given.tracing && { ...given.tracing, version: VERSION })
  const opened = await openDatabase(given.databaseUrl, commandsModule, {
    adoptHistory,
    log,
    replicaUrl: given.replicaUrl,
  })
  const db = tracer === undefined ? opened : traceDatabase(opened, tracer)
  const secrets = await openSecrets(db, given)
  const vault = createKeyVault(secrets.keyEncryption)
  const nodeChoice = await orClose(db, chooseNode({ db, vault, config: given, env, log }))
  const settings = await openLiveSettings({ db, config: nodeChoice.config, log })
  // From here on the stored settings are in force.
  const { config } = settings
  const signing = { secret: secrets.auth, clock }
  const tokens = createLoginTokens({ secret: secrets.auth, lifetimeMinutes: config.tokenMinutes, clock })
  const payments = await openPayments(config, { db, clock, log, tracer })
  const outbound = createOutbound({ ...config.outbound, userAgent: `satchel/${VERSION}` })
  const ownAddresses = await openOwnAddresses(config, { db, clock, log })
  const ownLinks = createOwnLinks(ownAddresses)
  const prices = openRates(config.rates, { db, clock, log, ownPrices })
  const [emailCodes, nostr] = [createEmailCodes(signing), createNostrSigner(secrets.auth)]
  const lnurl = { ownLinks, outbound, rules: config.outbound, linkingKeys: createLinkingKeys(secrets.auth) }
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
    passwords: createPasswords(passwordCost),
    tokens,
    translateToken: await openOldTokens({ db, vault, clock }),
    sessions: createSessions({ db, clock, publicUrl: config.publicUrl }),
    rateLimit: openRateLimit(config.rateLimit, { db, log }),
    tickets: createTickets(signing),
    challenges: createChallenges(signing),
    emailCodes,
    stopLinks,
    messages: await openMessages({
      config,
      db,
      vault,
      outbound,
      stopLinks,
      emailCodes,
      nostr,
      clock,
      log,
    }),
    outbound,
    ownAddresses,
    ownLinks,
    lnurl: createLnurlClient(lnurl),
    payoutLnurl: createLnurlClient({ ...lnurl, isPayout: true }),
    payments,
    fundingHealth: payments.funding.health,
    webhookKey: deriveWebhookKey(secrets.keyEncryption),
    nostr,
  }
}

async function openOwnAddresses(config: Config, deps: Parameters<typeof recordPublicUrl>[0]): Promise<OwnAddresses> {
  const recorded = await recordPublicUrl(deps, config.publicUrl)
  return createOwnAddresses({ ...config, recorded, allow: config.outbound.allow })
}

/** A wrong node stops the start. */
async function openPayments(
  config: Config,
  { tracer, ...deps }: Pick<PaymentDeps, 'db' | 'clock' | 'log'> & { readonly tracer: Tracer | undefined },
): Promise<PaymentDeps> {
  const { db } = deps
  let funding: FundingSources | undefined
  try {
    const beforeUse = (kind: string) => db.transact(haltForPlayMoney, { kind, at: unixSeconds(deps.clock) })
    funding = await openFundingSources(config.funding, {
      ...deps,
      tracer,
      beforeUse,
      serviceSide: createServiceSide(db),
    })
    requireFeeLimit(funding, config.funding.allowUncappedFees)
    const payments = { ...deps, funding, policy: config.payments, leaving: createLeaving(deps.clock) }
    await requireSources(payments, config.funding.former === 'none')
    return payments
  } catch (error) {
    await funding?.close()
    await db.close()
    throw error
  }
}

/** In reverse order. */
export async function closeParts({
  prices,
  settings,
  rateLimit,
  outbound,
  payments,
  db,
  tracer,
}: Parts): Promise<void> {
  await prices.stop()
  await settings.stop()
  await rateLimit?.store.close()
  outbound.close()
  await payments.funding.close()
  await db.close()
  await tracer?.close()
}

/** A key that the database is not encrypted under stops the start: new wallets would be encrypted under it. */
const openSecrets = (db: Database, config: Config): Promise<Secrets> => orClose(db, loadMatching(db, config))

async function loadMatching(db: Database, config: Config): Promise<Secrets> {
  const secrets = loadSecrets(config, await findKeyMark(db))
  if (await canOpenKeys(db, createKeyVault(secrets.keyEncryption))) return secrets
  throw new Error(
    "the wallets' keys in the database are hidden under another key: set SERVICE_KEY_ENCRYPTION_KEY and AUTH_SECRET_KEY as they were, or bring back the file key-encryption-key of the data folder. Only `npm run rekey` changes this key",
  )
}

/** A failed start leaves no connection open. */
async function orClose<T>(db: Database, opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    await db.close()
    throw error
  }
}
