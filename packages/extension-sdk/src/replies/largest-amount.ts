import { hasMinorDigits, minorDigits } from '@satchel/money/minor-digits'
import { Rejection } from '../rejection.ts'

interface Limits {
  readonly maxSat: number
  readonly rates: { toSat(amount: number, currency: string): Promise<number> }
}

/**
 * The maximum amount of a currency per payment, at the current rate, for pages that show it before it is exceeded.
 * Undefined: no rate.
 */
export async function largestAmount({ maxSat, rates }: Limits, currency: string): Promise<number | undefined> {
  if (currency === 'sat') return maxSat
  try {
    const perThousand = await rates.toSat(1000, currency)
    if (perThousand < 1) return undefined
    const smallest = 10 ** minorDigits(currency)
    const most = Math.floor((maxSat / perThousand) * 1000 * smallest) / smallest
    return hasMinorDigits(most, currency) ? most : undefined
  } catch (error) {
    if (error instanceof Rejection) return undefined
    throw error
  }
}
