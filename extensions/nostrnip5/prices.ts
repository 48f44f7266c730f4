import { reject } from '@satchel/extension-sdk/rejection'
import { fixed } from '@satchel/extension-sdk/text'
import { type Decimal, decimalOf, divideFloor, nearestDouble } from '@satchel/money/decimal'
import type { Domain, DomainCtx, DomainRow } from './fields.ts'

type Promotion = NonNullable<DomainRow['promotions']>[number]

interface Price {
  /** The price in the currency of the domain, for all years. */
  readonly amount: number
  readonly sats: number
  readonly promotion: Promotion | undefined
}

const times = (a: Decimal, b: Decimal): Decimal => ({
  coefficient: a.coefficient * b.coefficient,
  scale: a.scale + b.scale,
})

/** The price of a name; without a promotion code, or with a known one. */
export async function priceOf(
  ctx: Pick<DomainCtx, 'rates'>,
  domain: Domain,
  {
    localPart,
    years,
    promo,
  }: { readonly localPart: string; readonly years: number; readonly promo: string | undefined },
): Promise<Price> {
  if (years > domain.max_years)
    throw reject(fixed('body.years: at most {years} can be bought at once.', { years: domain.max_years }), 422)
  const promotion = findPromotion(domain, promo)
  const whole = times(decimalOf(costOf(domain, localPart.length)), decimalOf(years))
  const amount = nearestDouble(times(whole, shareLeft(promotion?.buyer_discount_percent ?? 0)))
  return { amount, sats: Math.max(1, await ctx.rates.toSat(amount, domain.currency)), promotion }
}

/** The price of a year of a name of that length. */
function costOf({ cost, char_count_cost = [] }: Domain, length: number): number {
  const fitting = char_count_cost.filter(({ max_length }) => length <= max_length)
  return fitting.toSorted((one, other) => one.max_length - other.max_length)[0]?.amount ?? cost
}

function findPromotion({ promotions = [] }: Domain, code: string | undefined): Promotion | undefined {
  if (code === undefined || code.trim() === '') return undefined
  const found = promotions.find((promotion) => promotion.code.toLowerCase() === code.trim().toLowerCase())
  if (found === undefined) throw reject('body.promo: There is no such promotion.', 422)
  return found
}

/** `100 % − percent`, as a number to multiply with. */
function shareLeft(percent: number): Decimal {
  const { coefficient, scale } = decimalOf(percent)
  const places = Math.max(scale, 0)
  const off = coefficient * 10n ** BigInt(places - scale)
  return { coefficient: 100n * 10n ** BigInt(places) - off, scale: places + 2 }
}

/** The referrer's share of the payment: whole satoshis, floored. */
export function bonusOf(sats: number, percent: number): number {
  const share = times(decimalOf(sats), decimalOf(percent))
  return Number(divideFloor(share, { coefficient: 100n, scale: 0 }))
}
