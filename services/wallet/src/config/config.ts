import { isIP } from 'node:net'
import { choice, flag, list, secret, text, whole } from '@satchel/configuration/variables/variable'
import {
  createReader,
  type Environment,
  HTTP_VARIABLES,
  type NoteAsked,
  type Reader,
  readAll,
} from '@satchel/http/environment'
import type { RateLimit } from '@satchel/http/limits/rate-limit'
import type { AccessLog } from '@satchel/http/reports/access-log'
import { backendOf } from '@satchel/lightning/all-backends'
import { type FundingConfig, readFunding } from '@satchel/lightning/read-funding'
import { type AccountsConfig, readSuperUser, TOKEN_MINUTES } from './accounts.ts'
import { type Addresses, readAddresses } from './addresses.ts'
import { type AdministrationConfig, IGNORE_STORED_SETTINGS, readReleaseUrl } from './administration.ts'
import { type BackupsConfig, readBackups } from './backups.ts'
import { type DatabaseUrls, readDatabaseUrls } from './database-urls.ts'
import { type DownloadsConfig, readDownloads } from './downloads.ts'
import { type Explorers, readExplorers } from './explorers.ts'
import { type ExtensionsConfig, readExtensions } from './extensions.ts'
import { type LoginProvidersConfig, readLoginProviders } from './login-providers.ts'
import { type MailConfig, readMail } from './mail.ts'
import { type MetricsConfig, readMetrics } from './metrics.ts'
import { isLoopback, isPort } from './network-names.ts'
import { type NostrConfig, readMessageRelays, readNostr } from './nostr.ts'
import { PAYING, type PaymentPolicy } from './payment-policy.ts'
import { type RatesConfig, readRates } from './rates.ts'
import { partsOf, rateLimitOf, readSettings, type SettingValues } from './settings.ts'
import { readTracing, type TracingConfig } from './tracing.ts'
import { readVisitors, type VisitorsConfig } from './visitors.ts'

export interface Config extends Addresses, DatabaseUrls {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  readonly authSecretKey: string | undefined
  readonly keyEncryptionKey: string | undefined
  readonly tokenMinutes: number
  readonly accounts: AccountsConfig
  readonly administration: AdministrationConfig
  /** Those that an administrator may change; the parts of this configuration that they decide follow them. */
  readonly settings: SettingValues
  readonly loginProviders: LoginProvidersConfig
  readonly superUser: ReturnType<typeof readSuperUser>
  readonly funding: FundingConfig
  readonly payments: PaymentPolicy
  readonly reconcileMs: number
  readonly outbound: OutboundConfig
  readonly mail: MailConfig | undefined
  /** Whether people may be sent messages at all. */
  readonly messages: boolean
  /** Relays for looking up people and for sending messages over Nostr; none = no messages over Nostr. */
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
  readonly apiDialect: 'satchel' | 'lnbits'
  readonly rateLimit: RateLimit | undefined
  readonly trustedProxies: readonly string[]
  readonly warnings: readonly string[]
}

export interface OutboundConfig {
  readonly allowPrivate: boolean
  readonly allow: readonly string[]
  readonly resolver: string | undefined
}

export const LISTENING = {
  port: whole('PORT', [5000, 0, 65_535], 'Port of the wallet service; 0 = any free one.'),
  dataFolder: text('SERVICE_DATA_FOLDER', "Database, secrets and the simulated node's journal.", { default: './data' }),
}

export const DIALECT = choice(
  'SERVICE_DIALECT',
  ['satchel', 'lnbits'],
  'satchel',
  'What the API speaks to programs at its root; `lnbits`: as below `/lnbits`.',
)

export const SECRETS = {
  authSecretKey: secret('AUTH_SECRET_KEY', 'Signs access tokens; at least 32 bytes; required with PostgreSQL.', {
    varies: 'created once, in the data folder',
  }),
  keyEncryptionKey: secret('SERVICE_KEY_ENCRYPTION_KEY', 'Encrypts the secrets in the database; at least 32 bytes.', {
    varies: 'created once; with PostgreSQL derived from `AUTH_SECRET_KEY`',
  }),
  newKeyEncryptionKey: secret('SERVICE_NEW_KEY_ENCRYPTION_KEY', 'The key that `npm run rekey` changes to.', {
    by: ['rekey'],
  }),
  lnbitsSecretKey: secret('LNBITS_AUTH_SECRET_KEY', "LNbits' `AUTH_SECRET_KEY`, for `npm run import-lnbits`.", {
    by: ['import'],
    varies: 'that of its data folder',
  }),
}

