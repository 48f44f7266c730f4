import type { Ctx } from '@satchel/extension-sdk/context'
import { routeBuilders } from '@satchel/extension-sdk/route-builders'
import type { Item, Shape } from '@satchel/extension-sdk/shape'

/** A machine that takes cash. */
export const FIELDS = {
  title: { type: 'text', min: 1, max: 64, doc: 'Name of the machine, shown to customers.', show: 'public' },
  currency: { type: 'currency', doc: 'Currency of the cash: a currency code, or `sat`.', show: 'public' },
  digits: {
    type: 'int',
    min: 0,
    max: 4,
    doc: 'Decimal places of the amounts in its codes: with 2, 1250 is 12.50. Default: the digits of the currency in ISO 4217 when the machine is created.',
    optional: true,
  },
  profit: {
    type: 'percent',
    max: 50,
    doc: 'Fee of the operator, percent of the amount.',
    default: 0,
    show: 'public',
  },
  daily_limit: {
    type: 'sat',
    min: 1,
    doc: 'Maximum paid out per day (UTC), satoshis with routing fees.',
  },
  max_claim: {
    type: 'sat',
    min: 1,
    doc: 'Maximum per code, satoshis. Required for devices whose codes carry no signature.',
    optional: true,
  },
  enabled: { type: 'bool', doc: 'False: the machine pays out nothing.', default: true },
  valid_days: { type: 'int', min: 0, max: 3650, doc: 'Days until a scanned code expires; 0 = never.', default: 0 },
  key: {
    type: 'text',
    max: 64,
    doc: 'Secret of the device.',
    by: 'server',
    optional: true,
    show: 'once',
    atRest: 'sealed',
  },
  claimed_total: { type: 'sat', doc: 'Total paid out or in flight, satoshis.', by: 'server', default: 0 },
  claims_today: { type: 'int', doc: 'Number of codes paid out or in flight today (UTC).', by: 'server', default: 0 },
  claimed_today: { type: 'sat', doc: 'Total paid out or in flight today (UTC), satoshis.', by: 'server', default: 0 },
  last_day: { type: 'text', max: 10, doc: 'Day (UTC) that the two counts are for.', by: 'server', optional: true },
} as const satisfies Shape

export const TABLES = {
  /** One row per scanned code, in any spelling. */
  claims: {
    item: { type: 'text', max: 64, doc: 'Id of the machine.', index: true },
    payload: { type: 'text', max: 64, doc: 'SHA-256 of the bytes of the code.', unique: 'instance' },
    amount: { type: 'int', doc: 'Amount in the code, without decimal point.' },
    digits: { type: 'int', doc: 'Decimal places of the amount.', optional: true },
    sats: { type: 'sat', doc: 'Payout at the price of the scan, satoshis.' },
    state: { type: 'text', max: 10, oneOf: ['open', 'reserved', 'paid'], doc: 'State of the code.' },
    priced_until: { type: 'int', doc: 'Until when `sats` is fixed, Unix seconds.' },
    opened_at: { type: 'int', doc: 'Time of the first scan or of the release, Unix seconds.' },
    k1: { type: 'text', max: 64, doc: 'One-time secret of the LNURL-withdraw.', optional: true, unique: 'instance' },
    max_fee: { type: 'sat', doc: 'Limit for routing fees while the payout is in flight.', optional: true },
    payment_hash: { type: 'text', max: 64, doc: 'Hash of the payout.', optional: true },
    day: { type: 'text', max: 10, doc: 'Day on which the payout counts.', optional: true },
    at: { type: 'int', doc: 'Time of the claim, Unix seconds.', optional: true },
  },
} as const satisfies Readonly<Record<string, Shape>>

export type FossaItem = Item<typeof FIELDS>
export type Claim = Item<(typeof TABLES)['claims']>
export type FossaCtx = Ctx<typeof FIELDS, typeof TABLES>
export const { route, listRoute, lnurlWithdrawRoutes } = routeBuilders<typeof FIELDS, typeof TABLES>()
