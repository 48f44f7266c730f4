import { choice, flag, list, secret, text, type Variable, whole } from './variable.ts'

const BOTH = { by: ['wallet', 'prices'] } as const
const DAYS_SECONDS = 1_209_600
const MILLION = 1_000_000

/** Where the wallet service listens, keeps its data and is reached. */
const PLACE: readonly Variable[] = [
  text('HOST', 'Address to listen at.', { ...BOTH, default: '127.0.0.1' }),
  whole('PORT', [5000, 0, 65_535], 'Port of the wallet service; 0 = any free one.'),
  text('SERVICE_DATA_FOLDER', "Database, secrets and the simulated node's journal.", { default: './data' }),
  text('SERVICE_DATABASE_URL', '`sqlite://PATH` or `postgres://USER@HOST[,HOST2]/DATABASE`.', {
    varies: 'SQLite in the data folder',
    secret: 'password',
  }),
  text('SERVICE_DATABASE_REPLICA_URL', 'A standby of that PostgreSQL, from which lists and exports are read.', {
    secret: 'password',
  }),
  text('SERVICE_PUBLIC_URL', 'Base of every URL that the service returns.', { varies: '`http://127.0.0.1:PORT`' }),
  list('SERVICE_DOMAINS', 'Further host names of the service, for Lightning and Nostr addresses.'),
  list('SERVICE_FORMER_URLS', '[Former public URLs](operating.md#another-address) that still lead to the service.'),
  choice(
    'ACCESS_LOG',
    ['off', 'sampled', 'all'],
    'sampled',
    'Answers in the log; `sampled`: server errors and every hundredth one.',
    BOTH,
  ),
  choice(
    'SERVICE_DIALECT',
    ['satchel', 'lnbits'],
    'satchel',
    'What the API speaks to programs at its root; `lnbits`: as below `/lnbits`.',
  ),
  list('SERVICE_TRUSTED_PROXIES', 'Addresses or ranges whose `X-Forwarded-For` is trusted.', BOTH),
  whole('SERVICE_RATE_LIMIT_NO', [200, 0, 1_000_000_000], 'Requests of one address per unit; 0 = no limit.'),
  choice(
    'SERVICE_RATE_LIMIT_UNIT',
    ['second', 'minute', 'hour', 'day'],
    'minute',
    'The unit of the request limit.',
    BOTH,
  ),
  secret('SERVICE_METRICS_TOKEN', 'Bearer token that `/metrics` demands; at least 16 characters.', {
    varies: 'none: anyone may read',
  }),
  whole('SERVICE_METRICS_PORT', [0, 0, 65_535], 'Port of its own for `/metrics`; 0 = the port of the service.'),
  text('OTEL_EXPORTER_OTLP_ENDPOINT', 'OpenTelemetry collector that [traces](monitoring.md#traces) are sent to.', {
    varies: 'none: nothing is traced',
  }),
  secret('OTEL_EXPORTER_OTLP_HEADERS', 'Headers for the collector: `name=value,name=value`, percent-encoded.'),
  text('OTEL_SERVICE_NAME', 'Name of the service in traces.', { default: 'satchel-wallet' }),
  text('OTEL_TRACES_SAMPLER_ARG', 'Share of the traces that are recorded, 0 to 1.', { default: '1' }),
]

