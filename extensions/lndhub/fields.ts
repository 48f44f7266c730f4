import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** A login for one app. */
export const FIELDS = {
  label: { type: 'text', min: 1, max: 64, doc: 'Which app or person uses it.' },
  mode: {
    type: 'text',
    max: 10,
    oneOf: ['invoice', 'admin'],
    doc: '`invoice`: it receives and reads. `admin`: it also pays.',
  },
  max_payment: { type: 'sat', min: 1, doc: 'The most that one payment may be, satoshis.', optional: true },
  daily_limit: {
    type: 'sat',
    min: 1,
    doc: 'The most that it pays a day (UTC), satoshis, routing fees included; without it, what the wallet holds.',
    optional: true,
  },
  expires_at: {
    type: 'text',
    max: 30,
    as: 'moment',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?Z$',
    doc: 'From then on logins and all calls are rejected: ISO 8601, UTC (`2027-01-31T12:00:00Z`).',
    optional: true,
  },
  revoked: { type: 'bool', doc: 'True: closed, and all logins are ended.', default: false },
  login: { type: 'text', max: 64, doc: 'The user name.', by: 'server', optional: true, unique: 'instance' },
  secret: { type: 'text', max: 64, doc: 'The password. No wallet key.', by: 'server', optional: true, show: 'once' },
  uri: {
    type: 'text',
    max: 500,
    doc: 'Login and password as an app scans them: `lndhub://…`.',
    by: 'server',
    optional: true,
    show: 'once',
  },
  last_used_at: {
    type: 'text',
    max: 30,
    doc: 'When it was last used, to some minutes: ISO 8601.',
    by: 'server',
    optional: true,
  },
  spent_today: { type: 'sat', doc: 'Paid or in flight today (UTC), satoshis.', by: 'server', default: 0 },
  spent_on: { type: 'date', doc: 'The last day on which it paid.', by: 'server', optional: true },
} as const satisfies Shape

export const TABLES = {
  /** Access and refresh tokens that are still good. */
  tokens: {
    item: { type: 'text', max: 64, doc: 'The login.', index: true },
    kind: { type: 'text', max: 10, oneOf: ['access', 'refresh'], doc: 'What it is good for.' },
    token: { type: 'text', max: 64, doc: 'Random.', atRest: 'hashed', unique: 'instance' },
    expires_at: { type: 'int', doc: 'Unix seconds.' },
  },
  /** One row for each invoice that a login has paid, or tried to pay. */
  payments: {
    item: { type: 'text', max: 64, doc: 'The login.', index: true },
    slot: { type: 'text', max: 200, doc: 'The login and the payment hash.', unique: 'instance' },
    key: { type: 'text', max: 220, doc: 'Of the newest intent.' },
    tries: { type: 'int', doc: 'How many intents there were.' },
    state: { type: 'text', max: 10, oneOf: ['open', 'paid', 'failed'], doc: 'How it stands.' },
    sats: { type: 'sat', doc: 'What counts against the daily limit until it has ended: with the most for routing.' },
    day: { type: 'date', doc: 'Of which day.' },
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
