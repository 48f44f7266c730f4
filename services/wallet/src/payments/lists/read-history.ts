import type { Reader, SqlValue } from '../../db/database.ts'
import { addKnown, readQuarterValues, selectValues, toUnits, VALUE_COLUMNS, type Valued } from './history-values.ts'
import { isTagged, searchPayments } from './payment-conditions.ts'
import type { PaymentFilter } from './payment-list-store.ts'
import { type OffsetAt, offsetIn, QUARTER } from './time-zone.ts'
import { isOfWallets, toParameter } from './wallet-list.ts'

export type Period = 'hour' | 'day' | 'week' | 'month'

/** Only payments with these marks are added up, without balances; all payments if none is given. */
type Chosen = Pick<PaymentFilter, 'tag' | 'label' | 'contact' | 'search' | 'callerId'>

export interface HistoryQuery extends Chosen {
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
  /** How the balance changed in the period. */
  readonly change_msat?: number
  /** Balance at the end of the period. */
  readonly balance_msat?: number
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
  { group, from = 0, to = Number.MAX_SAFE_INTEGER, tz = 'UTC', currency, ...chosen }: HistoryQuery,
): Promise<PeriodSums[]> {
  const offsetAt = offsetIn(tz)
  const params: SqlValue[] = [isOfWallets(reader, walletIds)[1][0], from, to]
  const conditions = conditionsOf(reader, walletIds, chosen, params)
  const [balance, quarters] = await Promise.all([
    findBalance(reader, walletIds),
    listQuarters(reader, walletIds, { conditions, params, currency }),
  ])
  const valueOf = await readQuarterValues(reader, quarters, currency)
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
        change: sums.change + quarter.change,
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
    ...(conditions.length === 0 && { change_msat: Number(sums.change), balance_msat: Number(sums.balance) }),
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
  /** The change of the balance. */
  readonly change: bigint
  readonly balance: bigint
  /** In the smallest coin; undefined: unknown. */
  readonly incomeValue: bigint | undefined
  readonly spendingValue: bigint | undefined
}

const NOTHING = { income: 0n, spending: 0n, fees: 0n, change: 0n, incomeValue: 0n, spendingValue: 0n }

interface Quarter extends Pick<Sums, 'income' | 'spending' | 'fees' | 'change'> {
  readonly in: Valued
  readonly out: Valued
  /** Its beginning, Unix seconds. */
  readonly at: number
  /** After the requested span: needed only to compute the balance at its end. */
  readonly isLater: boolean
}

/** Adds its values to the parameters; empty if all payments are added up. */
function conditionsOf(
  reader: Reader,
  walletIds: readonly string[],
  { tag, label, contact, search = '', callerId = '' }: Chosen,
  params: SqlValue[],
): string[] {
  const [ofWallets] = isOfWallets(reader, walletIds)
  const add = (value: SqlValue): string => `$${params.push(value)}`
  const [tagged, tags] = isTagged(reader.dialect, tag)
  const marked = (table: string, mark: string): string =>
    `checking_id IN (SELECT checking_id FROM ${table} WHERE ${ofWallets} AND ${mark})`
  const parts: string[] = []
  if (tags !== undefined) parts.push(tagged(add(tags)))
  if (label !== undefined) parts.push(marked('payment_labels', `label = ${add(label)}`))
  if (contact !== undefined) parts.push(marked('payment_notes', `contact_id = ${add(contact)}`))
  if (search !== '') {
    const places = { search: add(search), wallets: add(toParameter(walletIds)), caller: add(callerId) }
    parts.push(searchPayments(reader, search, places))
  }
  return parts
}

interface Wanted {
  readonly conditions: readonly string[]
  /** The wallets, from, to, and those of the conditions. */
  readonly params: readonly SqlValue[]
  readonly currency: string | undefined
}

/** Oldest first. Fees above the reserve are left out: the operator paid them. */
async function listQuarters(
  reader: Reader,
  walletIds: readonly string[],
  { conditions, params: given, currency }: Wanted,
): Promise<Quarter[]> {
  const [ofWallets] = isOfWallets(reader, walletIds)
  const paid = `CASE WHEN direction = 'out' AND fee_msat > fee_limit_msat THEN fee_limit_msat ELSE fee_msat END`
  const later = (at: string): string => `CASE WHEN ${at} > $3 THEN 1 ELSE 0 END`
  const params = [...given]
  const values = selectValues(currency, (value) => `$${params.push(value)}`)
  const adjusted = `UNION ALL
       SELECT at / ${QUARTER}, ${later('at')}, 0, 0, 0, amount_msat, 0, 0, 0, 0 FROM adjustments
       WHERE ${ofWallets} AND at >= $2`
  return reader.list(
    `SELECT quarter, later, CAST(SUM(income) AS BIGINT) AS income, CAST(SUM(spending) AS BIGINT) AS spending,
       CAST(SUM(fee) AS BIGINT) AS fees, CAST(SUM(change) AS BIGINT) AS change,
       ${VALUE_COLUMNS.map((name) => `CAST(SUM(${name}) AS BIGINT) AS ${name}`).join(', ')}
     FROM (
       SELECT finished_at / ${QUARTER} AS quarter, ${later('finished_at')} AS later,
         CASE WHEN direction = 'in' THEN amount_msat / 1000 ELSE 0 END AS income,
         CASE WHEN direction = 'out' THEN amount_msat / 1000 ELSE 0 END AS spending,
         CASE WHEN direction = 'out' THEN ${paid} ELSE 0 END AS fee,
         CASE WHEN direction = 'in' THEN amount_msat ELSE -amount_msat - ${paid} END AS change, ${values.columns}
       FROM payments${values.join}
       WHERE ${[ofWallets, `status = 'success' AND finished_at >= $2`, ...conditions].join(' AND ')}
       ${conditions.length === 0 ? adjusted : ''}
     ) AS moved GROUP BY quarter, later ORDER BY quarter, later`,
    params,
    ({ quarter, later: isLater, in_minor, in_other, out_minor, out_other, ...sums }: QuarterRow) => ({
      ...sums,
      in: { minor: in_minor, otherMsat: in_other },
      out: { minor: out_minor, otherMsat: out_other },
      at: Number(quarter) * QUARTER,
      isLater: Number(isLater) === 1,
    }),
  )
}

type QuarterRow = Record<
  'quarter' | 'income' | 'spending' | 'fees' | 'change' | (typeof VALUE_COLUMNS)[number],
  bigint
> & {
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
