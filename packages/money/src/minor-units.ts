import { decimalOf, nearestDouble } from './decimal.ts'

/** How many places behind the point people write amounts of a currency with: none of `sat`, two of EUR (ISO 4217). */
export function minorDigits(currency: string): number {
  if (currency === 'sat') return 0
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** 12.5 EUR → 1250n. Undefined for an amount with more places than its currency has. */
export function toMinor(amount: number, currency: string): bigint | undefined {
  const { coefficient, scale } = decimalOf(amount)
  const shift = minorDigits(currency) - scale
  if (shift >= 0) return coefficient * 10n ** BigInt(shift)
  const unit = 10n ** BigInt(-shift)
  return coefficient % unit === 0n ? coefficient / unit : undefined
}

/** 1250n → 12.5: the number that JSON prints as exactly this amount. */
export const fromMinor = (minor: bigint, currency: string): number =>
  nearestDouble({ coefficient: minor, scale: minorDigits(currency) })

/** So many percent of an amount, rounded half up: 7.7 % of 1000 are 77. */
export function percentOf(minor: bigint, percent: number): bigint {
  const { coefficient, scale } = decimalOf(percent)
  return shareHalfUp(minor, coefficient, 100n * tens(scale), scale)
}

/** The tax inside of an amount that includes it: 19 % within 119 are 19. */
export function percentWithin(minor: bigint, percent: number): bigint {
  const { coefficient, scale } = decimalOf(percent)
  return shareHalfUp(minor, coefficient, 100n * tens(scale) + up(coefficient, scale), scale)
}

/** `12.50 EUR`, `2,500 sat`. */
export function moneyText(minor: bigint, currency: string): string {
  const digits = minorDigits(currency)
  const all = String(minor < 0n ? -minor : minor).padStart(digits + 1, '0')
  const whole = all.slice(0, all.length - digits).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits === 0 ? '' : `.${all.slice(-digits)}`
  return `${minor < 0n ? '-' : ''}${whole}${fraction} ${currency}`
}

const tens = (scale: number): bigint => 10n ** BigInt(Math.max(0, scale))

/** `1e21` has a negative scale. */
const up = (coefficient: bigint, scale: number): bigint => coefficient * 10n ** BigInt(Math.max(0, -scale))

function shareHalfUp(minor: bigint, coefficient: bigint, whole: bigint, scale: number): bigint {
  return (2n * minor * up(coefficient, scale) + whole) / (2n * whole)
}