const ACCOUNTS: readonly Variable[] = [
  secret('AUTH_SECRET_KEY', 'Signs access tokens; at least 32 bytes; required with PostgreSQL.', {
    varies: 'created once, in the data folder',
  }),
  secret('SERVICE_KEY_ENCRYPTION_KEY', 'Encrypts the secrets in the database; at least 32 bytes.', {
    varies: 'created once; with PostgreSQL derived from `AUTH_SECRET_KEY`',
  }),
  secret('SERVICE_NEW_KEY_ENCRYPTION_KEY', 'The key that `npm run rekey` changes to.', { by: ['rekey'] }),
  secret('LNBITS_AUTH_SECRET_KEY', "LNbits' `AUTH_SECRET_KEY`, for `npm run import-lnbits`.", {
    by: ['import'],
    varies: 'that of its data folder',
  }),
  whole('AUTH_TOKEN_EXPIRE_MINUTES', [1440, 1, 5_256_000], 'Life of an access token.'),
  list('AUTH_ALLOWED_METHODS', 'Ways to log in.', { varies: 'all that are configured' }),
  text('SUPER_USER_USERNAME', 'The super user, created or updated at each start.'),
  secret('SUPER_USER_PASSWORD', "The super user's password, 8 to 128 characters."),
  text(
    'SUPER_USER_TAKE_OVER',
    'Repeats `SUPER_USER_USERNAME`, for one start: an account of that name that is no super user becomes it, and loses every other log-in, link, token, share and second factor.',
  ),
  flag('SERVICE_ALLOW_NEW_ACCOUNTS', true, 'Whether registration is open.'),
  list('SERVICE_ALLOWED_USERS', 'Ids of the users who may log in; the super user always may.', {
    varies: 'all users',
  }),
  choice(
    'SERVICE_REQUIRE_SECOND_FACTOR',
    ['nobody', 'admins', 'everybody'],
    'nobody',
    'Who must have a second factor.',
  ),
  text('GOOGLE_CLIENT_ID', 'Log-in with Google.'),
  secret('GOOGLE_CLIENT_SECRET', "The client's secret."),
  text('GOOGLE_DISCOVERY_URL', 'OpenID discovery document.', { varies: "Google's" }),
  text('GITHUB_CLIENT_ID', 'Log-in with GitHub.'),
  secret('GITHUB_CLIENT_SECRET', "The client's secret."),
  text('GITHUB_BASE_URL', 'Where users authorize.', { varies: '`https://github.com`' }),
  text('GITHUB_API_URL', 'API for log-ins and for releases of extensions.', { default: 'https://api.github.com' }),
  text('KEYCLOAK_CLIENT_ID', 'Log-in with Keycloak.'),
  secret('KEYCLOAK_CLIENT_SECRET', "The client's secret."),
  text('KEYCLOAK_DISCOVERY_URL', 'OpenID discovery document; required with the client.'),
  text('SERVICE_SITE_NAME', 'Name that visitors read.', { default: 'Satchel' }),
  text('SERVICE_SITE_MOTD', 'One line shown to every user.', { default: '' }),
  flag(
    'SERVICE_IGNORE_STORED_SETTINGS',
    false,
    "Start with the environment's values instead of the settings stored by an administrator.",
  ),
]

const SATS = 9_007_199_254_740

const PAYMENTS: readonly Variable[] = [
  whole(
    'SERVICE_FEE_RESERVE_MIN_MSAT',
    ['`2000`; phoenixd `7000`, Blink `10000`', 0, 1_000_000_000],
    'Least routing fee reserved, millisatoshis.',
  ),
  whole('SERVICE_FEE_RESERVE_PPM', [10_000, 0, MILLION], 'Routing fee reserved, parts per million of the amount.'),
  whole('SERVICE_MAX_PENDING_PER_WALLET', [1000, 1, MILLION], 'Payments of one wallet in flight.'),
  whole('SERVICE_MAX_PENDING', [10_000, 1, 10_000_000], 'Payments of all wallets in flight.'),
  whole('SERVICE_MAX_HELD_PER_ACCOUNT', [50, 1, MILLION], 'Payments from outside held for one account.'),
  whole(
    'SERVICE_MAX_HELD',
    ["what the node's channels can hold", 1, MILLION],
    'Payments from outside held at the node.',
  ),
  whole('SERVICE_MAX_HOLD_INVOICES_PER_ACCOUNT', [200, 1, MILLION], 'Hold invoices of one account that are not final.'),
  whole('SERVICE_MAX_PAYMENT_SATS', [10_000_000, 1, SATS], 'Largest payment or invoice.'),
  whole(
    'SERVICE_MAX_BALANCE_SATS',
    [SATS, 1, SATS],
    'Largest balance of one wallet; receipts at the node are credited above it.',
  ),
  whole('SERVICE_DAILY_LIMIT_WALLET_SATS', [0, 0, SATS], 'What one wallet may send in a day (UTC); 0 = no limit.'),
  whole(
    'SERVICE_DAILY_LIMIT_USER_SATS',
    [0, 0, SATS],
    'What all wallets of one user may send in a day (UTC); 0 = no limit.',
  ),
  whole('SERVICE_PAY_WAIT_MS', [10_000, 1, 600_000], 'How long a sender waits before the answer is `pending`.'),
  whole('SERVICE_HOLD_SECONDS', [86_400, 1, DAYS_SECONDS], 'A held payment returns to its payer after this time.'),
  whole(
    'SERVICE_RECONCILE_MS',
    ['`2000`; nwc, opennode and strike `4000`', 20, 3_600_000],
    'How often receipts are swept and pending payments polled.',
  ),
]

