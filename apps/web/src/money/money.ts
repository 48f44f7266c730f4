import { decimalOf } from '@satchel/money/decimal'
import { fiatToSatsFloor } from '@satchel/money/fiat-to-sats'
import { minorDigits } from '@satchel/money/minor-digits'
import { nameOfUnit, writeMoney } from '@satchel/money/write-money'
import { locale } from '../language/language.ts'

const MSAT_PER_SAT = 1000n

/** Exact millisatoshis. Only `money/` and `parts/amount*` turn them into text. */
export type Msat = bigint

export const msatOf = (json: number): Msat => BigInt(json)
export const satToMsat = (sat: bigint | number): Msat => BigInt(sat) * MSAT_PER_SAT
/** Rounds down: a balance of 1999 msat can spend 1 sat. */
export const msatToSat = (amount: Msat): bigint => amount / MSAT_PER_SAT

/** `12,345`: whole satoshis with the locale's grouping. */
export const formatSat = (amount: Msat): string => new Intl.NumberFormat(locale()).format(msatToSat(amount))

/**
 * `+12,345`, `−12,345`: the sign is part of the number, so that right-to-left text keeps them together. Amounts below
 * one satoshi have a sign, too.
 */
export const formatSignedSat = (amount: Msat, language = locale()): string =>
  new Intl.NumberFormat(language, { signDisplay: 'always', maximumFractionDigits: 0, roundingMode: 'trunc' })
    .format(decimalText(amount, 3) as Intl.StringNumericLiteral)
    .replace('-', '−')

/** Units of a currency per BTC at a time. */
export interface Rate {
  readonly currency: string
  /** Decimal string. */
  readonly perBtc: number
  /** Unix seconds. */
  readonly timestamp: number
}

/** The usual number of decimals of a currency. */
export const digitsOf = minorDigits

/** Minor units (cents), rounded half away from zero; show it with `≈`. */
export function toFiat(amount: Msat, rate: Rate): bigint {
  const { coefficient, scale } = decimalOf(rate.perBtc)
  const shift = 11 + scale - digitsOf(rate.currency)
  return divideHalfUp(amount * coefficient * tens(-shift), tens(shift))
}

/** Satoshis for this many minor units, rounded down to whole satoshis. */
export function fromFiat(minor: bigint, rate: Rate): Msat {
  const price = decimalOf(rate.perBtc)
  if (price.coefficient <= 0n) return 0n
  return fiatToSatsFloor({ coefficient: minor, scale: digitsOf(rate.currency) }, price) * MSAT_PER_SAT
}

/** `€5.50` for 550n, in the locale. */
export const formatFiat = (minor: bigint, currency: string): string =>
  formatPrice(decimalText(minor, digitsOf(currency)), currency)

/** The recorded value of a payment, with the usual decimals of its currency. */
export const formatWorth = (amount: number, currency: string): string =>
  writeMoney(amount, currency, { locale: locale(), digits: digitsOf(currency), maxDigits: digitsOf(currency) })

/** An exact price, with all its decimals. */
export const formatPrice = (amount: number | string, currency: string): string =>
  writeMoney(amount, currency, { locale: locale(), digits: digitsOf(currency) })

/** Translates `sat`; currency codes stay. */
export const unitName = (unit: string): string => nameOfUnit(unit, locale())

/** `5.50` for 550n: for requests and `Intl`. */
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
