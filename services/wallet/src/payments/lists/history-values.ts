import { parseDecimal } from '@satchel/money/decimal'
import { minorDigits } from '@satchel/money/minor-digits'
import type { Reader } from '../../db/database.ts'
import { minorAt } from '../../rates/convert.ts'
import { findRatesAt } from '../../rates/rate-history-store.ts'
import { QUARTER } from './time-zone.ts'

/** Payments of one direction: what is stored of their values, in the smallest coin, and the others. */
export interface Valued {
  readonly minor: bigint
  readonly otherMsat: bigint
}

/** Payments of a quarter of an hour. */
interface ValuedQuarter {
  /** Its beginning, Unix seconds. */
  readonly at: number
  readonly in: Valued
  readonly out: Valued
}

/** Undefined: unknown. */
export const addKnown = (sum: bigint | undefined, more: bigint | undefined): bigint | undefined =>
  sum === undefined || more === undefined ? undefined : sum + more

export const toUnits = (minor: bigint | undefined, currency: string): number | null =>
  minor === undefined ? null : Number(`${minor}e-${minorDigits(currency)}`)

/** Finds the rates of the payments without a stored value; then gives the value of each quarter, undefined without a rate. */
export async function readQuarterValues(
  reader: Reader,
  quarters: readonly ValuedQuarter[],
  currency: string | undefined,
): Promise<(at: number, valued: Valued) => bigint | undefined> {
  const others = quarters.filter((quarter) => quarter.in.otherMsat > 0n || quarter.out.otherMsat > 0n)
  const ends = [...new Set(others.map(({ at }) => at + QUARTER - 1))]
  const rates = currency === undefined ? new Map<number, string>() : await findRatesAt(reader, currency, ends)
  return (at, { minor, otherMsat }) => {
    if (otherMsat === 0n) return minor
    const price = parseDecimal(rates.get(at + QUARTER - 1) ?? '')
    return price && minor + minorAt(otherMsat, currency ?? '', price)
  }
}

export const VALUE_COLUMNS = ['in_minor', 'in_other', 'out_minor', 'out_other'] as const

const NONE = VALUE_COLUMNS.map((name) => `0 AS ${name}`).join(', ')

/**
 * For a SELECT from `payments`: `VALUE_COLUMNS`, and what is joined for them. Values are rounded as they are shown. `add`
 * adds a parameter.
 */
export function selectValues(
  currency: string | undefined,
  add: (value: string) => string,
): { readonly columns: string; readonly join: string } {
  if (currency === undefined) return { columns: NONE, join: '' }
  const minor = `CAST(FLOOR(CAST(valued AS DOUBLE PRECISION) * ${10 ** minorDigits(currency)} + 0.5) AS BIGINT)`
  const of = (direction: string): string =>
    `CASE WHEN direction = '${direction}' AND valued IS NOT NULL THEN ${minor} ELSE 0 END AS ${direction}_minor,
     CASE WHEN direction = '${direction}' AND valued IS NULL THEN amount_msat ELSE 0 END AS ${direction}_other`
  const values = `SELECT checking_id AS valued_id, amount AS valued FROM payment_fiat WHERE currency = ${add(currency)}`
  const join = ` LEFT JOIN (${values}) AS f ON valued_id = payments.checking_id`
  return { columns: `${of('in')}, ${of('out')}`, join }
}
