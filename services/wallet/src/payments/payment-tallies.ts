import { msatToSatTowardsZero } from '@satchel/money/units'
import type { Change, SqlValue } from '../db/database.ts'
import { textForRows } from '../db/text-for-rows.ts'
import type { Payment } from './payment.ts'

type Side = Pick<Payment, 'walletId' | 'direction'>

// Kept in the same step as the rows they count, so that lists, history and statistics always agree (money-safety B.19).

export const countCreated = (side: Side): Change => ({
  sql: `INSERT INTO payment_counts (wallet_id, direction, created) VALUES ($1, $2, 1)
        ON CONFLICT (wallet_id, direction) DO UPDATE SET created = payment_counts.created + 1`,
  params: [side.walletId, side.direction],
  keys: [`${side.walletId} ${side.direction}`],
  rows: 1,
})

/** `revived`: the row counted as failed before. */
export const countFinished = (side: Side, end: 'success' | 'failed', revived = false): Change => ({
  sql: `UPDATE payment_counts SET ${end} = ${end} + 1${revived ? ', failed = failed - 1' : ''}
        WHERE wallet_id = $1 AND direction = $2`,
  params: [side.walletId, side.direction],
  keys: [`${side.walletId} ${side.direction}`],
  rows: 1,
})

const HOUR_SECONDS = 3600

const addToHoursText = textForRows((rows) => {
  const values = rows.map((row) => `(${[1, 2, 3, 4, 5, 6].map((column) => `$${row * 6 + column}`).join(', ')})`)
  return `INSERT INTO payment_hours (wallet_id, hour, tag, income_sat, spending_sat, payments) VALUES ${values.join(', ')}
    ON CONFLICT (wallet_id, hour, tag) DO UPDATE SET
      income_sat = payment_hours.income_sat + excluded.income_sat,
      spending_sat = payment_hours.spending_sat + excluded.spending_sat,
      payments = payment_hours.payments + excluded.payments`
})

/** Adds succeeded payments to the hours that history and statistics are made of. */
export function tallySuccess(
  payments: readonly Pick<Payment, 'walletId' | 'direction' | 'tag' | 'amountMsat' | 'createdAt'>[],
): Change {
  const hours = new Map<string, { key: SqlValue[]; income: bigint; spending: bigint; count: number }>()
  for (const { walletId, direction, tag, amountMsat, createdAt } of payments) {
    const key = [walletId, createdAt - (createdAt % HOUR_SECONDS), tag]
    const id = JSON.stringify(key)
    const hour = hours.get(id) ?? { key, income: 0n, spending: 0n, count: 0 }
    hours.set(id, hour)
    hour[direction === 'in' ? 'income' : 'spending'] += msatToSatTowardsZero(amountMsat)
    hour.count += 1
  }
  const rows = [...hours.values()]
  return {
    sql: addToHoursText(rows.length),
    params: rows.flatMap(({ key, income, spending, count }) => [...key, income, spending, count]),
    keys: [...hours.keys()],
    rows: rows.length,
  }
}
