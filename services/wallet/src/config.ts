import { ACCESS_LOGS, type AccessLog } from '@satchel/http/reports/access-log'
import { createReader, type Environment, type NoteAsked, type Reader, readRateLimit } from '@satchel/http/environment'
import type { RateLimit } from '@satchel/http/limits/rate-limit'
import { LARGEST_SAT, type Msat, msat, sat, satToMsat } from '@satchel/money/units'
import { isIP } from 'node:net'
import { type AccountsConfig, readAccounts } from './config/accounts.ts'
import { type Addresses, readAddresses } from './config/addresses.ts'
import { type AdministrationConfig, readAdministration } from './config/administration.ts'
import { type BackupsConfig, readBackups } from './config/backups.ts'
import { type DatabaseUrls, readDatabaseUrls } from './config/database-urls.ts'
import { type DownloadsConfig, readDownloads } from './config/downloads.ts'
import { type ExtensionsConfig, readExtensions } from './config/extensions.ts'
import { type LimitsConfig, readLimits } from './config/limits.ts'
import { type LoginProvidersConfig, readLoginProviders } from './config/login-providers.ts'
import { type FundingConfig, readFunding } from '@satchel/lightning/read-funding'
import { minReserveMsat } from '@satchel/lightning/min-reserve'
import { maxHeldAtNode } from '@satchel/lightning/max-held'
import { usualReconcileMs } from '@satchel/lightning/reconcile-ms'
import { type MetricsConfig, readMetrics } from './config/metrics.ts'
import { readTracing, type TracingConfig } from './config/tracing.ts'
import { type MailConfig, readMail } from './config/mail.ts'
import { isLoopback, isPort } from './config/network-names.ts'
import { type Explorers, readExplorers } from './config/explorers.ts'
import { type NostrConfig, readMessageRelays, readNostr } from './config/nostr.ts'
import { type RatesConfig, readRates } from './config/rates.ts'
import { readVisitors, type VisitorsConfig } from './config/visitors.ts'

export interface SuperUserConfig {
  readonly username: string
  readonly password: string
  /** The account of this name becomes the super user although it is none, and loses every other way in. */
  readonly takeOver: boolean
}

export interface Config extends Addresses, DatabaseUrls {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  readonly authSecretKey: string | undefined
  readonly keyEncryptionKey: string | undefined
  readonly tokenMinutes: number
  readonly accounts: AccountsConfig
  readonly administration: AdministrationConfig
  readonly loginProviders: LoginProvidersConfig
  readonly superUser: SuperUserConfig | undefined
  readonly funding: FundingConfig
  readonly payments: PaymentPolicy
  readonly reconcileMs: number
  readonly outbound: OutboundConfig
  readonly mail: MailConfig | undefined
  /** Whether people may be sent messages at all. */
  readonly messages: boolean
  /** Relays to look up people and to send messages over Nostr; none = no messages over Nostr. */
  readonly messageRelays: readonly string[]
  readonly metrics: MetricsConfig
  /** Undefined = nothing is traced. */
  readonly tracing: TracingConfig | undefined
  readonly backups: BackupsConfig
  readonly downloads: DownloadsConfig
  readonly visitors: VisitorsConfig
  /** Concurrent requests to other servers for one account: in each lane of background work. */
  readonly outsidePerAccount: number
  readonly extensions: ExtensionsConfig
  readonly nostr: NostrConfig
  readonly explorers: Explorers
  readonly rates: RatesConfig
  readonly accessLog: AccessLog
  /** The API dialect at the root; pages of the service always use its own. */
  readonly apiDialect: (typeof API_DIALECTS)[number]
  readonly rateLimit: RateLimit | undefined
  readonly trustedProxies: readonly string[]
  readonly warnings: readonly string[]
}

export interface OutboundConfig {
  readonly allowPrivate: boolean
  readonly allow: readonly string[]
  readonly resolver: string | undefined
}

export interface FeePolicy {
  readonly leastMsat: Msat
  readonly partsPerMillion: number
}

/** How many payments may be in flight concurrently. */
export interface PendingCaps {
  readonly perWallet: number
  readonly overall: number
}

/** How many hold invoices, and payments held for them, there may be at the same time. */
export interface HoldLimits {
  /** Outside payments held for one account, at one node. */
  readonly perAccount: number
  /** Outside payments held at one node, for all accounts. */
  readonly perNode: number
  /** Hold invoices of one account that are not final, paid or not. */
  readonly invoicesPerAccount: number
}

