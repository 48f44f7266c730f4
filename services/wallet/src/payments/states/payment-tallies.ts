import { msatToSatTowardsZero } from '@satchel/money/units'
import type { Change } from '../../db/database.ts'
import { insertRow, type ManyRows, updateRow } from '../../db/many-rows.ts'
import type { Payment } from './payment.ts'

type Side = Pick<Payment, 'walletId' | 'direction'>

// Updated in the transaction of the rows they count, so that lists, history and statistics always agree (rule B19).

export const countCreated = (side: Side, end?: 'success'): Change => ({
  ...COUNT_CREATED,
  params: [side.walletId, side.direction, 1, end === undefined ? 0 : 1],
  keys: [keyOf(side)],
  rows: 1,
})

const COUNT_CREATED = insertRow(
  'payment_counts',
  { wallet_id: 'text', direction: 'text', created: 'bigint', success: 'bigint' },
  `ON CONFLICT (wallet_id, direction) DO UPDATE SET created = payment_counts.created + excluded.created,
     success = payment_counts.success + excluded.success`,
)

export const countFinished = (side: Side, end: 'success' | 'failed'): Change => countEnd(COUNT_END[end], side)

/** The row counted as failed before. */
export const countRevived = (side: Side): Change => countEnd(COUNT_REVIVED, side)

const countEnd = (statement: ManyRows, side: Side): Change => ({
  ...statement,
  params: [side.walletId, side.direction],
  keys: [keyOf(side)],
  rows: 1,
})

const keyOf = ({ walletId, direction }: Side): string => `${walletId} ${direction}`

const updateCounts = (set: string): ManyRows =>
  updateRow('payment_counts', { walletId: 'text', direction: 'text' }, ({ walletId, direction }) => ({
    set,
    where: `wallet_id = ${walletId} AND direction = ${direction}`,
  }))

const COUNT_END = {
  success: updateCounts('success = success + 1'),
  failed: updateCounts('failed = failed + 1'),
}
const COUNT_REVIVED = updateCounts('success = success + 1, failed = failed - 1')

const HOUR_SECONDS = 3600

const ADD_TO_HOUR = insertRow(
  'payment_hours',
  {
    wallet_id: 'text',
    hour: 'bigint',
    tag: 'text',
    income_sat: 'bigint',
    spending_sat: 'bigint',
    payments: 'bigint',
  },
  `ON CONFLICT (wallet_id, hour, tag) DO UPDATE SET
     income_sat = payment_hours.income_sat + excluded.income_sat,
     spending_sat = payment_hours.spending_sat + excluded.spending_sat,
     payments = payment_hours.payments + excluded.payments`,
)

/** Adds a succeeded payment to the hourly sums for history and statistics. */
export function tallySuccess({ walletId, direction, tag, amountMsat, createdAt }: Succeeded): Change {
  const hour = createdAt - (createdAt % HOUR_SECONDS)
  const sats = msatToSatTowardsZero(amountMsat)
  const [income, spending] = direction === 'in' ? [sats, 0n] : [0n, sats]
  return {
    ...ADD_TO_HOUR,
    params: [walletId, hour, tag, income, spending, 1],
    keys: [`${walletId} ${hour} ${tag}`],
    rows: 1,
  }
}

type Succeeded = Pick<Payment, 'walletId' | 'direction' | 'tag' | 'amountMsat' | 'createdAt'>