const RATES: readonly Variable[] = [
  text('PRICE_AGGREGATOR_URL', 'Where prices come from; without it, rates answer 503.', {
    by: ['wallet', 'start'],
    varies: 'set by `npm start`',
  }),
  text('SERVICE_FIXED_RATES', 'Prices that never change: `{"USD":50000}`.'),
  text('SERVICE_CURRENCIES', 'Currencies: a comma list or a JSON array.', { default: 'USD,EUR,CHF,GBP,CZK' }),
  text('SERVICE_ACCOUNTING_CURRENCY', "The currency in which every payment's value is recorded.", {
    varies: 'the first of `SERVICE_CURRENCIES`',
  }),
  whole('SERVICE_RATE_MAX_AGE_SECONDS', [600, 1, 604_800], 'Older prices are not used for payments.'),
]

const OUTSIDE: readonly Variable[] = [
  flag('SERVICE_ALLOW_PRIVATE_CALLBACKS', false, 'Webhooks may reach private addresses.', {
    varies: '`true` on loopback with the simulated node, else `false`',
  }),
  list('SERVICE_OUTBOUND_ALLOW', '`host:port` list that requests may always reach.'),
  text('SERVICE_OUTBOUND_DNS', 'Resolver for the names of other servers, `ip:port`.'),
  whole(
    'SERVICE_OUTSIDE_REQUESTS_PER_ACCOUNT',
    [8, 1, 32],
    'Concurrent requests to other servers for one account, in each lane.',
  ),
  text('SERVICE_SMTP_URL', '`smtp://user:password@host:587`, for mail of extensions.', { secret: 'password' }),
  text('SERVICE_MAIL_FROM', 'Sender address.'),
  whole('SERVICE_MAIL_PER_ACCOUNT', [200, 0, MILLION], 'Mails of one account in a day.'),
  whole('SERVICE_MAIL_PER_ADDRESS', [10, 0, MILLION], 'Mails to one recipient in a day.'),
  whole('SERVICE_MAIL_PER_DAY', [2000, 0, 1_000_000_000], 'Mails of all accounts in a day.'),
  flag(
    'SERVICE_MESSAGES',
    false,
    'People may have messages sent to their browsers by Web Push, and by mail where there is a mail server.',
  ),
  list(
    'SERVICE_MESSAGE_RELAYS',
    'Relays for messages by Nostr: where people are looked up, and where they are written to when they name no relays. None: no messages by Nostr.',
  ),
  list('SERVICE_NOSTR_RELAYS', 'Relays of new Nostr Wallet Connect connections.', {
    varies: '`wss://relay.getalby.com/v1`',
  }),
  whole('SERVICE_NOSTR_LOOK_BACK_SECONDS', [0, 0, 3600], 'How old requests over Nostr may be.'),
  flag('SERVICE_NOSTR_OWN_RELAY', false, 'Run a relay at `/nwcprovider/relay` for these connections.'),
  list('SERVICE_EXPLORER_URLS', 'Esplora APIs: `mainnet=https://…/api,testnet=…`.'),
]

