import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** The permissions of an app. */
export const PERMISSIONS = ['pay', 'invoice', 'lookup', 'history', 'balance', 'info'] as const

/** A connection for one app. */
export const FIELDS = {
  description: { type: 'text', min: 1, max: 64, doc: 'Name of the app or person that uses the connection.' },
  permissions: {
    type: 'list',
    of: { scalar: 'text', max: 10, oneOf: PERMISSIONS },
    minItems: 1,
    maxItems: PERMISSIONS.length,
    doc: 'Permissions: `pay`, `invoice` (create invoices), `lookup` (find one payment, get notified of received and sent ones), `history`, `balance`, `info`.',
  },
  expires_at: {
    type: 'text',
    max: 30,
    as: 'moment',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?Z$',
    doc: 'When the connection expires and every request is rejected, ISO 8601 in UTC (`2027-01-31T12:00:00Z`).',
    optional: true,
  },
  budgets: {
    type: 'list',
    maxItems: 5,
    default: [],
    doc: 'Budgets, with routing fees; a payment must fit all of them. With `pay`, one budget or `unlimited` is required.',
    of: {
      budget_msats: { type: 'msat', min: 1, doc: 'Maximum per window, millisatoshis.' },
      refresh_window: {
        type: 'int',
        min: 0,
        max: 315_360_000,
        as: 'seconds',
        doc: 'Length of the window, seconds; 0 = never renewed.',
      },
      used_msats: { type: 'msat', by: 'server', doc: 'Amount paid or in flight in this window, millisatoshis.' },
      window_started_at: { type: 'int', by: 'server', doc: 'Start of this window, Unix seconds.' },
    },
  },
  unlimited: { type: 'bool', default: false, doc: 'True: the balance of the wallet is the only limit.' },
  pubkey: {
    type: 'text',
    as: 'code',
    max: 64,
    pattern: '^[0-9a-f]{64}$',
    lowerCase: true,
    fixed: true,
    optional: true,
    index: true,
    doc: 'Public key of the app, 64 hex digits; if absent, one is generated, and its secret is in `connection_uri`.',
  },
  service_pubkey: {
    type: 'text',
    max: 64,
    by: 'server',
    optional: true,
    // Not unique: connections imported from LNbits share one.
    index: true,
    doc: 'Public key of the wallet in this connection, 64 hex digits.',
  },
  relay: { type: 'text', max: 300, by: 'server', optional: true, doc: 'Relay of the connection: first of `relays`.' },
  relays: {
    type: 'list',
    of: { scalar: 'text', max: 300 },
    maxItems: 5,
    by: 'server',
    default: [],
    doc: 'Relays on which the wallet listens.',
  },
  connection_uri: {
    type: 'text',
    max: 2000,
    by: 'server',
    optional: true,
    show: 'once',
    doc: 'URI that the app scans: `nostr+walletconnect://…`. Contains the secret of the app, which is not stored.',
  },
  last_used_at: {
    type: 'text',
    max: 30,
    by: 'server',
    optional: true,
    doc: 'Time of the last use, to within some minutes, ISO 8601.',
  },
} as const satisfies Shape

export const TABLES = {
  /** The wallet's side of each connection. */
  keys: {
    pubkey: { type: 'text', max: 64, doc: 'Same as `service_pubkey`.', index: true },
    secret: { type: 'text', max: 64, doc: 'Secret key of the wallet in this connection, hex.', atRest: 'sealed' },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type NwcConnection = Item<typeof FIELDS>
export type NwcCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type Permission = (typeof PERMISSIONS)[number]

export const secondsOf = (ctx: Pick<NwcCtx, 'now'>): number => Math.floor(ctx.now() / 1000)
