import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { createHttpApp } from '@satchel/http/create-http-app'
import type { HttpApp } from '@satchel/http/http-app'
import { createHttpMetrics } from '@satchel/http/http-metrics'
import type { Log } from '@satchel/http/log'
import { metricsRoute } from '@satchel/http/metrics-route'
import type { RateLimit } from '@satchel/http/rate-limit'
import type { Outbound } from '@satchel/outbound/outbound'
import { createAccessRules } from './access/access-rules.ts'
import { CREDENTIALS } from './access/credential-docs.ts'
import { collectPublishedRoutes } from './access/published-routes.ts'
import { CurrentUser, TokenResponse } from './accounts/account-schemas.ts'
import { accountRoutes } from './accounts/account.routes.ts'
import { ACL_COMPONENTS } from './accounts/acls/acl-schemas.ts'
import { type AclRoutesDeps, aclRoutes } from './accounts/acls/acl.routes.ts'
import { aclTokenRoutes } from './accounts/acls/acl-token.routes.ts'
import type { LoginTokens } from './accounts/login-tokens.ts'
import { firstInstallRoutes } from './accounts/first-install.routes.ts'
import { passwordRoutes } from './accounts/password.routes.ts'
import type { Passwords } from './accounts/passwords.ts'
import { verifiedEmailRoutes } from './accounts/verified-email/verified-email.routes.ts'
import { type MailRoutes, mailStopRoutes } from './extensions/pages/mail-stop.routes.ts'
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
import { answerDatabaseAway } from './db/database-away.ts'
import { type ExtensionRoutesDeps, extensionRoutes } from './extensions/host/extension.routes.ts'
import { createPackageManual } from './extensions/host/package-manual.ts'
import { pageRoutes } from './extensions/pages/page.routes.ts'
import { startPageRoutes } from './extensions/pages/start-page.routes.ts'
import { EXTENSION_COMPONENTS } from './extensions/system/extension-schemas.ts'
import { extensionAdminRoutes } from './extensions/system/extension-admin.routes.ts'
import { extensionSystemRoutes } from './extensions/system/extension-system.routes.ts'
import type { OpenedExtensionSystem } from './extensions/system/open-extension-system.ts'
import { registerFundingMetrics } from './funding/funding-metrics.ts'
import type { FundingHealth } from './funding/watch-funding-source.ts'
import type { LnurlClient } from './lnurl/lnurl-client.ts'
import type { LivePayments } from './notifications/live-payments.ts'
import type { WebhookSender } from './notifications/deliver-webhooks.ts'
import { WEBHOOK_COMPONENTS, webhookRoutes } from './notifications/webhook.routes.ts'
import { websocketRoutes } from './notifications/websocket.routes.ts'
import { closeWalletRoutes } from './payments/close-wallet.routes.ts'
import { exportRoutes } from './payments/export.routes.ts'
import { invoiceToolsRoutes } from './payments/invoice-tools.routes.ts'
import { lnurlRoutes } from './payments/lnurl.routes.ts'
import { LNURL_COMPONENTS } from './payments/lnurl-schemas.ts'
import type { PaymentDeps } from './payments/payment-deps.ts'
import { paymentListRoutes } from './payments/payment-list.routes.ts'
import * as schemas from './payments/payment-schemas.ts'
import { paymentRoutes } from './payments/payment.routes.ts'
import { statisticsRoutes } from './payments/statistics.routes.ts'
import { rateRoutes } from './rates/rate.routes.ts'
import type { Rates } from './rates/rates.ts'
import { SIMULATED_NOTICE, statusRoutes } from './status.routes.ts'
import { registerLaneMetrics } from './throttle/lane-metrics.ts'
import { createThrottle, NO_THROTTLE } from './throttle/throttle.ts'
import { ShortLinkBody, shortLinkRoutes } from './tinyurl/short-link.routes.ts'
import type { KeyVault } from './wallets/wallet-keys.ts'
import { WalletBody, WalletPage } from './wallets/wallet-schemas.ts'
import { walletRoutes } from './wallets/wallet.routes.ts'

export const VERSION = '0.3.0'

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
  readonly lnurl: LnurlClient
  readonly extensions: Omit<ExtensionRoutesDeps, 'notice'> & MailRoutes & { readonly opened: OpenedExtensionSystem }
  readonly payments: PaymentDeps
  readonly rates: Rates
  readonly live: LivePayments
  readonly webhookPublicKey: string
  readonly webhooks: Pick<WebhookSender, 'wake' | 'lane'>
  readonly administration: Pick<AdminRoutesDeps, 'settings' | 'bookWatch' | 'duties' | 'startedAt'>
  readonly fundingHealth: FundingHealth
}

