const DECIMAL = /^[0-9]+(\.[0-9]+)?$/

/**
 * A price as exchanges write it: a JSON number, or a text of plain digits. Anything that needs guessing
 * (white space, separators, signs, exponents, other scripts) is no price: no value is better than a wrong one.
 */
export function readPrice(value: unknown): number | undefined {
  const price = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value
  return typeof price === 'number' && Number.isFinite(price) && price > 0 ? price : undefined
}
