import { add, type Decimal, decimalOf, divideFloor, times } from './decimal.ts'

const HUNDRED: Decimal = { coefficient: 100n, scale: 0 }

/** A percentage of an amount, rounded half up to the given digits: 7.7 % of 10 are 0.77. */
export const percentOf = (amount: Decimal, percent: number, digits: number): Decimal =>
  share(amount, decimalOf(percent), { whole: HUNDRED, digits })

/** The tax inside of an amount that includes it: 19 % within 119 are 19. */
export function percentWithin(amount: Decimal, percent: number, digits: number): Decimal {
  const part = decimalOf(percent)
  return share(amount, part, { whole: add(HUNDRED, part), digits })
}

/** `amount × part ÷ whole`. */
function share(amount: Decimal, part: Decimal, { whole, digits }: { whole: Decimal; digits: number }): Decimal {
  const top = { coefficient: amount.coefficient * part.coefficient, scale: amount.scale + part.scale - digits }
  return { coefficient: divideFloor(add(times(top, 2), whole), times(whole, 2)), scale: digits }
}

/** The same for whole satoshis. */
export const percentOfSats = (sats: bigint, percent: number): bigint =>
  percentOf({ coefficient: sats, scale: 0 }, percent, 0).coefficient
