import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Ctx } from '@satchel/extension-sdk/context'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** A machine that takes cash. */
export const FIELDS = {
  title: { type: 'text', min: 1, max: 64, doc: 'Its name, which customers read.', show: 'public' },
  currency: { type: 'currency', doc: 'Of the cash: a currency code, or `sat`.', show: 'public' },
  digits: {
    type: 'int',
    min: 0,
    max: 4,
    doc: 'How many digits of the amounts in its codes are behind the point: with 2, 1250 is 12.50. Default: the digits of the currency in ISO 4217 when the machine is created.',
    optional: true,
  },
  profit: {
    type: 'percent',
    max: 50,
    doc: 'Percent of the amount that its operator keeps.',
    default: 0,
    show: 'public',
  },
  daily_limit: {
    type: 'sat',
    min: 1,
    doc: 'The most that is paid out on a day (UTC), satoshis, routing fees included.',
  },
  max_claim: {
    type: 'sat',
    min: 1,
    doc: 'The most that one code is worth, satoshis. Devices whose codes carry no signature need it.',
    optional: true,
  },
  enabled: { type: 'bool', doc: 'False: nothing is paid out now.', default: true },
  valid_days: { type: 'int', min: 0, max: 3650, doc: 'Days that a scanned code stays good; 0 = forever.', default: 0 },
  key: {
    type: 'text',
    max: 64,
    doc: 'The secret of the device.',
    by: 'server',
    optional: true,
    show: 'once',
    atRest: 'sealed',
  },
  claimed_total: { type: 'sat', doc: 'Paid out or in flight, satoshis.', by: 'server', default: 0 },
  claims_today: { type: 'int', doc: 'Codes paid out or in flight today (UTC).', by: 'server', default: 0 },
  claimed_today: { type: 'sat', doc: 'What they are worth, satoshis.', by: 'server', default: 0 },
  last_day: { type: 'text', max: 10, doc: 'The day (UTC) of the newest of them.', by: 'server', optional: true },
} as const satisfies Shape

export const TABLES = {
  /** One row for every code that was scanned, in any spelling. */
  claims: {
    item: { type: 'text', max: 64, doc: 'The machine.', index: true },
    payload: { type: 'text', max: 64, doc: 'SHA-256 of the code’s bytes.', unique: 'instance' },
    amount: { type: 'int', doc: 'As the code has it.' },
    digits: { type: 'int', doc: 'How many digits of it are behind the point.', optional: true },
    sats: { type: 'sat', doc: 'What is paid out, as it was priced.' },
    state: { type: 'text', max: 10, oneOf: ['open', 'reserved', 'paid'], doc: 'How it stands.' },
    priced_until: { type: 'int', doc: 'Until when `sats` is fixed: Unix seconds.' },
    opened_at: { type: 'int', doc: 'When it was first scanned, or released: Unix seconds.' },
    k1: { type: 'text', max: 64, doc: 'What pays it, once.', optional: true, unique: 'instance' },
    max_fee: { type: 'sat', doc: 'The most that routing may cost, while it is in flight.', optional: true },
    payment_hash: { type: 'text', max: 64, doc: 'Of the payout.', optional: true },
    day: { type: 'text', max: 10, doc: 'The day it counts for.', optional: true },
    at: { type: 'int', doc: 'When it was claimed: Unix seconds.', optional: true },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type FossaItem = Item<typeof FIELDS>
export type Claim = Item<(typeof TABLES)['claims']>
export type FossaCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, listRoute, lnurlWithdrawRoutes } = routeBuilders<typeof FIELDS, typeof TABLES>()
