import { parseDecimal } from '@satchel/money/decimal'
import { minorDigits } from '@satchel/money/minor-digits'
import type { Reader } from '../../db/database.ts'
import { minorAt } from '../../rates/convert.ts'
import { findRatesAt } from '../../rates/rate-history-store.ts'
import { type OffsetAt, offsetIn, QUARTER } from './time-zone.ts'
import { isOfWallets } from './wallet-list.ts'

export type Period = 'hour' | 'day' | 'week' | 'month'

export interface HistoryQuery {
  readonly group: Period
  /** Unix seconds, inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly tz?: string | undefined
  /** Also sums of values in this currency, upper case. */
  readonly currency?: string | undefined
}

export interface PeriodSums {
  readonly date: string
  readonly income: number
  readonly spending: number
  readonly fees_msat: number
  /** Balance at the end of the period. */
  readonly balance_msat: number
  /** In the currency, each payment at the rate of its time; null: of one no rate is known. */
  readonly income_value?: number | null
  readonly spending_value?: number | null
}

/**
 * Sums by period in a time zone, with fees and the balance at the end of each. Balances are computed backwards from the
 * current one, reserves included, so the newest period ends with the wallet's balance. The value of a payment is the
 * stored one, in whole units of the currency's smallest coin; others are converted together, quarter by quarter.
 */
