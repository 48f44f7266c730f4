import { reject } from '@satchel/extension-sdk/rejection'
import { decimalOf, divideFloor } from '@satchel/money/decimal'
import type { FossaCtx, FossaItem } from './fields.ts'

/** Cents, yen, fils: as many digits as the currency has. */
const digitsOf = (currency: string): number =>
  currency === 'sat'
    ? 0
    : (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)

/** `1250` → 12.5. Written as text first, so that no division can change it. */
export function toMajor(amount: number, currency: string): number {
  const digits = digitsOf(currency)
  const text = String(amount).padStart(digits + 1, '0')
  return Number(`${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}`)
}

/** What a code is worth now: the amount at today's rate, less the operator's share, floored. */
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
