import type { Reader } from '../../db/database.ts'
import { type OffsetAt, offsetIn, QUARTER } from './time-zone.ts'
import { isOfWallets } from './wallet-list.ts'

export type Period = 'hour' | 'day' | 'week' | 'month'

export interface HistoryQuery {
  readonly group: Period
  /** Unix seconds, inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly tz?: string | undefined
}

export interface PeriodSums {
  readonly date: string
  readonly income: number
  readonly spending: number
  readonly fees_msat: number
  /** Balance at the end of the period. */
  readonly balance_msat: number
}

/**
 * Sums by period in a time zone, with fees and the balance at the end of each. Balances are computed backwards from the
 * current one, reserves included, so the newest period ends with the wallet's balance.
 */
export async function readHistory(
  reader: Reader,
  walletIds: readonly string[],
  { group, from = 0, to = Number.MAX_SAFE_INTEGER, tz = 'UTC' }: HistoryQuery,
): Promise<PeriodSums[]> {
  const offsetAt = offsetIn(tz)
  const [balance, quarters] = await Promise.all([
    findBalance(reader, walletIds),
    listQuarters(reader, walletIds, { from, to }),
  ])
  const periods = new Map<string, Sums>()
  let left = balance
  for (const quarter of quarters.toReversed()) {
    const before = left - quarter.change
    if (!quarter.isLater) {
      const date = labelOf(group, quarter.at, offsetAt)
      const sums = periods.get(date) ?? { income: 0n, spending: 0n, fees: 0n, balance: left }
      periods.set(date, {
        income: sums.income + quarter.income,
        spending: sums.spending + quarter.spending,
        fees: sums.fees + quarter.fees,
        balance: sums.balance,
      })
    }
    left = before
  }
  return [...periods].toReversed().map(([date, sums]) => ({
    date,
    income: Number(sums.income),
    spending: Number(sums.spending),
    fees_msat: Number(sums.fees),
    balance_msat: Number(sums.balance),
  }))
}

interface Sums {
  readonly income: bigint
  readonly spending: bigint
  readonly fees: bigint
  readonly balance: bigint
}

interface Quarter extends Omit<Sums, 'balance'> {
  /** Its beginning, Unix seconds. */
  readonly at: number
  /** The change of the balance. */
  readonly change: bigint
  /** After the requested span: needed only to compute the balance at its end. */
  readonly isLater: boolean
}

/** Oldest first. Fees above the reserve are left out: the operator paid them. */
async function listQuarters(
  reader: Reader,
  walletIds: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Quarter[]> {
  const [ofWallets, ids] = isOfWallets(reader, walletIds)
  const paid = `CASE WHEN direction = 'out' AND fee_msat > fee_limit_msat THEN fee_limit_msat ELSE fee_msat END`
  const later = (at: string): string => `CASE WHEN ${at} > $3 THEN 1 ELSE 0 END`
  return reader.list(
    `SELECT quarter, later, CAST(SUM(income) AS BIGINT) AS income, CAST(SUM(spending) AS BIGINT) AS spending,
       CAST(SUM(fee) AS BIGINT) AS fees, CAST(SUM(change) AS BIGINT) AS change
     FROM (
       SELECT finished_at / ${QUARTER} AS quarter, ${later('finished_at')} AS later,
         CASE WHEN direction = 'in' THEN amount_msat / 1000 ELSE 0 END AS income,
         CASE WHEN direction = 'out' THEN amount_msat / 1000 ELSE 0 END AS spending,
         CASE WHEN direction = 'out' THEN ${paid} ELSE 0 END AS fee,
         CASE WHEN direction = 'in' THEN amount_msat ELSE -amount_msat - ${paid} END AS change
       FROM payments WHERE ${ofWallets} AND status = 'success' AND finished_at >= $2
       UNION ALL
       SELECT at / ${QUARTER}, ${later('at')}, 0, 0, 0, amount_msat FROM adjustments WHERE ${ofWallets} AND at >= $2
     ) AS moved GROUP BY quarter, later ORDER BY quarter, later`,
    [...ids, from, to],
    ({ quarter, later: isLater, ...sums }: QuarterRow) => ({
      ...sums,
      at: Number(quarter) * QUARTER,
      isLater: Number(isLater) === 1,
    }),
  )
}

type QuarterRow = Record<'quarter' | 'income' | 'spending' | 'fees' | 'change', bigint> & {
  readonly later: bigint | number
}

async function findBalance(reader: Reader, walletIds: readonly string[]): Promise<bigint> {
  const [ofWallets, ids] = isOfWallets(reader, walletIds)
  const total = await reader.first(
    `SELECT CAST(COALESCE(SUM(available_msat + reserved_msat), 0) AS BIGINT) AS total FROM balances WHERE ${ofWallets}`,
    ids,
    (row: { total: bigint }) => row.total,
  )
  return total ?? 0n
}

const LABEL_LENGTH = { hour: 16, day: 10, week: 10, month: 7 } as const
const DAY_MS = 86_400_000

/** `2026-11-20T13:00`, `2026-11-20`, the Monday of its week, `2026-11`. */
function labelOf(group: Period, seconds: number, offsetAt: OffsetAt): string {
  const local = new Date((seconds + offsetAt(seconds)) * 1000)
  const begin = group === 'week' ? new Date(local.getTime() - ((local.getUTCDay() + 6) % 7) * DAY_MS) : local
  if (group === 'hour') return `${begin.toISOString().slice(0, 14)}00`
  return begin.toISOString().slice(0, LABEL_LENGTH[group])
}