export async function readHistory(
  reader: Reader,
  walletIds: readonly string[],
  { group, from = 0, to = Number.MAX_SAFE_INTEGER, tz = 'UTC', currency }: HistoryQuery,
): Promise<PeriodSums[]> {
  const offsetAt = offsetIn(tz)
  const [balance, quarters] = await Promise.all([
    findBalance(reader, walletIds),
    listQuarters(reader, walletIds, { from, to, currency }),
  ])
  const valueOf = await valuesOf(reader, quarters, currency)
  const periods = new Map<string, Sums>()
  let left = balance
  for (const quarter of quarters.toReversed()) {
    const before = left - quarter.change
    if (!quarter.isLater) {
      const date = labelOf(group, quarter.at, offsetAt)
      const sums = periods.get(date) ?? { ...NOTHING, balance: left }
      periods.set(date, {
        income: sums.income + quarter.income,
        spending: sums.spending + quarter.spending,
        fees: sums.fees + quarter.fees,
        balance: sums.balance,
        incomeValue: addKnown(sums.incomeValue, valueOf(quarter.at, quarter.in)),
        spendingValue: addKnown(sums.spendingValue, valueOf(quarter.at, quarter.out)),
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
    ...(currency !== undefined && {
      income_value: toUnits(sums.incomeValue, currency),
      spending_value: toUnits(sums.spendingValue, currency),
    }),
  }))
}

interface Sums {
  readonly income: bigint
  readonly spending: bigint
  readonly fees: bigint
  readonly balance: bigint
  /** In the smallest coin; undefined: unknown. */
  readonly incomeValue: bigint | undefined
  readonly spendingValue: bigint | undefined
}

const NOTHING = { income: 0n, spending: 0n, fees: 0n, incomeValue: 0n, spendingValue: 0n }

const addKnown = (sum: bigint | undefined, more: bigint | undefined): bigint | undefined =>
  sum === undefined || more === undefined ? undefined : sum + more

const toUnits = (minor: bigint | undefined, currency: string): number | null =>
  minor === undefined ? null : Number(`${minor}e-${minorDigits(currency)}`)

/** Payments of one direction: what is stored of their values, in the smallest coin, and the others. */
interface Valued {
  readonly minor: bigint
  readonly otherMsat: bigint
}

/** The value of payments of a quarter in the smallest coin; undefined without a rate. */
async function valuesOf(reader: Reader, quarters: readonly Quarter[], currency: string | undefined) {
  const others = quarters.filter((quarter) => quarter.in.otherMsat > 0n || quarter.out.otherMsat > 0n)
  const ends = [...new Set(others.map(({ at }) => at + QUARTER - 1))]
  const rates = currency === undefined ? new Map<number, string>() : await findRatesAt(reader, currency, ends)
  return (at: number, { minor, otherMsat }: Valued): bigint | undefined => {
    if (otherMsat === 0n) return minor
    const price = parseDecimal(rates.get(at + QUARTER - 1) ?? '')
    return price && minor + minorAt(otherMsat, currency ?? '', price)
  }
}

interface Quarter extends Pick<Sums, 'income' | 'spending' | 'fees'> {
  readonly in: Valued
  readonly out: Valued
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
  { from, to, currency }: { readonly from: number; readonly to: number; readonly currency: string | undefined },
): Promise<Quarter[]> {
  const [ofWallets, ids] = isOfWallets(reader, walletIds)
  const paid = `CASE WHEN direction = 'out' AND fee_msat > fee_limit_msat THEN fee_limit_msat ELSE fee_msat END`
  const later = (at: string): string => `CASE WHEN ${at} > $3 THEN 1 ELSE 0 END`
  const [values, join, more] = currency === undefined ? [NO_VALUES, '', []] : valuesIn(currency)
  return reader.list(
    `SELECT quarter, later, CAST(SUM(income) AS BIGINT) AS income, CAST(SUM(spending) AS BIGINT) AS spending,
       CAST(SUM(fee) AS BIGINT) AS fees, CAST(SUM(change) AS BIGINT) AS change,
       ${VALUES.map((name) => `CAST(SUM(${name}) AS BIGINT) AS ${name}`).join(', ')}
     FROM (
       SELECT finished_at / ${QUARTER} AS quarter, ${later('finished_at')} AS later,
         CASE WHEN direction = 'in' THEN amount_msat / 1000 ELSE 0 END AS income,
         CASE WHEN direction = 'out' THEN amount_msat / 1000 ELSE 0 END AS spending,
         CASE WHEN direction = 'out' THEN ${paid} ELSE 0 END AS fee,
         CASE WHEN direction = 'in' THEN amount_msat ELSE -amount_msat - ${paid} END AS change, ${values}
       FROM payments${join} WHERE ${ofWallets} AND status = 'success' AND finished_at >= $2
       UNION ALL
       SELECT at / ${QUARTER}, ${later('at')}, 0, 0, 0, amount_msat, 0, 0, 0, 0 FROM adjustments WHERE ${ofWallets} AND at >= $2
     ) AS moved GROUP BY quarter, later ORDER BY quarter, later`,
    [...ids, from, to, ...more],
    ({ quarter, later: isLater, income, spending, fees, change, ...valued }: QuarterRow) => ({
      income,
      spending,
      fees,
      change,
      in: { minor: valued.in_minor, otherMsat: valued.in_other },
      out: { minor: valued.out_minor, otherMsat: valued.out_other },
      at: Number(quarter) * QUARTER,
      isLater: Number(isLater) === 1,
    }),
  )
}

type QuarterRow = Record<'quarter' | 'income' | 'spending' | 'fees' | 'change' | (typeof VALUES)[number], bigint> & {
  readonly later: bigint | number
}

const VALUES = ['in_minor', 'in_other', 'out_minor', 'out_other'] as const

const NO_VALUES = VALUES.map((name) => `0 AS ${name}`).join(', ')

/** The columns of `VALUES`, their JOIN and its parameter. Values are rounded as they are shown. */
function valuesIn(currency: string): [columns: string, join: string, params: [string]] {
  const minor = `CAST(FLOOR(CAST(f.amount AS DOUBLE PRECISION) * ${10 ** minorDigits(currency)} + 0.5) AS BIGINT)`
  const of = (direction: string): string =>
    `CASE WHEN direction = '${direction}' AND f.amount IS NOT NULL THEN ${minor} ELSE 0 END AS ${direction}_minor,
     CASE WHEN direction = '${direction}' AND f.amount IS NULL THEN amount_msat ELSE 0 END AS ${direction}_other`
  const join = ' LEFT JOIN payment_fiat AS f ON f.checking_id = payments.checking_id AND f.currency = $4'
  return [`${of('in')}, ${of('out')}`, join, [currency]]
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
