import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import { add, type Decimal, decimalOf, nearestDouble, subtract, times, ZERO } from '@satchel/money/decimal'
import { hasMinorDigits, minorDigits } from '@satchel/money/minor-digits'
import { percentOf } from '@satchel/money/percent-of'
import type { InvoiceDraft } from './fields.ts'

type Line = InvoiceDraft['items'][number] & { readonly sum: Decimal }

export interface Totals {
  readonly lines: readonly Line[]
  readonly net: Decimal
  readonly tax: Decimal
  readonly total: Decimal
}

/** The maximum total that is exact as a JSON number. */
const MAX_TOTAL = 1e12

/** A draft with its total. Each line is exact; the tax is rounded once, for the whole, half up. */
export function withTotal(draft: InvoiceDraft): InvoiceDraft {
  const { items, currency, tax_percent: percent } = draft
  for (const [index, { amount }] of items.entries()) checkPrice(amount, currency, index)
  const net = netOf(linesOf(items))
  const total = nearestDouble(add(net, percentOf(net, percent, minorDigits(currency))))
  if (total > MAX_TOTAL) throw reject('body.items: the total is too large.', 422)
  return { ...draft, total }
}

/** Totals of a stored document. Its total was fixed when it was opened, and is not calculated again. */
export function totalsOf({ items, total }: Pick<InvoiceDraft, 'items' | 'total'>): Totals {
  const lines = linesOf(items)
  const net = netOf(lines)
  return { lines, net, tax: subtract(decimalOf(total), net), total: decimalOf(total) }
}

const linesOf = (items: InvoiceDraft['items']): Line[] =>
  items.map((item) => ({ ...item, sum: times(decimalOf(item.amount), item.quantity) }))

const netOf = (lines: readonly Line[]): Decimal => lines.reduce((net, { sum }) => add(net, sum), ZERO)

function checkPrice(amount: number, currency: string, index: number): void {
  if (amount > 0 && hasMinorDigits(amount, currency)) return
  const digits = minorDigits(currency)
  const rule =
    digits === 0
      ? 'amounts in {currency} are whole numbers from 1.'
      : 'amounts in {currency} are above 0, with at most {digits} decimals.'
  throw reject(fixed(`body.items.${index}.amount: ${rule}`, { currency, digits }), 422)
}

/** The remaining amount; 0 once the total is paid. */
export function remainderOf({ total, paid_total: paid }: Pick<InvoiceDraft, 'total' | 'paid_total'>): Decimal {
  const left = subtract(decimalOf(total), decimalOf(paid))
  return left.coefficient > 0n ? left : ZERO
}
