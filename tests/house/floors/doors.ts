/** An outside thing, known by the modules that reach it, and the only sources that may import them. */
interface Door {
  readonly thing: string
  readonly modules: RegExp
  readonly only: string
}

export const DOORS: readonly Door[] = [
  {
    thing: 'Fastify',
    modules: /^@?fastify/,
    only: 'packages/http/ services/wallet/src/access/ services/wallet/src/extensions/host/serve/ **.routes',
  },
  { thing: 'Accepted WebSockets', modules: /^@fastify\/websocket$/, only: 'packages/http/src/sockets/socket-door' },
  {
    thing: 'Requests to exchanges and to hosts that users name',
    modules: /^undici$/,
    only: 'services/price-aggregator/src/exchanges/fetch-json packages/outbound/src/send-pinned',
  },
  { thing: "Node's HTTP", modules: /^node:https?$/, only: 'packages/http/src/ packages/lightning/src/ **.routes' },
  {
    thing: 'HTTP/2',
    modules: /^node:http2$/,
    only: 'packages/lightning/src/backends/ldk-server/grpc-client',
  },
  // Types and states of sockets accepted by the socket door may be used outside, too.
  {
    thing: 'WebSocket clients, relays of Nostr',
    modules: /^ws$/,
    only: 'packages/lightning/src/net/ services/wallet/src/extensions/host/nostr/relay-client services/wallet/src/extensions/host/sockets/live-connection services/wallet/src/notifications/live-connection **.routes',
  },
  {
    thing: 'SQL drivers',
    modules: /^(pg|better-sqlite3)$/,
    only: 'services/wallet/src/db/ packages/lightning/src/simulated/journal/',
  },
  {
    thing: 'Programs that are started',
    modules: /^node:child_process$/,
    only: 'packages/sandbox/src/sandbox-process services/wallet/src/admin/backup/run-backup-command services/wallet/src/db/postgres/postgres-tools services/wallet/src/db/sqlite/sqlite-check',
  },
  { thing: 'The bucket of backups', modules: /^aws4fetch$/, only: 'services/wallet/src/admin/backup/s3-requests' },
  { thing: 'Mail (nodemailer)', modules: /^nodemailer$/, only: 'services/wallet/src/notifications/mail/send-mail' },
  {
    thing: 'Log-in providers (openid-client)',
    modules: /^openid-client$/,
    only: 'services/wallet/src/accounts/providers/',
  },
  { thing: 'The log (pino)', modules: /^pino$/, only: 'packages/http/src/log' },
  { thing: 'OpenTelemetry', modules: /^@opentelemetry\//, only: 'packages/tracing/src/' },
]

/** Only these read the environment; all others get it. */
export const READS_ENVIRONMENT =
  'services/wallet/src/programs/main services/price-aggregator/src/main services/wallet/src/programs/audit services/wallet/src/programs/mend services/wallet/src/programs/backup services/wallet/src/programs/restore services/wallet/src/programs/restore-drill services/wallet/src/programs/upgrade-check services/wallet/src/programs/rekey services/wallet/src/programs/import-lnbits'

/** Only these open connections to nodes, of all sources of the Lightning package; the last one listens for tests. */
export const NODE_DOORS = [
  'net/node-http',
  'net/node-socket',
  'net/shown-certificate',
  'backends/ldk-server/grpc-client',
  'simulated/control/control-server',
]
