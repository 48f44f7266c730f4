import { isPictureFile } from '@satchel/extension-sdk/pictures/picture'
import { reject } from '@satchel/extension-sdk/rejection'
import { fromMinor, minorDigits, percentOf, percentWithin, toMinor } from '@satchel/money/minor-units'
import type { Sale, Till, TillDraft } from './fields.ts'

/** The order as the till sends it. */
export interface Order {
  readonly amount?: number | undefined
  readonly tip_amount?: number | undefined
  readonly memo?: string | undefined
  readonly lines?: readonly OrderLine[] | undefined
}

interface OrderLine {
  readonly title?: string | undefined
  readonly price?: number | undefined
  readonly quantity?: number | undefined
}

/** In the smallest unit of the currency. */
export interface Priced {
  readonly lines: Sale['lines']
  /** With tax, without the tip. */
  readonly amount: bigint
  readonly tax: bigint
  readonly tip: bigint
  readonly total: bigint
}

const LARGEST = 1e12

/** Prices and tax are those of the till, not of the order; only what is not in its list has its own price. */
export function priceSale(till: Till, order: Order): Priced {
  const { currency } = till
  const lines = linesOf(till, order)
  const tip = readMinor(order.tip_amount ?? 0, currency, 'body.tip_amount')
  const { sum, tax } = taxed(till, lines)
  const amount = till.tax_inclusive ? sum : sum + tax
  const total = amount + tip
  if (amount < 1n) throw reject('There is nothing to pay.')
  if (fromMinor(total, currency) > LARGEST) throw reject('The total is too large.')
  return { lines, amount, tax, tip, total }
}

function linesOf(till: Till, { lines, amount, memo }: Order): Sale['lines'] {
  if (lines !== undefined && lines.length > 0) {
    return lines.map((line, index) => lineOf(till, line, index))
  }
  if (amount === undefined) throw reject('body.amount: Field required, unless there are lines.', 422)
  readMinor(amount, till.currency, 'body.amount')
  return [{ title: memo ?? '', quantity: 1, price: amount, tax: till.tax_default }]
}

function lineOf(
  { items, currency, tax_default: usual }: Till,
  { title = '', price, quantity = 1 }: OrderLine,
  index: number,
): Sale['lines'][number] {
  const known = items.find((item) => item.title === title)
  if (known?.disabled === true) throw reject(`${known.title} is not for sale now.`)
  const each = known?.price ?? price
  if (each === undefined) {
    throw reject(`body.lines.${index}.price: Field required for a product that is not in the list.`, 422)
  }
  readMinor(each, currency, `body.lines.${index}.price`)
  return { title, quantity, price: each, tax: known?.tax ?? usual }
}

/** Rounded once for each rate, as on a tax return, and not line by line. */
export function taxesOf(
  { tax_inclusive: inclusive, currency }: Pick<Till, 'tax_inclusive' | 'currency'>,
  lines: Sale['lines'],
) {
  const sums = new Map<number, bigint>()
  for (const line of lines) sums.set(line.tax, (sums.get(line.tax) ?? 0n) + sumOf(line, currency))
  return [...sums].map(([percent, sum]) => ({
    percent,
    sum,
    tax: inclusive ? percentWithin(sum, percent) : percentOf(sum, percent),
  }))
}

function taxed(till: Till, lines: Sale['lines']): { readonly sum: bigint; readonly tax: bigint } {
  return taxesOf(till, lines).reduce((all, { sum, tax }) => ({ sum: all.sum + sum, tax: all.tax + tax }), {
    sum: 0n,
    tax: 0n,
  })
}

export const sumOf = ({ price, quantity }: Sale['lines'][number], currency: string): bigint =>
  readMinor(price, currency, 'price') * BigInt(quantity)

/** 422 for an amount that the currency does not have. */
export function readMinor(amount: number, currency: string, place: string): bigint {
  const minor = toMinor(amount, currency)
  if (minor !== undefined && minor >= 0n) return minor
  throw reject(`${place}: amounts in ${currency} have at most ${minorDigits(currency)} decimals.`, 422)
}

/** They are in the row of the till, which each sale reads, and in its page. */
export const MAX_PICTURES_LENGTH = 512 * 1024

/** Checks the products: titles, prices in the currency, and the size of pictures. */
export function checkCatalogue({ items, currency }: TillDraft): void {
  const titles = new Set<string>()
  let length = 0
  for (const [index, { title, price, image }] of items.entries()) {
    if (image !== undefined && isPictureFile(image)) length += image.length
    if (length > MAX_PICTURES_LENGTH)
      throw reject(`body.items.${index}.image: all pictures together are too large.`, 422)
    readMinor(price, currency, `body.items.${index}.price`)
    if (titles.has(title)) throw reject(`body.items.${index}.title: another item is called that.`, 422)
    titles.add(title)
  }
}
