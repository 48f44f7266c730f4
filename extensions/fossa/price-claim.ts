import { reject } from '@satchel/extension-sdk/rejection'
import { decimalOf, divideFloor } from '@satchel/money/decimal'
import type { FossaCtx, FossaItem } from './fields.ts'

/** The number of digits of the currency's minor unit: cents, yen, fils. */
const digitsOf = (currency: string): number =>
  currency === 'sat'
    ? 0
    : (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)

/** `1250` → 12.5. Converted as text, so that no division rounds it. */
export function toMajor(amount: number, currency: string): number {
  const digits = digitsOf(currency)
  const text = String(amount).padStart(digits + 1, '0')
  return Number(`${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}`)
}

/** The current value of a code: the amount at the current rate, less the operator's share, floored. */
export async function priceOf(ctx: FossaCtx, item: FossaItem, amount: number): Promise<number> {
  const gross = await ctx.rates.toSat(toMajor(amount, item.currency), item.currency)
  const { coefficient, scale } = decimalOf(item.profit)
  const one = 10n ** BigInt(scale)
  const net = { coefficient: BigInt(gross) * (100n * one - coefficient), scale }
  const sats = Number(divideFloor(net, { coefficient: 100n, scale: 0 }))
  if (sats < 1) throw reject('This code is worth less than a satoshi.')
  if (item.max_claim !== undefined && sats > item.max_claim) {
    throw reject(`This code is worth ${sats} sat; the machine pays ${item.max_claim} sat at most.`)
  }
  return sats
}