export interface PaymentPolicy extends LimitsConfig {
  readonly fees: FeePolicy
  readonly caps: PendingCaps
  readonly holds: HoldLimits
  readonly maxPaymentMsat: Msat
  /** How long a sender waits for the node before it is answered "pending". */
  readonly payWaitMs: number
  /** The node has other users, whose payments do not count as differences from the books. */
  readonly nodeIsShared: boolean
  /** How long a held payment may wait for its settlement; then it goes back by itself. */
  readonly holdSeconds: number
}

/** Reads the whole configuration or reports every problem together, by variable (rule S110). */
export function readConfig(
  env: Environment,
  note?: NoteAsked,
): { readonly config: Config } | { readonly problems: readonly string[] } {
  const problems: string[] = []
  const warnings: string[] = []
  const read = createReader(env, problems, note)
  const host = read.text('HOST', '127.0.0.1')
  const port = read.integer('PORT', 5000, 0, 65_535)
  const dataFolder = read.text('SERVICE_DATA_FOLDER', './data')
  const { databaseUrl, replicaUrl } = readDatabaseUrls(read, dataFolder, problems)
  const loopback = isLoopback(host)
  const funding = readFunding(read, { env, dataFolder, problems })
  const tryingOut = loopback && funding.source.kind === 'simulated'
  const secrets = readSecrets(read, { databaseUrl, tryingOut, problems, warnings })
  const addresses = readAddresses(read, { port, loopback, problems, warnings })
  const outbound = readOutbound(read, tryingOut, problems)
  const config: Config = {
    host,
    port,
    dataFolder,
    databaseUrl,
    replicaUrl,
    ...addresses,
    ...secrets,
    tokenMinutes: read.integer('AUTH_TOKEN_EXPIRE_MINUTES', 1440, 1, 5_256_000),
    accounts: readAccounts(read, problems, funding.source.kind !== 'simulated'),
    administration: readAdministration(read),
    loginProviders: readLoginProviders(read, { problems, addresses, port, outbound }),
    superUser: readSuperUser(read, problems),
    funding,
    payments: readPaymentPolicy(read, funding),
    reconcileMs: readReconcileMs(read, funding),
    outbound,
    mail: readMail(read, problems),
    messages: read.flag('SERVICE_MESSAGES', false),
    messageRelays: readMessageRelays(read, problems, outbound),
    metrics: readMetrics(read, problems),
    tracing: readTracing(read, problems),
    backups: readBackups(read, { dataFolder, problems, warnings }),
    downloads: readDownloads(read),
    visitors: readVisitors(read),
    outsidePerAccount: read.integer('SERVICE_OUTSIDE_REQUESTS_PER_ACCOUNT', 8, 1, 32),
    extensions: readExtensions(read, { dataFolder, problems, outbound }),
    nostr: readNostr(read, problems, { ...outbound, publicUrl: addresses.publicUrl }),
    explorers: readExplorers(read, problems, outbound),
    rates: readRates(read, problems),
    accessLog: read.choice('ACCESS_LOG', ACCESS_LOGS, 'sampled'),
    apiDialect: read.choice('SERVICE_DIALECT', API_DIALECTS, 'satchel'),
    rateLimit: readRateLimit(read, DEFAULT_REQUESTS_A_MINUTE),
    trustedProxies: read.list('SERVICE_TRUSTED_PROXIES'),
    warnings,
  }
  if (!config.trustedProxies.every(isProxyRange)) {
    problems.push('SERVICE_TRUSTED_PROXIES: must be addresses and ranges of them (10.0.0.0/8), but not every address')
  }
  return problems.length > 0 ? { problems } : { config }
}

const API_DIALECTS = ['satchel', 'lnbits'] as const

const DEFAULT_REQUESTS_A_MINUTE = 200

/** An address or a range, but not the range of all addresses. */
function isProxyRange(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return most > 0 && more === undefined && (bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= most))
}

interface SecretContext {
  readonly databaseUrl: string
  /** On this machine only, and without real money. */
  readonly tryingOut: boolean
  readonly problems: string[]
  readonly warnings: string[]
}

/**
 * Unset secrets are generated once and stored in the data folder. With real money weak ones are rejected (rule S109).
 */