export const OUTSIDE = {
  allowPrivate: flag('SERVICE_ALLOW_PRIVATE_CALLBACKS', false, 'Webhooks may reach private addresses.', {
    varies: '`true` on loopback with the simulated node, else `false`',
  }),
  allow: list('SERVICE_OUTBOUND_ALLOW', '`host:port` list that requests may always reach.'),
  resolver: text('SERVICE_OUTBOUND_DNS', 'Resolver for the names of other servers, `ip:port`.'),
  requestsPerAccount: whole(
    'SERVICE_OUTSIDE_REQUESTS_PER_ACCOUNT',
    [8, 1, 32],
    'Concurrent requests to other servers for one account, in each lane.',
  ),
  messages: flag(
    'SERVICE_MESSAGES',
    false,
    'People may have messages sent to their browsers by Web Push, and by mail where there is a mail server.',
  ),
}

/** Reads the whole configuration or reports every problem together, by variable (rule S110). */
export function readConfig(
  env: Environment,
  note?: NoteAsked,
): { readonly config: Config } | { readonly problems: readonly string[] } {
  const problems: string[] = []
  const warnings: string[] = []
  const read = createReader(env, problems, note)
  const host = read(HTTP_VARIABLES.host)
  const { port, dataFolder } = readAll(read, LISTENING)
  const { databaseUrl, replicaUrl } = readDatabaseUrls(read, dataFolder, problems)
  const loopback = isLoopback(host)
  const funding = readFunding(read, { env, dataFolder, problems })
  const tryingOut = loopback && funding.source.kind === 'simulated'
  const secrets = readSecrets(read, { databaseUrl, tryingOut, problems, warnings })
  const addresses = readAddresses(read, { port, loopback, problems, warnings })
  const outbound = readOutbound(read, tryingOut, problems)
  const settings = readSettings(read, problems, funding.source.kind)
  const config: Config = {
    host,
    port,
    dataFolder,
    databaseUrl,
    replicaUrl,
    ...addresses,
    ...secrets,
    tokenMinutes: read(TOKEN_MINUTES),
    ...partsOf(
      {
        payments: { nodeIsShared: read.flag('SERVICE_NODE_IS_SHARED', false), payWaitMs: read(PAYING.payWaitMs) },
        administration: {
          ignoreStoredSettings: read(IGNORE_STORED_SETTINGS),
          releaseUrl: readReleaseUrl(read, problems, outbound),
        },
      },
      settings,
    ),
    loginProviders: readLoginProviders(read, { problems, addresses, port, outbound }),
    superUser: readSuperUser(read, problems),
    funding,
    reconcileMs: read(PAYING.reconcileMs, backendOf(funding.source.kind).facts.reconcileMs),
    outbound,
    mail: readMail(read, problems),
    messages: read(OUTSIDE.messages),
    messageRelays: readMessageRelays(read, problems, outbound),
    metrics: readMetrics(read, problems),
    tracing: readTracing(read, problems),
    backups: readBackups(read, { dataFolder, problems, warnings }),
    downloads: readDownloads(read),
    visitors: readVisitors(read),
    outsidePerAccount: read(OUTSIDE.requestsPerAccount),
    extensions: readExtensions(read, { dataFolder, problems, outbound }),
    nostr: readNostr(read, problems, { ...outbound, publicUrl: addresses.publicUrl }),
    explorers: readExplorers(read, problems, outbound),
    rates: readRates(read, problems),
    accessLog: read(HTTP_VARIABLES.accessLog),
    apiDialect: read(DIALECT),
    rateLimit: rateLimitOf(settings),
    trustedProxies: read(HTTP_VARIABLES.trustedProxies),
    warnings,
  }
  if (!config.trustedProxies.every(isProxyRange)) {
    problems.push('SERVICE_TRUSTED_PROXIES: must be addresses and ranges of them (10.0.0.0/8), but not every address')
  }
  return problems.length > 0 ? { problems } : { config }
}

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
  const authSecretKey = read(SECRETS.authSecretKey)
  const keyEncryptionKey = read(SECRETS.keyEncryptionKey)
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

function readOutbound(read: Reader, tryingOut: boolean, problems: string[]): OutboundConfig {
  const allow = read(OUTSIDE.allow)
  const bad = allow.filter((entry) => !isPort(/^(?:\[[0-9a-fA-F:.]+\]|[^:\s/]+):(\d{1,5})$/.exec(entry)?.[1]))
  if (bad.length > 0) problems.push(`SERVICE_OUTBOUND_ALLOW: not host:port: ${bad.join(', ')}`)
  const resolver = read(OUTSIDE.resolver)
  if (resolver !== undefined && !/^(\d+(\.\d+){3}|\[[0-9a-fA-F:]+\])(:\d{1,5})?$/.test(resolver)) {
    problems.push('SERVICE_OUTBOUND_DNS: must be ip:port')
  }
  return { allowPrivate: read(OUTSIDE.allowPrivate, tryingOut), allow, resolver }
}
