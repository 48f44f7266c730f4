import { isoIn } from '@satchel/extension-sdk/instant'
import { csvLine } from '@satchel/extension-sdk/replies/csv-line'
import { decimalOf, decimalText } from '@satchel/money/decimal'
import { closingOf, zoneOf } from './book-sale.ts'
import type { Sale, Till } from './fields.ts'
import { type RateSum, saleTaxes, totalOf } from './sale-taxes.ts'

type Cell = string | number | null

const COLUMNS = [
  'receipt_number',
  'time',
  'paid_by',
  'closing',
  'net',
  'tax',
  'gross',
  'tip',
  'total',
  'currency',
  'sats',
]

/**
 * The paid sales as CSV, oldest first: a line for each, with three columns for each tax rate that occurs (`net_7`, `tax_7`,
 * `gross_7`). Times are those of the shop's clocks, amounts are exact.
 */
export function salesCsv(till: Till, sales: readonly Sale[]): string {
  const paid = sales
    .filter(({ state }) => state === 'paid')
    .map((sale) => ({ sale, rates: saleTaxes(till, sale) }))
    .toSorted((one, other) => timeOf(one.sale) - timeOf(other.sale) || numberOf(one.sale) - numberOf(other.sale))
  const percents = [...new Set(paid.flatMap(({ rates }) => rates.map(({ percent }) => percent)))].toSorted(
    (one, other) => one - other,
  )
  const ofRates = percents.flatMap((percent) => ['net', 'tax', 'gross'].map((name) => `${name}_${percent}`))
  const head = [...COLUMNS, ...ofRates, 'articles', 'memo', 'payment_hash']
  return [head, ...paid.map(({ sale, rates }) => cellsOf(till, sale, { rates, percents }))].map(csvLine).join('')
}

const timeOf = ({ paid_at: at }: Sale): number => Date.parse(at ?? '') || 0
const numberOf = ({ receipt_number: number = 0 }: Sale): number => number

function cellsOf(
  till: Till,
  sale: Sale,
  { rates, percents }: { readonly rates: readonly RateSum[]; readonly percents: readonly number[] },
): readonly Cell[] {
  const { receipt_number, paid_at, paid_by, tip_amount, total, currency, sats, memo, payment_hash } = sale
  const sumOf = (name: 'net' | 'tax' | 'gross'): string => decimalText(totalOf(rates.map((rate) => rate[name])))
  return [
    receipt_number ?? null,
    paid_at === undefined ? null : isoIn(zoneOf(till), Date.parse(paid_at)),
    paid_by ?? null,
    closingOf(sale) ?? null,
    ...(['net', 'tax', 'gross'] as const).map(sumOf),
    decimalText(decimalOf(tip_amount)),
    decimalText(decimalOf(total)),
    currency,
    sats,
    ...percents.flatMap((percent) => {
      const rate = rates.find((one) => one.percent === percent)
      return rate === undefined ? [null, null, null] : [rate.net, rate.tax, rate.gross].map(decimalText)
    }),
    sale.lines.map(({ title, quantity }) => `${quantity} × ${title}`).join('; '),
    memo,
    payment_hash ?? null,
  ]
}
