/** An exact decimal number: `coefficient × 10^-scale`. No double stands between what was written and what is computed. */
export interface Decimal {
  readonly coefficient: bigint
  /** Digits behind the point; negative for `1e300`. */
  readonly scale: number
}

const GRAMMAR = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

/**
 * Reads `12`, `-0.5`, `.5`, `5.` or `1e300` exactly; undefined for anything else and for numbers that a double cannot
 * hold (`1e400`). A number that a double rounds to zero (`1e-400`) is zero, so an exponent cannot produce a number of a
 * million digits.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const match = GRAMMAR.exec(text)
  if (match === null) return undefined
  const whole = match[2] ?? ''
  const fraction = match[3] ?? ''
  if (whole === '' && fraction === '') return undefined
  const nearest = Number(text)
  if (!Number.isFinite(nearest)) return undefined
  if (nearest === 0) return ZERO
  const digits = BigInt(whole + fraction)
  return {
    coefficient: match[1] === '-' ? -digits : digits,
    scale: fraction.length - (match[4] === undefined ? 0 : Number(match[4])),
  }
}

export const ZERO: Decimal = { coefficient: 0n, scale: 0 }

/** The decimal a double is printed as: the number a reader of our JSON sees. Throws on NaN and infinities. */
export function decimalOf(value: number): Decimal {
  const decimal = parseDecimal(String(value))
  if (decimal === undefined) throw new RangeError(`Not a finite number: ${value}`)
  return decimal
}

/** The double nearest to a decimal. */
export function nearestDouble(value: Decimal): number {
  return Number(`${value.coefficient}e${-value.scale}`)
}

/** All its digits, without an exponent and without trailing zeros: `-0.5`, `12`. */
export function decimalText({ coefficient, scale }: Decimal): string {
  if (scale <= 0) return String(coefficient * 10n ** BigInt(-scale))
  const digits = String(coefficient < 0n ? -coefficient : coefficient).padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '')
  return `${coefficient < 0n ? '-' : ''}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { coefficient: rescale(a, scale) + rescale(b, scale), scale }
}

export const subtract = (a: Decimal, { coefficient, scale }: Decimal): Decimal =>
  add(a, { coefficient: -coefficient, scale })

export const times = ({ coefficient, scale }: Decimal, factor: number): Decimal => ({
  coefficient: coefficient * BigInt(factor),
  scale,
})

/** The exact mean of two decimals: half the sum is five tenths of it. */
export function mean(a: Decimal, b: Decimal): Decimal {
  const { coefficient, scale } = add(a, b)
  return { coefficient: coefficient * 5n, scale: scale + 1 }
}

/** The number of steps of `10^-scale`: 2.5 EUR are 250 cents. Throws for a value with more digits. */
export function rescale(value: Decimal, scale: number): bigint {
  return value.coefficient * 10n ** BigInt(scale - value.scale)
}

/** `a ÷ b` rounded towards minus infinity to a whole number: −0.1 gives −1. Throws when `b` is zero. */
export function divideFloor(a: Decimal, b: Decimal): bigint {
  const shift = b.scale - a.scale
  const top = shift > 0 ? a.coefficient * 10n ** BigInt(shift) : a.coefficient
  const bottom = shift < 0 ? b.coefficient * 10n ** BigInt(-shift) : b.coefficient
  const quotient = top / bottom
  const inexactNegative = top % bottom !== 0n && top < 0n !== bottom < 0n
  return inexactNegative ? quotient - 1n : quotient
}