const EXTENSIONS: readonly Variable[] = [
  text('SERVICE_EXTENSIONS_PATH', 'Folder of installed packages.', { varies: '`extensions` in the data folder' }),
  text('SERVICE_EXTENSIONS_MANIFESTS', 'JSON array of catalogue URLs.', { varies: 'the catalogue that ships' }),
  list('SERVICE_EXTENSIONS_DEFAULT_INSTALL', 'Extensions installed at start.'),
  list('SERVICE_USER_DEFAULT_EXTENSIONS', 'Extensions active for new accounts.'),
  list('SERVICE_ADMIN_EXTENSIONS', 'Extensions for administrators only.'),
  list('SERVICE_DISABLED_EXTENSIONS', 'Extensions disabled for all users.'),
  flag('SERVICE_EXTENSION_CODE', true, 'Whether the code of installed packages runs, in the sandbox.'),
  whole('SERVICE_EXTENSION_MAX_ROWS', [100_000, 1, 100 * MILLION], 'Rows that the code of one package may keep.'),
  whole('SERVICE_EXTENSION_MAX_MB', [50, 1, 100_000], 'Megabytes that the code of one package may keep.'),
  whole('SERVICE_DOWNLOADS', [64, 1, 10_000], 'Concurrent downloads overall.'),
  whole('SERVICE_DOWNLOADS_PER_ACCOUNT', [16, 1, 10_000], 'Concurrent downloads of what one account sells.'),
  whole('SERVICE_DOWNLOADS_PER_ADDRESS', [8, 1, 10_000], 'Concurrent downloads to one address.'),
  whole('SERVICE_DOWNLOAD_IDLE_SECONDS', [15, 1, 3600], 'How long a download may stand still.'),
  whole('SERVICE_VISITOR_REQUESTS', [120, 1, MILLION], 'Requests of one visitor to one public route in a minute.'),
  whole('SERVICE_VISITOR_INVOICES', [10, 1, MILLION], 'Invoices of one item for one visitor in a minute.'),
  whole('SERVICE_VISITOR_INVOICES_PER_ITEM', [30, 1, MILLION], 'Invoices of one item in a minute.'),
  whole('SERVICE_VISITOR_INVOICES_PER_ADDRESS', [60, 1, MILLION], 'Invoices for one visitor in a minute.'),
  whole('SERVICE_VISITOR_UNPAID', [40, 1, MILLION], 'Open unpaid invoices of one item for one visitor.'),
  whole('SERVICE_VISITOR_UNPAID_PER_ITEM', [100, 1, MILLION], 'Open unpaid invoices of one item.'),
  whole('SERVICE_VISITOR_SLOTS', [2, 1, MILLION], 'Times of a calendar that one visitor reserves in an hour.'),
  whole(
    'SERVICE_VISITOR_TICKET_PERCENT',
    [25, 1, 100],
    'Share of the unsold tickets that one visitor reserves in an hour.',
  ),
]

/** Backups that the service makes by itself. */
const BACKUPS: readonly Variable[] = [
  text('SERVICE_BACKUP_SCHEDULE', 'When backups are made: five fields of cron, UTC, as `0 3 * * *`.', {
    varies: 'none: the service makes no backups',
  }),
  text('SERVICE_BACKUP_TARGET', 'A folder, or `s3://bucket/prefix`.', { varies: '`backups` in the data folder' }),
  list(
    'SERVICE_BACKUP_RECIPIENT',
    'Public keys of age, all classic (`age1…`) or all post-quantum (`age1pq1…`): archives are encrypted; required with a bucket.',
  ),
  whole('SERVICE_BACKUP_KEEP', [14, 1, 100_000], 'Backups that stay at the target; older ones are deleted.'),
  text('SERVICE_BACKUP_COMMAND', 'Run with the path of each finished archive as its last argument, without a shell.'),
  text('SERVICE_BACKUP_S3_ENDPOINT', 'URL of an S3-compatible server.', { varies: "Amazon's, of the region" }),
  text('SERVICE_BACKUP_S3_REGION', 'Region of the bucket.', { default: 'us-east-1' }),
  text('SERVICE_BACKUP_S3_ACCESS_KEY_ID', 'Access key; required with a bucket.'),
  secret('SERVICE_BACKUP_S3_SECRET_ACCESS_KEY', 'Its secret.'),
]

/** Chapters of the reference page. */
export const WALLET_VARIABLES = {
  'Where the wallet service runs': PLACE,
  'Accounts and secrets': ACCOUNTS,
  Payments: PAYMENTS,
  Backups: BACKUPS,
  Prices: RATES,
  'Other servers': OUTSIDE,
  'Extensions and visitors': EXTENSIONS,
} as const satisfies Record<string, readonly Variable[]>
