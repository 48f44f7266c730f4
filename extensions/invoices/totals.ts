import { reject } from '@satchel/extension-sdk/rejection'
import { fromMinor, minorDigits, percentOf, toMinor } from '@satchel/money/minor-units'
import type { InvoiceDraft } from './fields.ts'

/** In the smallest unit of the currency. */
export interface Totals {
  /** One for each item. */
  readonly lines: readonly bigint[]
  readonly net: bigint
  readonly tax: bigint
  readonly total: bigint
}

type Billed = Pick<InvoiceDraft, 'items' | 'currency' | 'tax_percent'>

/** The maximum total that is exact as a JSON number. */
const LARGEST = 1e12

/** Each line is exact; the tax is rounded once, for the whole, half up. */
export function totalsOf({ items, currency, tax_percent: percent }: Billed): Totals {
  const lines = items.map(({ amount, quantity }, index) => priceOf(amount, currency, index) * BigInt(quantity))
  const net = lines.reduce((sum, line) => sum + line, 0n)
  const tax = percentOf(net, percent)
  const total = net + tax
  if (fromMinor(total, currency) > LARGEST) throw reject('body.items: the total is too large.', 422)
  return { lines, net, tax, total }
}

function priceOf(amount: number, currency: string, index: number): bigint {
  const price = toMinor(amount, currency)
  if (price !== undefined && price >= 1n) return price
  const digits = minorDigits(currency)
  const rule = digits === 0 ? 'whole numbers from 1' : `at most ${digits} decimals`
  throw reject(`body.items.${index}.amount: amounts in ${currency} are ${rule}.`, 422)
}

/** An amount that the extension has worked out itself. */
export function exactMinor(amount: number, currency: string): bigint {
  const minor = toMinor(amount, currency)
  if (minor === undefined) throw new Error('a stored amount has more decimals than its currency')
  return minor
}

/** The remaining amount; 0 once the total is paid. */
export function remainderOf({ total, paid_total: paid, currency }: InvoiceDraft): bigint {
  const left = exactMinor(total, currency) - exactMinor(paid, currency)
  return left > 0n ? left : 0n
}
