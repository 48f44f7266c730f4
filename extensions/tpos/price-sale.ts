import { isPictureFile } from '@satchel/extension-sdk/pictures/picture'
import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import { add, decimalOf, nearestDouble } from '@satchel/money/decimal'
import { hasMinorDigits, minorDigits } from '@satchel/money/minor-digits'
import type { Sale, Till, TillDraft } from './fields.ts'
import { storedTaxes, taxesOf, totalOf } from './sale-taxes.ts'

/** The order as sent by the till. */
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

/** The sums of a sale, with the names of all answers. */
export const amountsOf = ({ amount, tip_amount, tax, total, currency, sats }: Sale) => ({
  amount,
  tip_amount,
  tax,
  total,
  currency,
  sats,
})

/** In the currency. */
export interface Priced {
  readonly lines: Sale['lines']
  /** With tax, without the tip. */
  readonly amount: number
  readonly tax: number
  readonly tip: number
  readonly total: number
  readonly stored: ReturnType<typeof storedTaxes> & { readonly tax_inclusive: boolean }
}

const MAX_TOTAL = 1e12

/** Prices and tax are those of the till, not of the order; only what is not in its list has its own price. */
export function priceSale(till: Till, order: Order): Priced {
  const lines = linesOf(till, order)
  const { tip_amount: tip = 0 } = order
  checkAmount(tip, till.currency, 'body.tip_amount')
  const { tax_inclusive: inclusive, currency } = till
  const taxes = taxesOf({ inclusive, digits: minorDigits(currency) }, lines)
  const amount = totalOf(taxes.map(({ gross }) => gross))
  const total = nearestDouble(add(amount, decimalOf(tip)))
  if (amount.coefficient <= 0n) throw reject('There is nothing to pay.')
  if (total > MAX_TOTAL) throw reject('The total is too large.')
  const tax = nearestDouble(totalOf(taxes.map((rate) => rate.tax)))
  const stored = { ...storedTaxes(taxes, { currency, tip }), tax_inclusive: inclusive }
  return { lines, amount: nearestDouble(amount), tax, tip, total, stored }
}

function linesOf(till: Till, { lines, amount, memo }: Order): Sale['lines'] {
  if (lines !== undefined && lines.length > 0) {
    return lines.map((line, index) => lineOf(till, line, index))
  }
  if (amount === undefined) throw reject('body.amount: Field required, unless there are lines.', 422)
  checkAmount(amount, till.currency, 'body.amount')
  return [{ title: memo ?? '', quantity: 1, price: amount, tax: till.tax_default }]
}

function lineOf(
  { items, currency, tax_default: usual }: Till,
  { title = '', price, quantity = 1 }: OrderLine,
  index: number,
): Sale['lines'][number] {
  const known = items.find((item) => item.title === title)
  if (known?.disabled === true) throw reject(fixed('{title} is not for sale now.', { title: known.title }))
  const each = known?.price ?? price
  if (each === undefined) {
    throw reject(`body.lines.${index}.price: Field required for a product that is not in the list.`, 422)
  }
  // A price of the list was checked when it was set.
  if (known === undefined) checkAmount(each, currency, `body.lines.${index}.price`)
  return { title, quantity, price: each, tax: known?.tax ?? usual }
}

/** 422 for an amount that the currency does not have. */
export function checkAmount(amount: number, currency: string, place: string): void {
  if (amount >= 0 && hasMinorDigits(amount, currency)) return
  throw reject(
    fixed(`${place}: amounts in {currency} have at most {digits} decimals.`, {
      currency,
      digits: minorDigits(currency),
    }),
    422,
  )
}

/** They are in the row of the till, which each sale reads, and in its page. */
export const MAX_PICTURES_LENGTH = 512 * 1024

/** Checks the products: titles, new prices in the currency, and the size of pictures. */
export function checkCatalogue({ items, currency }: TillDraft, old?: TillDraft): void {
  const kept = new Set(old?.currency === currency ? old.items.map(({ price }) => price) : [])
  const titles = new Set<string>()
  let length = 0
  for (const [index, { title, price, image }] of items.entries()) {
    if (image !== undefined && isPictureFile(image)) length += image.length
    if (length > MAX_PICTURES_LENGTH)
      throw reject(`body.items.${index}.image: all pictures together are too large.`, 422)
    if (!kept.has(price)) checkAmount(price, currency, `body.items.${index}.price`)
    if (titles.has(title)) throw reject(`body.items.${index}.title: another item is called that.`, 422)
    titles.add(title)
  }
}