function readSecrets(read: Reader, { databaseUrl, tryingOut, problems, warnings }: SecretContext) {
  const authSecretKey = read.optional('AUTH_SECRET_KEY')
  const keyEncryptionKey = read.optional('SERVICE_KEY_ENCRYPTION_KEY')
  for (const [name, value] of Object.entries({
    AUTH_SECRET_KEY: authSecretKey,
    SERVICE_KEY_ENCRYPTION_KEY: keyEncryptionKey,
  })) {
    if (value === undefined || Buffer.byteLength(value) >= 32) continue
    if (tryingOut) warnings.push(`${name} is shorter than 32 bytes: anybody may guess it; never use it with real money`)
    else problems.push(`${name}: must have at least 32 bytes`)
  }
  if (!databaseUrl.startsWith('sqlite:') && authSecretKey === undefined) {
    problems.push('AUTH_SECRET_KEY: must be set with PostgreSQL, because processes share no folder')
  }
  return { authSecretKey, keyEncryptionKey }
}

function readSuperUser(read: Reader, problems: string[]): Config['superUser'] {
  const username = read.optional('SUPER_USER_USERNAME')
  const password = read.optional('SUPER_USER_PASSWORD')
  const takeOver = read.optional('SUPER_USER_TAKE_OVER')
  if (takeOver !== undefined && takeOver.toLowerCase() !== username?.toLowerCase()) {
    problems.push('SUPER_USER_TAKE_OVER: must repeat SUPER_USER_USERNAME, the account to take over')
  }
  if (username === undefined && password === undefined) return undefined
  if (username === undefined || password === undefined) {
    problems.push('SUPER_USER_USERNAME, SUPER_USER_PASSWORD: set both or neither')
    return undefined
  }
  if (!/^[A-Za-z0-9._-]{2,64}$/.test(username)) {
    problems.push('SUPER_USER_USERNAME: must be 2 to 64 letters, digits, dots, underscores or hyphens')
  }
  const length = Array.from(password).length
  if (length < 8 || length > 128) problems.push('SUPER_USER_PASSWORD: must have 8 to 128 characters')
  return { username, password, takeOver: takeOver !== undefined }
}

function readPaymentPolicy(read: Reader, { source }: FundingConfig): PaymentPolicy {
  return {
    fees: {
      leastMsat: msat(read.integer('SERVICE_FEE_RESERVE_MIN_MSAT', minReserveMsat(source.kind), 0, 1_000_000_000)),
      partsPerMillion: read.integer('SERVICE_FEE_RESERVE_PPM', 10_000, 0, 1_000_000),
    },
    caps: {
      perWallet: read.integer('SERVICE_MAX_PENDING_PER_WALLET', 1000, 1, 1_000_000),
      overall: read.integer('SERVICE_MAX_PENDING', 10_000, 1, 10_000_000),
    },
    holds: {
      perAccount: read.integer('SERVICE_MAX_HELD_PER_ACCOUNT', 50, 1, 1_000_000),
      perNode: read.integer('SERVICE_MAX_HELD', maxHeldAtNode(source.kind), 1, 1_000_000),
      invoicesPerAccount: read.integer('SERVICE_MAX_HOLD_INVOICES_PER_ACCOUNT', 200, 1, 1_000_000),
    },
    maxPaymentMsat: satToMsat(sat(read.integer('SERVICE_MAX_PAYMENT_SATS', 10_000_000, 1, Number(LARGEST_SAT)))),
    ...readLimits(read),
    nodeIsShared: read.flag('SERVICE_NODE_IS_SHARED', false),
    payWaitMs: read.integer('SERVICE_PAY_WAIT_MS', 10_000, 1, 600_000),
    holdSeconds: read.integer('SERVICE_HOLD_SECONDS', 86_400, 1, 1_209_600),
  }
}

const readReconcileMs = (read: Reader, { source }: FundingConfig): number =>
  read.integer('SERVICE_RECONCILE_MS', usualReconcileMs(source.kind), 20, 3_600_000)

function readOutbound(read: Reader, tryingOut: boolean, problems: string[]): OutboundConfig {
  const allow = read.list('SERVICE_OUTBOUND_ALLOW')
  const bad = allow.filter((entry) => !isPort(/^(?:\[[0-9a-fA-F:.]+\]|[^:\s/]+):(\d{1,5})$/.exec(entry)?.[1]))
  if (bad.length > 0) problems.push(`SERVICE_OUTBOUND_ALLOW: not host:port: ${bad.join(', ')}`)
  const resolver = read.optional('SERVICE_OUTBOUND_DNS')
  if (resolver !== undefined && !/^(\d+(\.\d+){3}|\[[0-9a-fA-F:]+\])(:\d{1,5})?$/.test(resolver)) {
    problems.push('SERVICE_OUTBOUND_DNS: must be ip:port')
  }
  return { allowPrivate: read.flag('SERVICE_ALLOW_PRIVATE_CALLBACKS', tryingOut), allow, resolver }
}
