import { type Decimal, decimalText, divideFloor } from '@satchel/money/decimal'
import { minorDigits } from '@satchel/money/minor-digits'
import type { PaymentValue } from './fiat-value-store.ts'

/** The unit of an amount. */
export interface Unit {
  /** How many of it are 1 BTC. */
  readonly perBtc: Decimal
  /** Decimal places to which an amount in it is rounded down (rule S528). */
  readonly digits: number
}

const FIAT_DIGITS = 8
const ONE: Decimal = { coefficient: 1n, scale: 0 }

export const SAT: Unit = { perBtc: { coefficient: 100_000_000n, scale: 0 }, digits: 0 }
export const BTC: Unit = { perBtc: ONE, digits: 8 }
export const fiat = (price: Decimal): Unit => ({ perBtc: price, digits: FIAT_DIGITS })
/** A currency against itself: no price is needed. */
export const SAME_FIAT = fiat(ONE)

/** Exact to the last digit of the target, then floored, so that no conversion creates satoshis. */
export function convert(amount: Decimal, from: Unit, to: Unit): Decimal {
  const top = {
    coefficient: amount.coefficient * to.perBtc.coefficient,
    scale: amount.scale + to.perBtc.scale - to.digits,
  }
  return { coefficient: divideFloor(top, from.perBtc), scale: to.digits }
}

/** What millisatoshis are worth at a price of 1 BTC. */
export const valueAt = (amountMsat: bigint, currency: string, price: Decimal): PaymentValue => ({
  currency,
  amount: decimalText(convert({ coefficient: amountMsat, scale: 3 }, SAT, fiat(price))),
  rate: decimalText(price),
})

/** The same in the smallest coin of the currency, rounded as amounts are shown. */
export const minorAt = (amountMsat: bigint, currency: string, price: Decimal): bigint => {
  const { coefficient, scale } = convert({ coefficient: amountMsat, scale: 3 }, SAT, fiat(price))
  const shift = scale - minorDigits(currency)
  return divideFloor(
    { coefficient: 2n * coefficient + 10n ** BigInt(shift), scale: shift },
    { coefficient: 2n, scale: 0 },
  )
}
