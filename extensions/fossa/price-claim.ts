import { reject } from '@satchel/extension-sdk/rejection'
import { amountText, fixed } from '@satchel/extension-sdk/text'
import { decimalOf, divideFloor, nearestDouble } from '@satchel/money/decimal'
import { minorDigits } from '@satchel/money/minor-digits'
import { hadUnsureDigits } from '@satchel/money/once-unsure-digits'
import type { FossaCtx, FossaItem } from './fields.ts'

type Counting = Pick<FossaItem, 'currency'> & { readonly digits?: number | undefined }

/**
 * How many digits of a code's amount are behind the point. Those of the machine, which stay as they were when its codes
 * were printed. Machines of version 0.14 and older have none: for a currency that older Nodes gave other digits than newer
 * ones, only the owner knows how the device counts, and a code waits for the answer.
 */
export function digitsOf({ digits, currency }: Counting): number {
  if (digits !== undefined) return digits
  if (!hadUnsureDigits(currency)) return minorDigits(currency)
  throw reject(
    `The owner of this machine has to set how many digits of ${currency} its codes count; this code stays valid.`,
  )
}

/**
 * The digits of a changed machine. In another currency they are at least those of the currency, unless the owner changes
 * them, too, so that no code is worth a hundred times as much by mistake.
 */
export function digitsAfter(old: Counting, next: Counting): number | undefined {
  if (next.currency === old.currency || (next.digits ?? old.digits) !== old.digits) return next.digits ?? old.digits
  return Math.max(old.digits ?? 0, minorDigits(next.currency))
}

/** `1250` → 12.5. */
export const toMajor = (amount: number, digits: number): number =>
  nearestDouble({ coefficient: BigInt(amount), scale: digits })

/** The current value of a code: the amount at the current rate, less the operator's share, floored. */
export async function priceOf(ctx: FossaCtx, item: FossaItem, amount: number): Promise<number> {
  const gross = await ctx.rates.toSat(toMajor(amount, digitsOf(item)), item.currency)
  const { coefficient, scale } = decimalOf(item.profit)
  const one = 10n ** BigInt(scale)
  const net = { coefficient: BigInt(gross) * (100n * one - coefficient), scale }
  const sats = Number(divideFloor(net, { coefficient: 100n, scale: 0 }))
  if (sats < 1) throw reject('This code is worth less than a satoshi.')
  if (item.max_claim !== undefined && sats > item.max_claim) {
    throw reject(
      fixed('This code is worth {amount}; the machine pays {most} at most.', {
        amount: amountText(sats),
        most: amountText(item.max_claim),
      }),
    )
  }
  return sats
}
