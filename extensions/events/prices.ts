import { reject } from '@satchel/extension-sdk/rejection'
import { amountText, fixed, type Text } from '@satchel/extension-sdk/text'
import { decimalOf, nearestDouble } from '@satchel/money/decimal'
import type { Event, EventsCtx } from './fields.ts'

/** The price of an order in whole satoshis; 0 = free. A price above zero is at least one satoshi. */
export async function priceOf(
  ctx: EventsCtx,
  { price_per_ticket: price, currency }: Event,
  { quantity, discount }: { readonly quantity: number; readonly discount: number },
): Promise<number> {
  const { coefficient, scale } = decimalOf(price)
  const total = { coefficient: coefficient * BigInt(quantity) * BigInt(100 - discount), scale: scale + 2 }
  if (total.coefficient === 0n) return 0
  return Math.max(1, await ctx.rates.toSat(nearestDouble(total), currency))
}

/** The refund of one ticket: all shares add up to the price of the order. */
export const shareOf = (sat: number, quantity: number, index: number): number =>
  Math.floor(sat / quantity) + (index < sat % quantity ? 1 : 0)

export const priceText = ({ price_per_ticket: price, currency }: Event): Text =>
  price === 0 ? fixed('Free') : amountText(price, currency)

/** The code's discount in percent, if it can be used in one more order. */
export function discountOf(event: Event, code: string | undefined): number {
  if (code === undefined) return 0
  const promo = event.promo_codes.find((one) => one.code.toLowerCase() === code)
  if (promo === undefined || !promo.active) throw reject('This code is not known.')
  if (promo.max_uses !== undefined && usesOf(event, code) >= promo.max_uses) {
    throw reject('This code has been used up.')
  }
  return promo.discount_percent
}

const usesOf = ({ promo_uses: uses }: Event, code: string): number => uses.find((one) => one.code === code)?.used ?? 0

/** The counts with so many more uses of a code. */
export function countedUses(event: Event, code: string | undefined, change: 1 | -1): Event['promo_uses'] {
  if (code === undefined) return event.promo_uses
  const others = event.promo_uses.filter((one) => one.code !== code)
  return [...others, { code, used: usesOf(event, code) + change }]
}