/** Every route of the service, on the app that both services share. */
export function createWalletHttp(deps: WalletHttpDeps): HttpApp {
  const { config, log, clock, processMetrics, db, vault, payments, outbound } = deps
  const metrics = createHttpMetrics({ processMetrics })
  const notice = config.funding.source.kind === 'simulated' ? SIMULATED_NOTICE : undefined
  registerFundingMetrics(metrics, deps.fundingHealth)
  registerLaneMetrics(metrics, deps.extensions.host.watchLanes(deps.webhooks.lane))
  const packages = createPackageManual(deps.extensions)
  const app = createHttpApp({
    api: { ...API, tags: [...API.tags, ...deps.extensions.builtIns.map(toTag)], extend: packages.extend },
    access: createAccessRules(createCredentialLookups({ ...deps, accounts: config.accounts })),
    components: COMPONENTS,
    validationDetail: 'text',
    repeatedQuery: 'refuse',
    log,
    accessLog: config.accessLog,
    metrics,
    rateLimit: deps.rateLimit,
    trustedProxies: config.trustedProxies,
    answerFor: answerDatabaseAway,
  })
  nameWhoAsks(app)
  const listed = { published: collectPublishedRoutes(app), listPackageRoutes: packages.listRoutes }
  boundLoginBodies(app)
  // Inside a plugin, so that the hooks of createHttpApp see every route.
  app.register(async (scope) => {
    const routes = scope as HttpApp
    loginRoutes(routes, deps, listed)
    walletRoutes(routes, { db, vault, clock })
    closeWalletRoutes(routes, payments)
    rateRoutes(routes, { db, rates: deps.rates, clock })
    paymentRoutes(routes, {
      ...payments,
      lnurl: deps.lnurl,
      rates: deps.rates,
      webhookProblem: (url) => outbound.checkUrl(url)?.message,
    })
    paymentListRoutes(routes, payments)
    exportRoutes(routes, payments)
    statisticsRoutes(routes, payments)
    invoiceToolsRoutes(routes, { db, fees: config.payments.fees })
    lnurlRoutes(routes, { ...payments, lnurl: deps.lnurl })
    adminRoutes(routes, {
      ...deps.administration,
      ...payments,
      payments,
      vault,
      throttled: config.rateLimit !== undefined,
      fundingKind: config.funding.source.kind,
      version: VERSION,
      limits: config.payments,
      backedUp: config,
    })
    webhookRoutes(routes, { db, vault, clock, publicKey: deps.webhookPublicKey, onQueued: deps.webhooks.wake })
    shortLinkRoutes(routes, { db, clock, publicUrl: config.publicUrl })
    websocketRoutes(routes, { live: deps.live, log, publicUrl: config.publicUrl })
    extensionSystemRoutes(routes, deps.extensions.opened.deps)
    extensionAdminRoutes(routes, deps.extensions.opened.deps)
    pageRoutes(routes, { publicUrl: config.publicUrl })
    mailStopRoutes(routes, { ...config, site: config.administration.site, stops: deps.extensions.mail.stops })
    startPageRoutes(routes, { publicUrl: config.publicUrl, site: config.administration.site, notice })
    extensionRoutes(routes, { ...deps.extensions, notice })
    statusRoutes(routes, { version: VERSION, config, db, sources: payments.funding, node: deps.fundingHealth })
    metricsRoute(routes, metrics)
  })
  return app
}

type ListedRoutes = Pick<AclRoutesDeps, 'published' | 'listPackageRoutes'>

/** A chapter of the manual for each extension. */
const toTag = ({ manifest }: AnyExtension) => ({ name: manifest.id, description: manifest.short_description })

/** Set by the access rules. */
function nameWhoAsks(app: HttpApp): void {
  app.decorateRequest('principal', undefined)
  app.decorateRequest('wallet', undefined)
}

/** What anybody may send before it is known who asks (money-safety D.11); access lists alone may be longer. */
const MOST_LOGIN_BYTES = 16 * 1024

function boundLoginBodies(app: HttpApp): void {
  app.addHook('onRoute', (route) => {
    const { url } = route
    if (url.startsWith('/api/v1/auth') && !url.startsWith('/api/v1/auth/acls')) route.bodyLimit = MOST_LOGIN_BYTES
  })
}

