import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { createHttpApp } from '@satchel/http/create-http-app'
import type { HttpApp } from '@satchel/http/http-app'
import {
  type FeatureDeps,
  listChapters,
  listComponents,
  readManual,
  registerFeatures,
} from '@satchel/http/http-feature'
import type { RateLimit } from '@satchel/http/limits/rate-limit'
import type { Log } from '@satchel/http/log'
import { oneSegment } from '@satchel/http/requests/one-segment'
import type { Tracer } from '@satchel/tracing/tracer'
import { createAccessRules } from '../access/access-rules.ts'
import { API_TASKS } from '../access/api-tasks.ts'
import { CREDENTIALS } from '../access/credential-docs.ts'
import { withLowerCaseIds } from '../access/lower-case-ids.ts'
import { collectPublishedRoutes } from '../access/published-routes.ts'
import { createSecondFactors } from '../accounts/second-factor/demand-second-factor.ts'
import type { Sessions } from '../accounts/users/sessions.ts'
import { VISITOR_NOTICE } from '../admin/status/status.routes.ts'
import { VERSION } from '../base/version.ts'
import type { Config } from '../config/config.ts'
import { answerDatabaseAway } from '../db/database-away.ts'
import { createPackageManual } from '../extensions/host/packages/package-manual.ts'
import { packageUrl, packageVerbs } from '../extensions/host/packages/package-paths.ts'
import { extensionComponents } from '../extensions/host/serve/own.routes.ts'
import { answerProblem } from '../extensions/pages/problem-page.ts'
import { visitorOf } from '../extensions/pages/visitor-of.ts'
import { dialectUrl } from '../lnbits/dialect-url.ts'
import { oldLinkUrl } from '../lnbits/old-links.ts'
import type { TranslateToken } from '../lnbits/old-tokens.ts'
import type { LanePoller } from '../throttle/queue-lane.ts'
import { createThrottle, NO_THROTTLE } from '../throttle/throttle.ts'
import { createCredentialLookups } from './credentials.ts'
import type { Messages } from './open-messages.ts'
import { WALLET_FEATURES } from './wallet-features.ts'

/** Paths that end in a text of any kind. */
const OF_ONE_TEXT = ['/api/v1/lnurlscan/', '/api/v1/qrcode/']

type Wanted = FeatureDeps<typeof WALLET_FEATURES>

/** Further dependencies of features, created here. */
type Derived = Pick<
  Wanted,
  | 'accounts'
  | 'accountExtensions'
  | 'fixedUsername'
  | 'lanes'
  | 'listPackageRoutes'
  | 'mail'
  | 'notice'
  | 'published'
  | 'secondFactors'
  | 'throttle'
  | 'throttled'
  | 'version'
>

/** The dependencies of the features and of the app itself. */
export type WalletHttpDeps = Omit<Wanted, keyof Derived> & {
  readonly config: Config
  readonly log: Log
  readonly rateLimit: RateLimit | undefined
  readonly sessions: Sessions
  readonly tracer: Tracer | undefined
  readonly translateToken: TranslateToken
  readonly webhooks: Pick<LanePoller, 'lane'>
  readonly messages: Pick<Messages, 'lanes'>
}

/** The app that both services share, with every feature of the wallet service. */
export function createWalletHttp(deps: WalletHttpDeps): HttpApp {
  const { config, log, extensions, metrics } = deps
  const packages = createPackageManual(extensions)
  const app = createHttpApp({
    api: {
      credentials: CREDENTIALS,
      title: 'Satchel wallet service',
      version: VERSION,
      description: readManual('introduction', import.meta.url),
      tags: [...listChapters(WALLET_FEATURES), ...extensions.builtIns.map(toChapter)],
      tasks: API_TASKS,
      logInPath: '/api/v1/auth',
      extend: packages.extend,
    },
    access: createAccessRules(createCredentialLookups({ ...deps, accounts: config.accounts })),
    components: [...listComponents(WALLET_FEATURES), ...extensionComponents(extensions.builtIns)],
    validationDetail: 'text',
    repeatedQuery: 'refuse',
    log,
    accessLog: config.accessLog,
    metrics,
    tracer: deps.tracer,
    rateLimit: deps.rateLimit,
    trustedProxies: config.trustedProxies,
    rewriteUrl(url, request) {
      const asked = oneSegment(dialectUrl(url, request, config.apiDialect === 'lnbits') ?? url, OF_ONE_TEXT)
      const isText = OF_ONE_TEXT.some((prefix) => asked.startsWith(prefix))
      const known = isText ? asked : withLowerCaseIds(asked)
      const own = oldLinkUrl(known, request.method) ?? known
      return packageUrl(extensions.system, own, request.method ?? 'GET') ?? own
    },
    verbsAt: (path) => packageVerbs(extensions.system, path),
    answerFor: answerDatabaseAway,
    errorPage: (problem, request) =>
      answerProblem(problem, { publicUrl: config.publicUrl, notice: noticeOf(config), ...visitorOf(request) }),
  })
  declarePrincipal(app)
  const published = collectPublishedRoutes(app)
  boundLoginBodies(app)
  const listPackageRoutes = packages.listRoutes
  registerFeatures(app, WALLET_FEATURES, { ...deps, ...derive(deps), published, listPackageRoutes })
  return app
}

/** Dependencies that several features share. */
function derive(deps: WalletHttpDeps) {
  const { config, extensions } = deps
  const throttled = config.rateLimit !== undefined
  return {
    accounts: config.accounts,
    accountExtensions: extensions.opened.accounts,
    fixedUsername: config.superUser?.username,
    lanes: extensions.host.watchLanes([deps.webhooks.lane, ...deps.messages.lanes]),
    mail: extensions.mail,
    notice: noticeOf(config),
    secondFactors: createSecondFactors({ ...deps, throttled }),
    throttle: throttled ? createThrottle(deps) : NO_THROTTLE,
    throttled,
    version: VERSION,
  }
}

const noticeOf = ({ funding }: Config): string | undefined =>
  funding.source.kind === 'simulated' ? VISITOR_NOTICE : undefined

const toChapter = ({ manifest }: AnyExtension) => ({ name: manifest.id, description: manifest.short_description })

/** Set by the access rules. */
function declarePrincipal(app: HttpApp): void {
  app.decorateRequest('principal', undefined)
  app.decorateRequest('wallet', undefined)
  app.decorateRequest('walletIds', undefined)
}

/** The maximum body of a caller without a credential (rule D11); the bodies of access lists may be longer. */
const MAX_LOGIN_BYTES = 16 * 1024
const LOGINS = /^(?:\/lnbits)?(?:\/api\/v1\/auth(?!\/acls)|\/oauth\/|\/api\/v1\/account$)/

function boundLoginBodies(app: HttpApp): void {
  app.addHook('onRoute', (route) => {
    if (LOGINS.test(route.url)) route.bodyLimit = MAX_LOGIN_BYTES
  })
}
