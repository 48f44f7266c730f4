import { decimalOf } from '@satchel/money/decimal'
import { fiatToSatsFloor } from '@satchel/money/fiat-to-sats'
import { minorDigits } from '@satchel/money/minor-digits'
import { nameOfUnit, writeMoney } from '@satchel/money/write-money'
import { locale } from '../language/language.ts'

const MSAT_PER_SAT = 1000n

/** Millisatoshis, exact: `money/` and `parts/amount*` are the only places that turn them into text. */
export type Msat = bigint

export const msatOf = (json: number): Msat => BigInt(json)
export const satToMsat = (sat: bigint | number): Msat => BigInt(sat) * MSAT_PER_SAT
/** What can be spent: the owner of 1999 msat has 1 sat. */
export const msatToSat = (amount: Msat): bigint => amount / MSAT_PER_SAT

/** `12,345`: whole satoshis, grouped as the locale groups. */
export const formatSat = (amount: Msat): string => new Intl.NumberFormat(locale()).format(msatToSat(amount))

/**
 * `+12,345`, `−12,345`: the sign is part of the number, so that no line from right to left tears them apart; less than a
 * satoshi has one, too.
 */
export const formatSignedSat = (amount: Msat, language = locale()): string =>
  new Intl.NumberFormat(language, { signDisplay: 'always', maximumFractionDigits: 0, roundingMode: 'trunc' })
    .format(decimalText(amount, 3) as Intl.StringNumericLiteral)
    .replace('-', '−')

/** Units of a currency per BTC, as the service answers, and when it was made. */
export interface Rate {
  readonly currency: string
  /** Decimal digits. */
  readonly perBtc: number
  /** Unix seconds. */
  readonly timestamp: number
}

/** How many digits behind the point people write amounts of a currency with. */
export const digitsOf = minorDigits

/** Minor units (cents), rounded half away from zero; shown with `≈`. */
export function toFiat(amount: Msat, rate: Rate): bigint {
  const { coefficient, scale } = decimalOf(rate.perBtc)
  const shift = 11 + scale - digitsOf(rate.currency)
  return divideHalfUp(amount * coefficient * tens(-shift), tens(shift))
}

/** What an amount of minor units buys, in whole satoshis, rounded down. */
export function fromFiat(minor: bigint, rate: Rate): Msat {
  const price = decimalOf(rate.perBtc)
  if (price.coefficient <= 0n) return 0n
  return fiatToSatsFloor({ coefficient: minor, scale: digitsOf(rate.currency) }, price) * MSAT_PER_SAT
}

/** `€5.50` of minor units, in the words of the locale. */
export const formatFiat = (minor: bigint, currency: string): string =>
  formatPrice(decimalText(minor, digitsOf(currency)), currency)

/** What a payment was worth, with the digits of its currency. */
export const formatWorth = (amount: number, currency: string): string =>
  writeMoney(amount, currency, { locale: locale(), digits: digitsOf(currency), maxDigits: digitsOf(currency) })

/** A price, exact: with more digits than its currency has, if it has them. */
export const formatPrice = (amount: number | string, currency: string): string =>
  writeMoney(amount, currency, { locale: locale(), digits: digitsOf(currency) })

/** `sat` has a name of its own in a language. */
export const unitName = (unit: string): string => nameOfUnit(unit, locale())

/** `5.50` of 550n: what a request, or `Intl`, takes. */
export function decimalText(minor: bigint, digits: number): string {
  const all = String(minor < 0n ? -minor : minor).padStart(digits + 1, '0')
  const fraction = digits === 0 ? '' : `.${all.slice(-digits)}`
  return `${minor < 0n ? '-' : ''}${all.slice(0, all.length - digits)}${fraction}`
}

const tens = (count: number): bigint => 10n ** BigInt(Math.max(0, count))

function divideHalfUp(top: bigint, bottom: bigint): bigint {
  const magnitude = (2n * (top < 0n ? -top : top) + bottom) / (2n * bottom)
  return top < 0n ? -magnitude : magnitude
}
