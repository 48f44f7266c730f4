import { nameOf, within } from './patterns.ts'

/** The files of the floor, and their purpose. */
export type Floor = readonly [files: string, purpose?: string]

/** Folder → its floors, top floor first: a file imports from its own floor and from those below. */
export type FloorTables = Readonly<Record<string, readonly Floor[]>>

/** The parts of the repository that have floors, each with a rule of its own in `architecture.test.ts`. */
export const PRICES = 'services/price-aggregator/src/'
export const WALLET = 'services/wallet/src/'
export const WEB = 'apps/web/src/'
export const LIGHTNING = 'packages/lightning/src/'
export const LIGHTNING_WORLD = 'packages/lightning/world/'

export const FLOORS = {
  [WALLET]: [
    ['programs/', 'one file for each process: environment, signals, exit code'],
    [
      'wiring/',
      'opens the parts and wires them; the HTTP app; the lists of features and of transactions; background duties; `start-wallet`: the service within a process, which may have others',
    ],
    [
      'web-app/ lnbits/',
      'the built web app, from memory; requests of clients of LNbits, translated to and from our own API (decisions 0040, 0044, 0065)',
    ],
    ['import-lnbits/', 'imports accounts, books and items of an LNbits (decisions 0042, 0043)'],
    [
      'extensions/ admin/ notifications/ tinyurl/',
      'extensions; settings, users, audit log, status, backup; webhooks, sockets, mail and messages; short links',
    ],
    [
      'payments/ accounts/',
      'one file for each use case; `open-account` creates every account, `let-in` is the last step of every log-in',
    ],
    ['wallets/', 'wallets, their keys and the keys of their guests'],
    [
      'ledger/ funding/ rates/ lnurl/ access/ events/ throttle/',
      'the books and their audit; the nodes of payments; prices; LNURL services of others, own addresses (decision 0086); permissions, and what ends access (decision 0089); events; rate limits, and queues in which accounts take turns',
    ],
    ['config/', 'the configuration, its secrets, the settings in force'],
    ['texts/', 'texts of mails and messages, by language'],
    ['db/', '`Database` on SQLite and PostgreSQL, migrations'],
    ['base/', 'the clock, ids, cursors of pages, time-outs, the version'],
  ],
  [PRICES]: [
    [
      'main start-prices',
      'the process: environment, exit code; `start-prices`: the service within a process, which may have others',
    ],
    ['app', 'wires everything'],
    ['**.routes **-feature page/ price-metrics rate-schemas source-report', 'what each endpoint answers'],
    ['poll-prices price-files', 'polls the exchanges in cycles; stores the data that survives a restart'],
    [
      'latest-rates published-rates price-history source-health price-book statistics',
      'the current prices and their history',
    ],
    ['config', 'environment → configuration, or one error with all problems'],
    ['exchanges/', 'fetches an exchange, which is described as data, and reads its answer strictly'],
  ],
  [WEB]: [
    ['main service-worker', 'the start; the files kept for the next start'],
    ['app', 'which place is shown'],
    ['routing/places', 'the places, loaded when they are visited'],
    ['places/', 'one folder and one chunk for each place'],
    ['shell/', 'around every place: bars, banners, dialogs for log-in and step-up'],
    ['log-in/', 'the ways to log in, used as a page and as a dialog'],
    ['parts/ routing/', 'components; typed paths, scroll positions'],
    ['money/', 'amounts as `bigint` millisatoshis, conversions, what a person types'],
    ['api/ language/', 'calls, session, queries, the socket; catalogues'],
    [
      'base64 store theme trusted-script-url',
      'bytes as text; a value to which components subscribe; colours; the one Trusted Types policy',
    ],
  ],
  [LIGHTNING]: [
    ['*', 'the only list of backends; opens the configured one; measures its calls'],
    ['backends/ simulated/*', 'one backend each: its definition, the reader of its configuration, its adapter'],
    ['simulated/control/', 'the HTTP interface of the simulated node'],
    ['simulated/thread/', 'its worker thread'],
    ['simulated/decide/', 'what it answers'],
    ['simulated/journal/', 'what it stores'],
    ['adapter-parts/ paying/ lists/', 'what adapters share: identity, one payment per hash, cursors'],
    ['net/ config/', 'HTTP and WebSocket to nodes; variables, and what a definition has'],
    ['port/', '`FundingSource`, `OrderNotes`, `Clock`, `Log`'],
  ],
  [LIGHTNING_WORLD]: [
    ['own-process/', 'a peer in a process of its own'],
    ['peers/', 'a stand-in for each backend'],
    ['ldk/ simulated/', 'real LDK nodes in memory; the simulated node'],
    ['contract/', 'the contract of `FundingSource`'],
    ['peer-parts/', 'what peers share'],
  ],
} as const satisfies FloorTables

