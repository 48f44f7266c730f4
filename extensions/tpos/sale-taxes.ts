import {
  add,
  type Decimal,
  decimalOf,
  divideFloor,
  nearestDouble,
  rescale,
  subtract,
  times,
  ZERO,
} from '@satchel/money/decimal'
import { minorDigits } from '@satchel/money/minor-digits'
import { percentOf, percentWithin } from '@satchel/money/percent-of'
import type { Sale, Till } from './fields.ts'

/** The amounts of one tax rate: net and tax add up to gross. */
export interface RateSum {
  readonly percent: number
  readonly net: Decimal
  readonly tax: Decimal
  readonly gross: Decimal
}

/**
 * Tax is rounded half up to the digits of the currency, once per rate, as on a tax return, and not per line. The rest of
 * the prices is net (with tax in them), or tax comes on top (without), so nothing is lost between the rates and the total.
 */
export function taxesOf(
  { inclusive, digits }: { readonly inclusive: boolean; readonly digits: number },
  lines: Sale['lines'],
): readonly RateSum[] {
  const sums = new Map<number, Decimal>()
  for (const line of lines) sums.set(line.tax, add(sums.get(line.tax) ?? ZERO, sumOf(line)))
  return [...sums].map(([percent, sum]) => {
    const tax = (inclusive ? percentWithin : percentOf)(sum, percent, digits)
    return inclusive
      ? { percent, net: subtract(sum, tax), tax, gross: sum }
      : { percent, net: sum, tax, gross: add(sum, tax) }
  })
}

export const sumOf = ({ price, quantity }: Sale['lines'][number]): Decimal => times(decimalOf(price), quantity)

export const totalOf = (values: readonly Decimal[]): Decimal => values.reduce(add, ZERO)

/**
 * As stored: whole numbers of the smallest unit that occurs. A price of the list may have more digits than its currency
 * has now.
 */
export function storedTaxes(
  taxes: readonly RateSum[],
  { currency, tip }: { readonly currency: string; readonly tip: number },
): { readonly digits: number; readonly taxes: NonNullable<Sale['taxes']> } {
  const digits = digitsOf([decimalOf(tip), ...taxes.flatMap(({ tax, gross }) => [tax, gross])], minorDigits(currency))
  return { digits, taxes: taxes.map(({ percent, ...rate }) => ({ percent, ...rateUnits(rate, digits) })) }
}

/** Net and tax add up to gross, also where digits were rounded away. */
export function rateUnits({ tax, gross }: Pick<RateSum, 'tax' | 'gross'>, digits: number) {
  const units = { tax: unitsAt(tax, digits), gross: unitsAt(gross, digits) }
  return { net: units.gross - units.tax, ...units }
}

/**
 * The decimal places of all these amounts, at least `least`; fewer where a whole number in JSON would not be exact. A sale
 * that is paid is booked and its day is closed, whatever its prices are.
 */
export function digitsOf(amounts: readonly Decimal[], least: number): number {
  let digits = amounts.reduce((most, { scale }) => Math.max(most, scale), least)
  const isTooLong = (amount: Decimal): boolean => Math.abs(unitsAt(amount, digits)) > Number.MAX_SAFE_INTEGER
  while (digits > 0 && amounts.some(isTooLong)) digits -= 1
  return digits
}

/** In units of the last decimal place, rounded half up. */
export const unitsAt = ({ coefficient, scale }: Decimal, digits: number): number =>
  scale <= digits
    ? Number(rescale({ coefficient, scale }, digits))
    : Number(divideFloor({ coefficient: 2n * coefficient + 10n ** BigInt(scale - digits), scale: scale - digits }, TWO))

const TWO = { coefficient: 2n, scale: 0 }

export const unitsOf = (units: number, scale: number): Decimal => ({ coefficient: BigInt(units), scale })

/** What `rateUnits` has stored. */
export const rateOf = ({ percent, net, tax, gross }: NonNullable<Sale['taxes']>[number], digits: number): RateSum => ({
  percent,
  net: unitsOf(net, digits),
  tax: unitsOf(tax, digits),
  gross: unitsOf(gross, digits),
})

/** Decimal places that currencies can have. */
const DIGITS = [0, 2, 3, 4]

/**
 * The amounts of a sale by rate. A sale of an older version has not stored them: they are computed with the digits that
 * add up to its tax. It may be in satoshis although the till has another currency, and its currency may have had other
 * digits, or the till other prices.
 */
export function saleTaxes({ tax_inclusive: now }: Pick<Till, 'tax_inclusive'>, sale: Sale): readonly RateSum[] {
  const { taxes, digits = 0, lines, tax, amount, currency } = sale
  if (taxes !== undefined) return taxes.map((rate) => rateOf(rate, digits))
  const tried = [now, !now].flatMap((inclusive) =>
    [minorDigits(currency), ...DIGITS].map((places) => taxesOf({ inclusive, digits: places }, lines)),
  )
  const isThis = (rates: readonly RateSum[]): boolean =>
    nearestDouble(totalOf(rates.map((rate) => rate.tax))) === tax &&
    nearestDouble(totalOf(rates.map((rate) => rate.gross))) === amount
  const gross = decimalOf(amount)
  // A sale that was open when its till was imported has no lines.
  return tried.find(isThis) ?? [{ percent: 0, net: subtract(gross, decimalOf(tax)), tax: decimalOf(tax), gross }]
}