/** Accounts, and every way to act as one: log-ins, second factors, access lists, guests, administrators. */
function loginRoutes(routes: HttpApp, deps: WalletHttpDeps, listed: ListedRoutes): void {
  const { config, clock, db, vault } = deps
  const throttled = config.rateLimit !== undefined
  const throttle = throttled ? createThrottle({ db, clock }) : NO_THROTTLE
  const secondFactors = createSecondFactors({ ...deps, throttled })
  const accounts = {
    ...deps,
    throttle,
    secondFactors,
    accounts: config.accounts,
    accountExtensions: deps.extensions.opened.accounts,
    fixedUsername: config.superUser?.username,
  }
  // In the order in which a newcomer to the manual needs them.
  registrationRoutes(routes, accounts)
  accountRoutes(routes, accounts)
  passwordRoutes(routes, accounts)
  verifiedEmailRoutes(routes, { ...accounts, ...deps.extensions.mail })
  firstInstallRoutes(routes, { ...accounts, dataFolder: config.dataFolder })
  usersRoutes(routes, accounts)
  usersDeletionRoutes(routes, accounts)
  secondFactorRoutes(routes, {
    ...accounts,
    throttled,
    publicUrl: config.publicUrl,
    site: config.administration.site,
    visits: { providers: new Set(config.loginProviders.providers.keys()) },
  })
  linkedLoginRoutes(routes, accounts)
  aclRoutes(routes, { db, clock, ...listed })
  aclTokenRoutes(routes, { db, vault, clock })
  sharingRoutes(routes, accounts)
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
  ...LNURL_COMPONENTS,
  ...EXTENSION_COMPONENTS,
  ShortLinkBody,
]

const INTRODUCTION = `Many wallets on one Lightning node.

## First steps

1. \`POST /api/v1/auth/register\` opens an account with one wallet and answers an \`access_token\`.
2. Give it as \`accessToken\` under **Authorize** on [/docs](/docs), or as \`Authorization: Bearer …\` in a program. \`GET /api/v1/wallet\` shows your wallet with its two keys.
3. \`POST /api/v1/payments\` with \`{"out": false, "amount": 1000, "memo": "Coffee"}\` makes an invoice over 1000 satoshis. Whoever pays its \`payment_request\` pays you.
4. \`POST /api/v1/payments\` with \`{"out": true, "bolt11": "…"}\` pays somebody else’s. \`GET /api/v1/payments/{checking_id}\` says how either stands.

## Units

| Field | Unit |
|---|---|
| \`amount\`, \`income\`, \`spending\`, names that end in \`_sats\` | satoshis; negative = outgoing |
| \`fee\`, \`fee_reserve\`, \`balance\`, \`new_balance\`, names that end in \`_msat\` | millisatoshis: 1000 are one satoshi |
| \`time\`, \`timestamp\`, \`date\` of an invoice | Unix seconds |
| \`created_at\` and other times | as the field says |

A whole number may also be written \`1.0\` or \`1e0\`. Of a key that stands twice in a body the last one counts.

## Credentials

| What | Send it as | Good for |
|---|---|---|
| invoice key | \`X-Api-Key\` | one wallet: reading and receiving |
| admin key | \`X-Api-Key\` | the same wallet: also sending, renaming, sharing |
| access token | \`Authorization: Bearer\` | your account and all your wallets; \`wallet_id\` in the query chooses one |
| \`acl_…\` token | \`Authorization: Bearer\` | the endpoints of its access list, within its budget: what other programs should get |

## Answers

An error has a \`detail\` that says why, for people. 400: it cannot be done, and nothing was. 401: no credential, or one that does not count. 403: a credential that may not. 404: there is none, or it is not yours. 422: a value is missing or wrong, and \`errors\` says which. 429: too often, \`Retry-After\` says when to come back.

A payment that the network has not decided yet is answered 201 and stays \`pending\`: do not pay anew, ask how it stands. With an \`Idempotency-Key\` header a request can be repeated safely: the same key and body have one effect and one answer.`

const API = {
  credentials: CREDENTIALS,
  title: 'Satchel wallet service',
  version: VERSION,
  description: INTRODUCTION,
  tags: [
    { name: 'accounts', description: 'Register, log in, change your profile and password.' },
    { name: 'wallets', description: 'Wallets, their balance and their keys.' },
    { name: 'payments', description: 'Make invoices, pay them, settle hold invoices; lists, files and statistics.' },
    { name: 'lnurl', description: 'Pay links and Lightning addresses, be paid by withdraw links, log in elsewhere.' },
    { name: 'rates', description: 'Prices of BTC, and conversions.' },
    { name: 'extensions', description: 'What runs on this server: install, activate, uninstall.' },
    { name: 'notifications', description: 'Hear of payments: webhooks and WebSockets.' },
    { name: 'sharing', description: 'Let other users into a wallet, with as much right as you grant.' },
    { name: 'access-lists', description: 'Tokens for programs: good for some endpoints, within a budget.' },
    { name: 'linked-logins', description: 'Log in with a Nostr key, or with Google, GitHub or Keycloak.' },
    { name: 'second-factors', description: 'Authenticator apps, passkeys and recovery codes.' },
    { name: 'tinyurl', description: 'Short links.' },
    { name: 'admin', description: 'For administrators and the super user.' },
    { name: 'ops', description: 'How the service is doing.' },
  ],
} as const