/** Folders that are divided into rooms. */
export const ROOMS: FloorTables = {
  'services/wallet/src/db/': [
    ['open-database check-readiness **.test', 'opens the configured database'],
    ['sqlite/', 'SQLite'],
    ['postgres/postgres-database postgres/listen-for-commits', 'PostgreSQL'],
    ['postgres/batching/', 'many commands in one transaction'],
    ['postgres/* foreign/*', 'connections; databases of other programs, read-only, and the staging file'],
    ['*', 'the interface, migrations, the shapes of statements'],
  ],
  'services/wallet/src/payments/': [
    ['payment-commands payments-feature lnurl-feature contacts-feature'],
    ['routes/', 'schema, access rule and handler of each endpoint'],
    [
      'reconciling/ stuck/ lnurl/ lists/ contacts/',
      'polls what is not final; stuck money; payments by LNURL; lists and exports; contacts',
    ],
    ['receiving/', 'invoices, receipts, holds'],
    ['sending/', 'reserve, dispatch, conclude'],
    [
      'answers/ limits/ history/',
      'a payment as JSON; spending limits; whether a node still has what it had, and how far it was read',
    ],
    ['states/', 'the rows of payments, and the tables that change them'],
  ],
  'services/wallet/src/accounts/': [
    ['*'],
    ['login/', 'the ways to log in'],
    [
      'sharing/ acls/ verified-email/ second-factor/ preferences/',
      'shared wallets; access lists; verified addresses; second factors; preferences',
    ],
    ['providers/', 'Google, GitHub, Keycloak'],
    ['users/', 'the accounts, `open-account`, `let-in`'],
  ],
  'services/wallet/src/admin/': [
    ['admin.routes admin-commands admin-feature users-feature'],
    ['status/ settings/ users/ node/', 'status; settings; users; the choice of the node'],
    ['backup/* money/*', 'backups; books, halts and alarms'],
    ['backup/origin/', 'whose backup it is'],
  ],
  'services/wallet/src/import-lnbits/': [
    ['import-from import-into **.test'],
    ['stage-all', 'everything into the staging file'],
    ['items/ writing/', 'one translation for each extension; the command'],
    ['translating/', 'accounts, wallets, payments, settings'],
    ['reading/', 'tables of LNbits'],
    ['*', 'the staging file, the report'],
  ],
  'services/wallet/src/notifications/': [
    ['*', 'webhooks and sockets'],
    ['mail/ push/', 'messages to people'],
    ['nostr/', 'the same by Nostr'],
  ],
  'services/wallet/src/funding/': [['backends/', 'tests of the service on each backend'], ['*']],
  'services/wallet/src/extensions/': [
    ['extensions-feature system/*.test host/*.test'],
    ['system/*', 'installs and lists extensions'],
    ['system/serve/', 'its routes'],
    ['system/installing/', 'installs, upgrades, removes'],
    ['system/catalogue/ system/stores/', 'catalogues; what is installed'],
    ['system/packages/', 'reads and checks archives'],
    ['sandbox/', 'runs the code of packages (decision 0080)'],
    ['host/extension.routes host/host-commands'],
    ['host/packages/', 'definitions of packages'],
    ['host/sockets/', 'WebSockets of pages and devices'],
    ['host/serve/', 'routes of items, pages and files'],
    ['host/extension-host', 'runs extensions (decision 0017)'],
    ['host/jobs/', 'settlements, scheduled jobs, payouts'],
    ['host/relays/', 'Nostr relays'],
    ['host/run/', 'one run, which is one commit'],
    ['host/extension-deps host/downloads'],
    ['host/stores/ host/nostr/', 'rows, jobs and intents; connections to relays'],
    ['pages/', "renders pages in the visitor's language (decisions 0018, 0045)"],
    ['pages/fields/', 'fields of forms'],
    ['pages/numbers/', 'numbers as people read and type them'],
    ['*', 'the list of built-ins'],
  ],
  'packages/http/src/': [
    ['create-http-app http-feature serve environment prepared-routes slow-requests', 'the app that both services use'],
    ['sockets/ answers/ docs/', 'WebSockets; what is sent; `/docs` and `/redoc`'],
    ['reports/ limits/ requests/', 'log and metrics; rate limits; what was received'],
    ['http-app inside-door', 'the type of the app; calls of own routes'],
    ['prepared/', 'prepared bodies'],
    ['*', '`ServiceError`, log and the like'],
  ],
  'services/price-aggregator/mock/': [
    ['**.test'],
    [
      'main control-server withstands strict-client open-prices moving-prices mock-exchange mock-exchanges local-exchange local-server',
      'the simulated exchanges, and the world that tests open',
    ],
    ['misbehaviours/', 'ways to misbehave'],
    ['dialects/', 'what each exchange sends'],
    ['market raw-json raw-client', 'prices; bytes as they are'],
  ],
  'services/wallet/test/world/': [
    ['access/', 'grants and endings, played'],
    ['nostr/ funding/', 'relays; nodes'],
    [
      'extensions/ notifications/ providers/ pages/ lnbits/',
      'what tests of extensions, messages, log-ins, pages and LNbits open',
    ],
    ['accounts/', 'accounts and logins'],
    ['*', '`open-world`: the whole service'],
    ['test-database', 'a fresh database for each test'],
    ['postgres/ servers/ db/', 'a PostgreSQL server; other servers; statements'],
    ['run-folder', 'the folder of a test run'],
  ],
  'services/wallet/test/campaigns/': [
    ['**.campaign.test **.engines.test', 'the campaigns'],
    ['load/ model/ noisy/ web-app/', 'loads; the model; attacks; browsers'],
    ['stages/', 'services that are killed'],
    ['*', 'what all of them use'],
  ],
}

/** The floor of a file, 0 = top; -1 without a floor. */
export const floorOf = (folder: string, floors: readonly Floor[], path: string): number =>
  within(
    floors.map(([files]) => files),
    nameOf(path.slice(folder.length)),
  )
