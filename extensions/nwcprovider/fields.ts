import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** What an app may be allowed to do. */
export const PERMISSIONS = ['pay', 'invoice', 'lookup', 'history', 'balance', 'info'] as const

/** A connection for one app. */
export const FIELDS = {
  description: { type: 'text', min: 1, max: 64, doc: 'Which app or person uses it.' },
  permissions: {
    type: 'list',
    of: { scalar: 'text', max: 10, oneOf: PERMISSIONS },
    minItems: 1,
    maxItems: PERMISSIONS.length,
    doc: '`pay`, `invoice` (make invoices), `lookup` (find one payment, get notified of received and sent ones), `history`, `balance`, `info`.',
  },
  expires_at: {
    type: 'text',
    max: 30,
    as: 'moment',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?Z$',
    doc: 'From then on every request is rejected: ISO 8601, UTC (`2027-01-31T12:00:00Z`).',
    optional: true,
  },
  budgets: {
    type: 'list',
    maxItems: 5,
    default: [],
    doc: 'What it may pay, routing fees included; all of them hold. With `pay` there must be one, or `unlimited`.',
    of: {
      budget_msats: { type: 'msat', min: 1, doc: 'At most this much in one window, millisatoshis.' },
      refresh_window: {
        type: 'int',
        min: 0,
        max: 315_360_000,
        as: 'seconds',
        doc: 'Seconds until the budget is full again; 0 = never.',
      },
      used_msats: { type: 'msat', by: 'server', doc: 'Paid or in flight in this window, millisatoshis.' },
      window_started_at: { type: 'int', by: 'server', doc: 'When this window began: Unix seconds.' },
    },
  },
  unlimited: { type: 'bool', default: false, doc: 'True: it may pay as much as the wallet holds.' },
  pubkey: {
    type: 'text',
    as: 'code',
    max: 64,
    pattern: '^[0-9a-f]{64}$',
    lowerCase: true,
    fixed: true,
    optional: true,
    index: true,
    doc: "The app's public key, 64 hex; without it, one is made, whose secret is in `connection_uri`.",
  },
  service_pubkey: {
    type: 'text',
    max: 64,
    by: 'server',
    optional: true,
    // Not unique: connections that came from LNbits share one.
    index: true,
    doc: "The wallet's public key in this connection, 64 hex.",
  },
  relay: { type: 'text', max: 300, by: 'server', optional: true, doc: 'Where they meet: the first of `relays`.' },
  relays: {
    type: 'list',
    of: { scalar: 'text', max: 300 },
    maxItems: 5,
    by: 'server',
    default: [],
    doc: 'All relays on which the wallet listens.',
  },
  connection_uri: {
    type: 'text',
    max: 2000,
    by: 'server',
    optional: true,
    show: 'once',
    doc: "What the app scans: `nostr+walletconnect://…`. Contains the app's secret, which is not stored.",
  },
  last_used_at: {
    type: 'text',
    max: 30,
    by: 'server',
    optional: true,
    doc: 'When it was last used, to some minutes: ISO 8601.',
  },
} as const satisfies Shape

export const TABLES = {
  /** The wallet's side of each connection. */
  keys: {
    pubkey: { type: 'text', max: 64, doc: 'As `service_pubkey`.', index: true },
    secret: { type: 'text', max: 64, doc: 'In hex.', atRest: 'sealed' },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type NwcConnection = Item<typeof FIELDS>
export type NwcCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, routes } = routeBuilders<typeof FIELDS, typeof TABLES>()
export type Permission = (typeof PERMISSIONS)[number]

export const secondsOf = (ctx: Pick<NwcCtx, 'now'>): number => Math.floor(ctx.now() / 1000)
