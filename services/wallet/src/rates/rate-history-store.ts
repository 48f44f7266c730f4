import type { Change, Reader, SqlValue } from '../db/database.ts'

/** A price of the past. */
export interface RatePoint {
  readonly currency: string
  /** Units of the currency per 1 BTC. */
  readonly rate: string
  /** When the price was made, Unix seconds. */
  readonly at: number
}

const [MINUTE, TEN_MINUTES, DAY] = [60, 600, 86_400]
const PERIODS = [MINUTE, TEN_MINUTES, DAY] as const

/** Minutes are kept for a day, tens of minutes for thirty, days permanently. */
const MINUTES_SECONDS = DAY
const TENS_SECONDS = 30 * DAY

const startOf = (at: number, period: number): number => at - (at % period)

/** The start of finer points: aligned to a coarser period, so that each time is listed exactly once. */
const minutesFrom = (now: number): number => startOf(now - MINUTES_SECONDS, TEN_MINUTES)
const tensFrom = (now: number): number => startOf(now - TENS_SECONDS, DAY)

export interface NewRatePoint extends RatePoint {
  /** Keep it as the price of its day only. */
  readonly isDaily?: boolean
}

/** The first price of a period stays: several processes may write. */
export function insertRatePoints(points: readonly NewRatePoint[]): Change {
  const rows = points.flatMap(({ currency, rate, at, isDaily }) =>
    (isDaily ? [DAY] : PERIODS).map((period) => [period, startOf(at, period), currency, rate, at]),
  )
  return {
    sql: `INSERT INTO rate_history (period, began_at, currency, rate, at)
          VALUES ${rows.map((_row, index) => `(${[1, 2, 3, 4, 5].map((column) => `$${index * 5 + column}`).join(', ')})`).join(', ')}
          ON CONFLICT (period, began_at, currency) DO NOTHING`,
    params: rows.flat(),
  }
}

/** Deletes points that are too old for their resolution. */
export const deleteOldRatePoints = (now: number): Change => ({
  sql: `DELETE FROM rate_history WHERE (period = ${MINUTE} AND began_at < $1) OR (period = ${TEN_MINUTES} AND began_at < $2)`,
  params: [minutesFrom(now), tensFrom(now)],
})

export interface RateHistoryFilter {
  readonly currency?: string | undefined
  /** Unix seconds, inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly limit: number
}

/** The newest points of the range, oldest first; recent ones are finer. */
export async function listRatePoints(
  reader: Reader,
  { currency, from = 0, to = Number.MAX_SAFE_INTEGER, limit }: RateHistoryFilter,
  now: number,
): Promise<RatePoint[]> {
  const all = Number.MAX_SAFE_INTEGER
  const ranges = [
    { period: MINUTE, least: minutesFrom(now), mostOf: () => all },
    { period: TEN_MINUTES, least: tensFrom(now), mostOf: () => minutesFrom(now) },
    // Of converted prices there are only these.
    { period: DAY, least: 0, mostOf: () => (points.length === 0 ? all : tensFrom(now)) },
  ]
  const points: RatePoint[] = []
  for (const { period, least, mostOf } of ranges) {
    if (points.length >= limit) break
    const most = mostOf()
    const params: SqlValue[] = [period, least, most, from, to, limit - points.length]
    if (currency !== undefined) params.push(currency)
    const found = await reader.list(
      `SELECT currency, rate, at FROM rate_history
       WHERE period = $1 AND began_at >= $2 AND began_at < $3 AND at >= $4 AND at <= $5${currency === undefined ? '' : ' AND currency = $7'}
       ORDER BY began_at DESC, currency DESC LIMIT $6`,
      params,
      ({ at, ...row }: { currency: string; rate: string; at: bigint }) => ({ ...row, at: Number(at) }),
    )
    points.push(...found)
  }
  return points.reverse()
}

/**
 * The price of a currency closest before or at each time, as finely as prices of that age are kept; without the times of
 * which none is known.
 */
export async function findRatesAt(
  reader: Reader,
  currency: string,
  times: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (times.length === 0) return new Map()
  const each =
    reader.dialect === 'sqlite'
      ? 'SELECT value AS time FROM json_each($2)'
      : 'SELECT CAST(time AS BIGINT) AS time FROM json_array_elements_text($2::json) AS time'
  // A period has the first price in it, so the one before a time may be almost two periods old.
  const before = (period: number): string =>
    `(SELECT rate FROM rate_history WHERE period = ${period} AND began_at <= each.time AND began_at > each.time - ${2 * period}
      AND currency = $1 AND at <= each.time ORDER BY began_at DESC LIMIT 1)`
  const found = await reader.list(
    `SELECT each.time, COALESCE(${PERIODS.map(before).join(', ')}) AS rate FROM (${each}) AS each`,
    [currency, JSON.stringify(times)],
    ({ time, rate }: { time: bigint; rate: string | null }) => [Number(time), rate] as const,
  )
  return new Map(found.filter((point): point is readonly [number, string] => point[1] !== null))
}

/** The price of a currency closest before or at a time, unless that is more than `withinSeconds` earlier. */
export const findRateAt = (
  reader: Reader,
  currency: string,
  at: number,
  withinSeconds: number,
): Promise<string | undefined> =>
  reader.first(
    `SELECT rate FROM rate_history WHERE period = ${MINUTE} AND currency = $1 AND began_at >= $2 AND began_at <= $3 AND at <= $3
     AND at >= $2 ORDER BY began_at DESC LIMIT 1`,
    [currency, at - withinSeconds, at],
    (row: { rate: string }) => row.rate,
  )
