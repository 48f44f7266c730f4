import { add, type Decimal, decimalOf, ZERO } from '@satchel/money/decimal'
import { minorDigits } from '@satchel/money/minor-digits'
import { type Closing, PAID_BY, type PaidBy, type Sale, type Till } from './fields.ts'
import { digitsOf, type RateSum, rateUnits, saleTaxes, sumOf, totalOf, unitsAt } from './sale-taxes.ts'

export interface ArticleSum {
  readonly title: string
  readonly currency: string
  /** False: the amount is without tax. */
  readonly inclusive: boolean
  readonly quantity: number
  readonly amount: Decimal
}

/** What a closed day consists of, without its number and time. */
export type DayTotals = Pick<Closing, 'sales' | 'first_receipt' | 'last_receipt' | 'taxes' | 'payments'>

/** One tax rate in one currency: an imported till may also sell in satoshis. */
interface DayRate extends RateSum {
  readonly currency: string
}

interface DayPayment {
  readonly currency: string
  readonly by: PaidBy
  readonly sales: number
  readonly gross: Decimal
  readonly tip: Decimal
  readonly sats: number
}

/** Sums of stored amounts, so that nothing is rounded again: the same sales always give the same figures. */
export function dayTotals(till: Pick<Till, 'tax_inclusive'>, sales: readonly Sale[]): DayTotals {
  const numbers = sales.map(({ receipt_number: number = 0 }) => number)
  const rates = [
    ...sumBy(
      sales.flatMap((sale) => ratesOf(till, sale)),
      rateKey,
      addRates,
    ),
  ].toSorted(byRate)
  const payments = [
    ...sumBy(
      sales.map((sale) => paymentOf(till, sale)),
      paymentKey,
      addPayments,
    ),
  ].toSorted(byPayment)
  const digitsIn = (wanted: string): number => {
    const amounts = [
      ...rates.filter(({ currency }) => currency === wanted).flatMap(({ tax, gross }) => [tax, gross]),
      ...payments.filter(({ currency }) => currency === wanted).flatMap(({ gross, tip }) => [gross, tip]),
    ]
    return digitsOf(amounts, minorDigits(wanted))
  }
  const digits = new Map(payments.map(({ currency }) => [currency, digitsIn(currency)]))
  const placesOf = (currency: string): number => digits.get(currency) ?? minorDigits(currency)
  return {
    sales: sales.length,
    first_receipt: numbers.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY),
    last_receipt: numbers.reduce((most, number) => Math.max(most, number), 0),
    taxes: rates.map(({ currency, percent, ...rate }) => ({
      currency,
      digits: placesOf(currency),
      percent,
      ...rateUnits(rate, placesOf(currency)),
    })),
    payments: payments.map(({ currency, by, sales: count, gross, tip, sats }) => ({
      currency,
      digits: placesOf(currency),
      paid_by: by,
      sales: count,
      gross: unitsAt(gross, placesOf(currency)),
      tip: unitsAt(tip, placesOf(currency)),
      sats,
    })),
  }
}

/** By article, the best sold first. */
export function articleSums(till: Pick<Till, 'tax_inclusive'>, sales: readonly Sale[]): readonly ArticleSum[] {
  const each = sales.flatMap((sale): readonly ArticleSum[] => {
    const { currency, lines, amount, tax_inclusive: inclusive = till.tax_inclusive } = sale
    if (lines.length === 0) return [{ title: '', currency, inclusive: true, quantity: 1, amount: decimalOf(amount) }]
    return lines.map((line) => ({
      title: line.title,
      currency,
      inclusive,
      quantity: line.quantity,
      amount: sumOf(line),
    }))
  })
  const keyOf = ({ title, currency, inclusive }: ArticleSum): string => JSON.stringify([title, currency, inclusive])
  return [
    ...sumBy(each, keyOf, (one, other) => ({
      ...one,
      quantity: one.quantity + other.quantity,
      amount: add(one.amount, other.amount),
    })),
  ].toSorted((one, other) => other.quantity - one.quantity || (one.title < other.title ? -1 : 1))
}

function sumBy<T>(values: readonly T[], keyOf: (value: T) => string, plus: (one: T, other: T) => T): Iterable<T> {
  const sums = new Map<string, T>()
  for (const value of values) {
    const before = sums.get(keyOf(value))
    sums.set(keyOf(value), before === undefined ? value : plus(before, value))
  }
  return sums.values()
}

const ratesOf = (till: Pick<Till, 'tax_inclusive'>, sale: Sale): readonly DayRate[] =>
  saleTaxes(till, sale).map((rate) => ({ ...rate, currency: sale.currency }))

const rateKey = ({ currency, percent }: DayRate): string => `${currency} ${percent}`
const byRate = (one: DayRate, other: DayRate): number =>
  compare(one.currency, other.currency) || one.percent - other.percent
const addRates = (one: DayRate, other: DayRate): DayRate => ({
  ...one,
  net: add(one.net, other.net),
  tax: add(one.tax, other.tax),
  gross: add(one.gross, other.gross),
})

const paymentOf = (till: Pick<Till, 'tax_inclusive'>, sale: Sale): DayPayment => ({
  currency: sale.currency,
  by: (sale.paid_by ?? 'lightning') as PaidBy,
  sales: 1,
  gross: totalOf(saleTaxes(till, sale).map(({ gross }) => gross)),
  tip: sale.tip_amount === 0 ? ZERO : decimalOf(sale.tip_amount),
  sats: sale.sats,
})

const paymentKey = ({ currency, by }: DayPayment): string => `${currency} ${by}`
const byPayment = (one: DayPayment, other: DayPayment): number =>
  compare(one.currency, other.currency) || PAID_BY.indexOf(one.by) - PAID_BY.indexOf(other.by)
const addPayments = (one: DayPayment, other: DayPayment): DayPayment => ({
  ...one,
  sales: one.sales + other.sales,
  gross: add(one.gross, other.gross),
  tip: add(one.tip, other.tip),
  sats: one.sats + other.sats,
})

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
