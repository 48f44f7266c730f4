import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** A login for one app. */
export const FIELDS = {
  label: { type: 'text', min: 1, max: 64, doc: 'Name of the app or person that uses the login.' },
  mode: {
    type: 'text',
    max: 10,
    oneOf: ['invoice', 'admin'],
    doc: '`invoice`: receive and read. `admin`: also pay.',
  },
  max_payment: { type: 'sat', min: 1, doc: 'Maximum per payment, satoshis.', optional: true },
  daily_limit: {
    type: 'sat',
    min: 1,
    doc: 'Maximum per day (UTC), satoshis with routing fees; absent = the balance of the wallet.',
    optional: true,
  },
  expires_at: {
    type: 'text',
    max: 30,
    as: 'moment',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?Z$',
    doc: 'When the login expires and all its calls are rejected, ISO 8601 in UTC (`2027-01-31T12:00:00Z`).',
    optional: true,
  },
  revoked: { type: 'bool', doc: 'True: the login is disabled and its sessions are ended.', default: false },
  login: { type: 'text', max: 64, doc: 'User name.', by: 'server', optional: true, unique: 'instance' },
  secret: { type: 'text', max: 64, doc: 'Password; not a wallet key.', by: 'server', optional: true, show: 'once' },
  uri: {
    type: 'text',
    max: 500,
    doc: 'Login and password for an app to scan: `lndhub://…`.',
    by: 'server',
    optional: true,
    show: 'once',
  },
  last_used_at: {
    type: 'text',
    max: 30,
    doc: 'Time of the last use, to within some minutes, ISO 8601.',
    by: 'server',
    optional: true,
  },
  spent_today: { type: 'sat', doc: 'Amount paid or in flight today (UTC), satoshis.', by: 'server', default: 0 },
  spent_on: { type: 'date', doc: 'Last day with a payment.', by: 'server', optional: true },
} as const satisfies Shape

export const TABLES = {
  /** Access and refresh tokens that have not expired. */
  tokens: {
    item: { type: 'text', max: 64, doc: 'Id of the login.', index: true },
    kind: { type: 'text', max: 10, oneOf: ['access', 'refresh'], doc: 'Kind of the token.' },
    token: { type: 'text', max: 64, doc: 'Random part of the token.', atRest: 'hashed', unique: 'instance' },
    expires_at: { type: 'int', doc: 'When the token expires, Unix seconds.' },
  },
  /** One row per invoice that a login has paid, or tried to pay. */
  payments: {
    item: { type: 'text', max: 64, doc: 'Id of the login.', index: true },
    slot: { type: 'text', max: 200, doc: 'Id of the login with the payment hash.', unique: 'instance' },
    key: { type: 'text', max: 220, doc: 'Name of the newest intent.' },
    tries: { type: 'int', doc: 'Number of intents.' },
    state: { type: 'text', max: 10, oneOf: ['open', 'paid', 'failed'], doc: 'State of the payment.' },
    sats: { type: 'sat', doc: 'Amount that counts against the daily limit; in flight, with the routing fee limit.' },
    day: { type: 'date', doc: 'Day on which the amount counts.' },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type HubLogin = Item<typeof FIELDS>
export type HubCtx = Ctx<typeof FIELDS, typeof TABLES>
/** The header of every route, with the login's token. */
export interface HubRequest {
  readonly headers: Readonly<Record<string, string | undefined>>
}
export const { routes } = routeBuilders<typeof FIELDS, typeof TABLES>()

export const dayOf = (ctx: Pick<HubCtx, 'now'>): string => new Date(ctx.now()).toISOString().slice(0, 10)

/** The amount that counts against today's limit. */
export const spentToday = ({ spent_on: on, spent_today: spent }: HubLogin, ctx: Pick<HubCtx, 'now'>): number =>
  on === dayOf(ctx) ? spent : 0
